package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/declaration"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// generator creates the source of a program around packages: a main package in the user's main
// module, and intermediate packages where the rule for internal packages keeps the main package
// from importing a package. None of it is written into the source tree; it is overlaid for the
// build.
type generator struct {
	home  module            // holds the main package
	files map[string]string // path as if in the source tree -> content
}

// generated begins the names of the generated directories.
const generated = "checkmodel_generated"

// generate returns the files and the directory of the main package. The library is the package whose function Main it calls.
func generate(home module, library string, packages []goPackage, left []broken) (files map[string]string, dir string, err error) {
	g := generator{home: home, files: map[string]string{}}
	var imports, list strings.Builder
	for i, p := range packages {
		path, err := g.reach(p)
		if err != nil {
			return nil, "", err
		}
		fmt.Fprintf(&imports, "\tp%d %q\n", i, path)
		fmt.Fprintf(&list, "\t\tcli.Package{Path: %q, Models: p%d.%s},\n", cmp.Or(p.shown, p.ImportPath), i, p.function())
	}
	for _, b := range left {
		fmt.Fprintf(&list, "\t\tcli.Package{Path: %q},\n", b.path)
	}
	dir = filepath.Join(home.Dir, generated)
	g.files[filepath.Join(dir, "main.go")] = fmt.Sprintf(mainSource, library, modulePath+"/cli", &imports, &list)
	return g.files, dir, g.free()
}

// free returns an error if files or directories exist where the generated ones belong.
func (g *generator) free() error {
	var taken []error
	for _, path := range slices.Sorted(maps.Keys(g.files)) {
		if _, err := os.Lstat(filepath.Dir(path)); err == nil {
			taken = append(taken, fmt.Errorf("%s is in the way: the program around the models is built as if it were in a directory of that name; rename or remove it", filepath.Dir(path)))
		}
	}
	return problems.Join(taken...)
}

// The sources of the main package and of an intermediate one.
const (
	mainSource = `package main

import (
	program %q
	%q

%s)

func main() {
	program.Main(
%s	)
}
`
	betweenSource = `package between

import (
	%[1]q
	p %[2]q
)

func %[3]s() []checker.Model { return p.%[3]s() }
`
)

// function returns the name of the function that returns the models of the package.
func (p *goPackage) function() string { return cmp.Or(p.calls, "Models") }

// reach returns the import path by which the main package can import the models of the package: its
// own, or the path of an intermediate package.
func (g *generator) reach(p goPackage) (string, error) {
	path, dir := p.ImportPath, p.Dir
	for {
		parent, below, internal := cutInternal(path)
		if !internal || within(g.home.Path, parent) {
			return path, nil
		}
		up, ok := strings.CutSuffix(dir, filepath.FromSlash(below))
		if !ok || p.Module == nil || !within(parent, p.Module.Path) {
			return "", fmt.Errorf("package %s is internal to %s, which lies outside of its module; move its models", p.ImportPath, parent)
		}
		name := fmt.Sprintf("%s_%d", generated, len(g.files))
		dir = filepath.Join(up, name)
		g.files[filepath.Join(dir, "models.go")] = fmt.Sprintf(betweenSource, declaration.Checker, path, p.function())
		path = parent + "/" + name
	}
}

// cutInternal cuts an import path before its last element "internal", if that comes after the first
// element. Packages below the first part may import it.
func cutInternal(path string) (parent, below string, found bool) {
	i := strings.LastIndex(path+"/", "/internal/")
	if i < 0 {
		return path, "", false
	}
	return path[:i], path[i:], true
}

// within reports whether the import path equals the other or is below it.
func within(path, other string) bool { return path == other || strings.HasPrefix(path, other+"/") }
