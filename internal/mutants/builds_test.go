package main

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"testing"
)

// TestBuilds: each change compiles. One that does not would be caught by every test.
func TestBuilds(t *testing.T) {
	s, err := readSources("../..")
	if err != nil {
		t.Fatal(err)
	}
	goFiles, lookup := compiled(t)
	fset := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", lookup)}
	for _, m := range mutants {
		p, becomes, err := s.plant(m)
		if err != nil {
			continue // TestMutants says so
		}
		var files []*ast.File
		for _, name := range goFiles[path.Join(module, p.dir())] {
			name = path.Join(p.dir(), name)
			text := s.text[name]
			if name == p.at.Filename {
				text = becomes
			}
			f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
			if err != nil {
				t.Errorf("%s: %v", m.name, err)
				continue
			}
			files = append(files, f)
		}
		if _, err := conf.Check(p.dir(), fset, files, nil); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
	}
}

// compiled returns the files of all packages, and what looks up their export data.
func compiled(t *testing.T) (goFiles map[string][]string, lookup importer.Lookup) {
	out, err := output("../..", "go", "list", "-export", "-deps", "-json=ImportPath,Export,GoFiles", "./...")
	if err != nil {
		t.Fatal(err)
	}
	goFiles, exports := map[string][]string{}, map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p struct {
			ImportPath, Export string
			GoFiles            []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		goFiles[p.ImportPath], exports[p.ImportPath] = p.GoFiles, p.Export
	}
	return goFiles, func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
}
