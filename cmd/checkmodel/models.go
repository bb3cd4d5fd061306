package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
)

const (
	modulePath  = "github.com/checkmodel/checkmodel"
	checkerPath = modulePath + "/checker"
)

// errNoModels says what a package with models needs.
var errNoModels = errors.New("a package with models has a function 'func Models() []checker.Model', where checker is " + checkerPath)

// models reports whether the package has models. If it has none, miss says what
// it has instead, or is errNoModels. An error says that the package cannot be
// looked at.
func (p *listed) models() (has bool, miss, err error) {
	if p.Error != nil {
		return false, nil, errors.New(p.Error.String())
	}
	files := token.NewFileSet()
	found, other, err := p.declared(files, slices.Concat(p.GoFiles, p.CgoFiles))
	if err != nil {
		return false, nil, err
	}
	switch {
	case found != nil && p.Name == "main":
		return false, fmt.Errorf("package main cannot be imported; move the function Models (%s) into a package of its own", files.Position(found.Pos())), nil
	case found != nil:
		return true, nil, nil
	case other != nil:
		return false, fmt.Errorf("the function Models (%s) has another type; %w", files.Position(other.Pos()), errNoModels), nil
	}
	// A test file that cannot be parsed is none of our business.
	found, _, _ = p.declared(files, slices.Concat(p.TestGoFiles, p.XTestGoFiles))
	if found != nil {
		return false, fmt.Errorf("the function Models (%s) is in a test file; move it into another one", files.Position(found.Pos())), nil
	}
	return false, errNoModels, nil
}

// declared looks in the files for a function Models that returns models, and for
// one that does not.
func (p *listed) declared(files *token.FileSet, names []string) (models, other *ast.FuncDecl, err error) {
	for _, name := range names {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			switch {
			case !ok || f.Recv != nil || f.Name.Name != "Models":
			case returnsModels(file, f.Type):
				models = f
			default:
				other = f
			}
		}
	}
	return models, other, nil
}

// returnsModels reports whether the type is func() []checker.Model, whatever the
// package checker is called in that file.
func returnsModels(file *ast.File, f *ast.FuncType) bool {
	if f.TypeParams != nil || f.Params.NumFields() != 0 || f.Results.NumFields() != 1 {
		return false
	}
	slice, ok := f.Results.List[0].Type.(*ast.ArrayType)
	if !ok || slice.Len != nil {
		return false
	}
	switch element := slice.Elt.(type) {
	case *ast.SelectorExpr:
		x, ok := element.X.(*ast.Ident)
		return ok && element.Sel.Name == "Model" && importsChecker(file, x.Name)
	case *ast.Ident:
		return element.Name == "Model" && importsChecker(file, ".")
	}
	return false
}

// importsChecker reports whether the file imports the package checker under that
// name.
func importsChecker(file *ast.File, name string) bool {
	for _, s := range file.Imports {
		if p, err := strconv.Unquote(s.Path.Value); err != nil || p != checkerPath {
			continue
		}
		if s.Name == nil && name == path.Base(checkerPath) || s.Name != nil && name == s.Name.Name {
			return true
		}
	}
	return false
}
