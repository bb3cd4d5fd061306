// Package declaration finds the function of a package that returns its models, in sources that need not compile.
package declaration

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

// Checker is the package of the type Model.
const Checker = "github.com/checkmodel/checkmodel/checker"

// ErrNone describes the function that a package with models needs.
var ErrNone = errors.New("a package with models has a function 'func Models() []checker.Model', where checker is " + Checker)

// Unrelated is the reason why a package has no models that has a function Models but does not
// import the checker.
type Unrelated struct{ error }

// Package is a package that may have models.
type Package struct {
	Name, Dir    string
	Files, Tests []string // the names of its files in Dir
}

// Models reports whether the package has models. If it has none, miss describes similar
// declarations in it, or is [ErrNone]. It returns an error if the package cannot be read.
func (p *Package) Models() (has bool, miss, err error) {
	files := token.NewFileSet()
	found, err := p.find(files, p.Files)
	if err != nil {
		return false, nil, err
	}
	switch {
	case found.models != nil && p.Name == "main":
		return false, fmt.Errorf("package main cannot be imported; move the function Models (%s) into a package of its own", files.Position(found.models.Pos())), nil
	case found.models != nil:
		return true, nil, nil
	case found.unimported != nil:
		return false, nil, fmt.Errorf("%s: undefined: checker; import %s", files.Position(found.unimported.Pos()), Checker)
	case found.mistyped != nil:
		miss = fmt.Errorf("the function Models (%s) has another type; %w", files.Position(found.mistyped.Pos()), ErrNone)
		if !found.related {
			miss = Unrelated{miss}
		}
		return false, miss, nil
	}
	// A test file that cannot be parsed does not matter here.
	tests, _ := p.find(files, p.Tests)
	switch {
	case tests.models != nil:
		return false, fmt.Errorf("the function Models (%s) is in a test file; move it into another one", files.Position(tests.models.Pos())), nil
	case found.misnamed != nil:
		return false, fmt.Errorf("the function %s (%s) is not called Models; %w", found.misnamed.Name, files.Position(found.misnamed.Pos()), ErrNone), nil
	}
	return false, ErrNone, nil
}

// functions holds the functions of a package that return its models, or may be meant to; nil where
// there is none.
type functions struct {
	models     *ast.FuncDecl // correct
	unimported *ast.FuncDecl // correct, but in a file that does not import the checker
	mistyped   *ast.FuncDecl // named Models, with another type
	misnamed   *ast.FuncDecl // with another name, returns models or one model
	related    bool          // the package imports the checker
}

// find searches files for a function Models that returns models, and for functions that are nearly one.
func (p *Package) find(files *token.FileSet, names []string) (found functions, err error) {
	for _, name := range names {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return functions{}, err
		}
		found.related = found.related || importsChecker(file, "")
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil {
				continue
			}
			t, several := result(f.Type)
			switch called, model := f.Name.Name == "Models", isModel(file, t); {
			case called && several && model:
				found.models = f
			case called && several && lacksImport(file, t):
				found.unimported = f
			case called:
				found.mistyped = f
			case model && found.misnamed == nil:
				found.misnamed = f
			}
		}
	}
	return found, nil
}

// result returns the type that a function without parameters returns, or the type of the elements
// if it returns a slice; nil for other functions.
func result(f *ast.FuncType) (t ast.Expr, several bool) {
	if f.TypeParams != nil || f.Params.NumFields() != 0 || f.Results.NumFields() != 1 {
		return nil, false
	}
	t = f.Results.List[0].Type
	if slice, ok := t.(*ast.ArrayType); ok && slice.Len == nil {
		return slice.Elt, true
	}
	return t, false
}

// lacksImport reports whether the expression would be checker.Model if the file imported the package
// checker, or any package of that name.
func lacksImport(file *ast.File, e ast.Expr) bool {
	model, ok := e.(*ast.SelectorExpr)
	if !ok || model.Sel.Name != "Model" {
		return false
	}
	x, ok := model.X.(*ast.Ident)
	return ok && x.Name == path.Base(Checker) && !slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
		p, err := strconv.Unquote(s.Path.Value)
		return err == nil && (s.Name == nil && path.Base(p) == x.Name || s.Name != nil && s.Name.Name == x.Name)
	})
}

// isModel reports whether the expression is the type checker.Model, under whatever name the file
// imports the package checker.
func isModel(file *ast.File, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && e.Sel.Name == "Model" && importsChecker(file, x.Name)
	case *ast.Ident:
		return e.Name == "Model" && importsChecker(file, ".")
	}
	return false
}

// importsChecker reports whether the file imports the package checker under the given name, or
// under any name if it is "".
func importsChecker(file *ast.File, name string) bool {
	for _, s := range file.Imports {
		if p, err := strconv.Unquote(s.Path.Value); err != nil || p != Checker {
			continue
		}
		if name == "" || s.Name == nil && name == path.Base(Checker) || s.Name != nil && name == s.Name.Name {
			return true
		}
	}
	return false
}
