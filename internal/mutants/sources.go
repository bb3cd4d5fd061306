package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
)

// sources are the Go files of the module, without tests, and all places in them at
// which a fragment can begin.
type sources struct {
	fset      *token.FileSet
	text      map[string][]byte // of each file, by its path from the root
	functions map[string]bool
	standard  map[string]bool // names of packages of the standard library
	sites     map[kind][]site
}

// kind tells sites at which a fragment may be apart from others.
type kind struct {
	node  reflect.Type
	chain token.Token
}

func kindOf(n ast.Node, chain token.Token) kind {
	return kind{reflect.TypeOf(unparen(n)), chain}
}

// site is a place at which a fragment can begin.
type site struct {
	nodes []ast.Node // of the sequence, from there on
	in    string     // which function or variable
}

func newSources() *sources {
	return &sources{token.NewFileSet(), map[string][]byte{}, map[string]bool{}, map[string]bool{}, map[kind][]site{}}
}

// readSources parses the files of the module in a directory.
func readSources(root string) (*sources, error) {
	s := newSources()
	return s, fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if b := d.Name(); b == "testdata" || name != "." && strings.ContainsAny(b[:1], "._") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		return s.add(name, text)
	})
}

// add adds a file.
func (s *sources) add(file string, text []byte) error {
	tree, err := parser.ParseFile(s.fset, file, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s.text[file] = text
	for _, i := range tree.Imports {
		if p := strings.Trim(i.Path.Value, `"`); i.Name == nil && !strings.Contains(strings.Split(p, "/")[0], ".") {
			s.standard[path.Base(p)] = true
		}
	}
	for _, d := range tree.Decls {
		in := declared(d)
		s.functions[in] = true
		for _, q := range sequences(d) {
			for i, n := range q.nodes {
				k := kindOf(n, q.chain)
				s.sites[k] = append(s.sites[k], site{q.nodes[i:], in})
			}
		}
	}
	return nil
}

// declared returns the name of a function, with the type that it is a method of, or of
// what else is declared first.
func declared(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		receiver := d.Recv.List[0].Type
		for {
			switch r := receiver.(type) {
			case *ast.StarExpr:
				receiver = r.X
				continue
			case *ast.IndexExpr:
				receiver = r.X
				continue
			case *ast.Ident:
				return r.Name + "." + d.Name.Name
			}
			return d.Name.Name
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				return spec.Names[0].Name
			case *ast.TypeSpec:
				return spec.Name.Name
			}
		}
	}
	return ""
}
