package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// exploreTests makes a package of the tests in a directory of Go itself, or of a module. They are explored. Its arguments are the new directory, the other one,
// and patterns of the names of declarations that are left out. If the first of these is "all", the package has also what is no test.
func exploreTests(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: tests DIR SOURCE [all] [NAME...]")
	}
	to, out := ts.MkAbs(args[0]), append(args[2:], "Benchmark*", "Example*", "init")
	ts.Check(os.MkdirAll(to, 0o777))
	files, err := filepath.Glob(filepath.Join(args[1], "*.go"))
	ts.Check(err)
	tests := ""
	for _, path := range files {
		if isTest := strings.HasSuffix(path, "_test.go"); !isTest && out[0] != "all" || leftOut(filepath.Base(path), out) {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		ts.Check(err)
		f.Name.Name = "explored"
		f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool { return leftOut(declared(d), out) })
		for _, d := range f.Decls {
			if fn, is := d.(*ast.FuncDecl); is && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
				tests += fmt.Sprintf("func TestExplored%s(t *testing.T) { gotest.Explore(t, %[1]s) }\n", fn.Name.Name)
			}
		}
		removeUnusedImports(f)
		var b bytes.Buffer
		ts.Check(format.Node(&b, fset, f))
		ts.Check(os.WriteFile(filepath.Join(to, filepath.Base(path)), b.Bytes(), 0o666))
	}
	ts.Check(os.WriteFile(filepath.Join(to, "explored_test.go"), fmt.Appendf(nil,
		"package explored\n\nimport (\n\t\"testing\"\n\n\t\"%s/gotest\"\n)\n\n%s", modulePath, tests), 0o666))
}

func leftOut(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		is, _ := filepath.Match(p, name)
		return is
	})
}

// declared returns the first name that a declaration declares.
func declared(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return s.Name.Name
		case *ast.ValueSpec:
			return s.Names[0].Name
		}
	}
	return ""
}

// removeUnusedImports removes the imports whose names do not occur.
func removeUnusedImports(f *ast.File) {
	used := map[string]bool{".": true}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, is := n.(*ast.SelectorExpr); is {
			if x, is := s.X.(*ast.Ident); is {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, d := range f.Decls {
		if g, is := d.(*ast.GenDecl); is && g.Tok == token.IMPORT {
			g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool {
				i := s.(*ast.ImportSpec)
				path, _ := strconv.Unquote(i.Path.Value)
				name := path[strings.LastIndexByte(path, '/')+1:]
				if i.Name != nil {
					name = i.Name.Name
				}
				return !used[name]
			})
		}
	}
	f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
		g, is := d.(*ast.GenDecl)
		return is && len(g.Specs) == 0
	})
}
