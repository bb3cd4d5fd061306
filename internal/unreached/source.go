package unreached

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// place returns the file and the line of a place, false if it is none.
func place(text string) (file string, line int, ok bool) {
	i := strings.LastIndexByte(text, ':')
	if i < 0 {
		return "", 0, false
	}
	line, err := strconv.Atoi(text[i+1:])
	return text[:i], line, err == nil
}

// pkg is the source of a package.
type pkg struct {
	files *token.FileSet
	all   []*ast.File
	types map[string]bool // the types that it declares, except interfaces
	funcs map[string]int  // how many functions and methods have the name
}

// packages parses the packages in a directory in which operations were reached. It returns no package whose source has no call
// where one was reached.
func packages(dir string, reached map[string]map[int]bool) (all []*pkg) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	files, byName := token.NewFileSet(), map[string]*pkg{}
	had := map[string]bool{} // the names of the packages with a file that has operations
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		name := filepath.Join(dir, e.Name())
		f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		if byName[f.Name.Name] == nil {
			p := &pkg{files: files, types: map[string]bool{}, funcs: map[string]int{}}
			byName[f.Name.Name], all = p, append(all, p)
		}
		byName[f.Name.Name].add(f)
		if lines := reached[name]; lines != nil {
			if !calls(files, f, lines) {
				return nil
			}
			had[f.Name.Name] = true
		}
	}
	var with []*pkg
	for _, p := range all {
		if had[p.all[0].Name.Name] {
			with = append(with, p)
		}
	}
	return with
}

// add adds a file.
func (p *pkg) add(f *ast.File) {
	p.all = append(p.all, f)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.funcs[d.Name.Name]++
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if t, is := s.(*ast.TypeSpec); is {
					_, any := t.Type.(*ast.InterfaceType)
					p.types[t.Name.Name] = !any && !t.Assign.IsValid()
				}
			}
		}
	}
}

// calls reports whether there is a call on each of the lines of a file.
func calls(files *token.FileSet, f *ast.File, lines map[int]bool) bool {
	found := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if c, is := n.(*ast.CallExpr); is {
			for line := files.Position(c.Pos()).Line; line <= files.Position(c.End()).Line; line++ {
				found[line] = true
			}
		}
		return true
	})
	for line := range lines {
		if !found[line] {
			return false
		}
	}
	return true
}

// procPath is the package whose operations are looked for.
const procPath = "github.com/checkmodel/checkmodel/proc"

// procName returns the name by which a file imports the package of operations; "" if it does not.
func procName(f *ast.File) string {
	for _, i := range f.Imports {
		switch path, _ := strconv.Unquote(i.Path.Value); {
		case path != procPath:
		case i.Name != nil:
			return i.Name.Name
		default:
			return "proc"
		}
	}
	return ""
}

// The operations that happen whenever they are called: methods of proc.P, and functions of package proc whose first argument is one.
var (
	methods   = map[string]bool{"Send": true, "Receive": true, "ReceiveTimeout": true, "Spawn": true, "SpawnMonitor": true}
	functions = map[string]bool{"Receive": true, "ReceiveTimeout": true, "Call": true, "CallTimeout": true, "Collect": true, "CollectTimeout": true, "Answer": true}
)
