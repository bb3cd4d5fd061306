package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/declaration"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// goPackage is the go command's description of a package.
type goPackage struct {
	Dir          string
	ImportPath   string
	Name         string
	GoFiles      []string
	CgoFiles     []string
	TestGoFiles  []string
	XTestGoFiles []string
	Module       *module
	Match        []string // the patterns that matched it
	Error        *listError

	calls string // the name of its function, if it is not Models
	shown string // its import path in reports, if it is another one
}

// module is the go command's description of a module.
type module struct {
	Path string
	Dir  string
	Main bool
}

const listedFields = "-json=Dir,ImportPath,Name,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Module,Match,Error"

// find returns the packages that the patterns name and that have models. Left are the packages whose
// files cannot be parsed, and packages without models that were named explicitly, not by a pattern
// with "...". For other packages without models, hints describes their declarations that are related
// to the checker. It is an error if no package has models, or if a named package does not exist.
func find(ctx context.Context, patterns []string) (packages []goPackage, left []broken, hints, err error) {
	var files []error
	for _, p := range patterns {
		if strings.HasSuffix(p, ".go") {
			files = append(files, fmt.Errorf("%s is a file; name its package, by the directory that it is in", p))
		}
	}
	if len(files) > 0 { // the go command would take them for one package
		return nil, nil, nil, problems.Join(files...)
	}
	// -find: the build reports problems with imports.
	all, err := list[goPackage](ctx, nil, append([]string{"-e", "-find", listedFields, "--"}, patterns...)...)
	if err != nil {
		return nil, nil, nil, err
	}
	var wrong, unreadable, misses, near []error
	var bare []broken // named explicitly, without models
	for _, p := range all {
		has, miss, err := p.models()
		switch {
		case p.missing():
			wrong = append(wrong, fmt.Errorf("package %s: %w%s", p.ImportPath, err, elsewhere(p.ImportPath)))
		case err != nil && len(p.GoFiles)+len(p.CgoFiles) > 0:
			left = append(left, broken{path: p.ImportPath, reason: err.Error()})
			unreadable = append(unreadable, fmt.Errorf("package %s: %w", p.ImportPath, err))
		case err != nil:
			wrong = append(wrong, fmt.Errorf("package %s: %w", p.ImportPath, err))
		case has:
			packages = append(packages, p)
		case p.literal():
			bare = append(bare, broken{path: p.ImportPath, modelless: fmt.Errorf("package %s has no models: %w", p.ImportPath, miss)})
		case miss != declaration.ErrNone: // there is a hint
			miss = fmt.Errorf("package %s has no models: %w", p.ImportPath, miss)
			misses = append(misses, miss)
			if other := (declaration.Unrelated{}); !errors.As(miss, &other) {
				near = append(near, miss)
			}
		}
	}
	if len(packages) == 0 {
		for _, b := range bare {
			wrong = append(wrong, b.modelless)
		}
	}
	if len(packages) == 0 || len(wrong) > 0 {
		wrong = append(unreadable, wrong...)
	}
	if len(packages) == 0 && len(wrong) == 0 {
		wrong = append(misses, fmt.Errorf("there is nothing to check: no package that %s matches has models; %w",
			strings.Join(patterns, " "), declaration.ErrNone))
	}
	return packages, append(left, bare...), problems.Join(near...), problems.Join(wrong...)
}

// models reports whether the package has models, as declaration.Package does.
func (p *goPackage) models() (has bool, miss, err error) {
	if p.Error != nil {
		return false, nil, errors.New(p.Error.String())
	}
	d := declaration.Package{Name: p.Name, Dir: p.Dir, Files: slices.Concat(p.GoFiles, p.CgoFiles), Tests: slices.Concat(p.TestGoFiles, p.XTestGoFiles)}
	return d.Models()
}

// missing reports whether the package would belong to the standard library by its path, and does
// not exist there.
func (p *goPackage) missing() bool {
	return p.Error != nil && strings.Contains(p.Error.Err, "is not in std")
}

// elsewhere suggests a meaning for the name of a package that does not exist: a directory, or a command.
func elsewhere(name string) string {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Sprintf("; the directory of that name is ./%s", name)
	}
	var commands []string
	for _, v := range verbs() {
		commands = append(commands, v.name)
	}
	return fmt.Sprintf("; a directory is named as in ./%s, and the commands are %s", name, strings.Join(commands, ", "))
}

// reserved are the patterns without "..." that stand for several packages.
var reserved = []string{"all", "cmd", "std", "tool", "work"}

// literal reports whether the package was named explicitly.
func (p *goPackage) literal() bool {
	return slices.ContainsFunc(p.Match, func(pattern string) bool {
		return !strings.Contains(pattern, "...") && !slices.Contains(reserved, pattern)
	})
}
