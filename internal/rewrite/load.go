package rewrite

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/checkmodel/checkmodel"

// Source is the rewritten source of a program.
type Source struct {
	Files   map[string]string // path -> content, as if in the source tree
	Targets []Target
}

// Target is a package whose tests are explored.
type Target struct {
	Path, Dir string // of the package that has the function Tests
	Of        string // the import path of the tested package
}

// Tests is the name of the function of a target that returns its models.
const Tests = "CheckmodelTests"

// rewritten is the directory, in the main module, of copies of packages that do not belong to it.
const rewritten = "checkmodel_generated_copies"

// Load rewrites the packages that the patterns name, with their tests, and all that they import from modules. home is the path of the main module,
// and dir its directory. without may have races: then accesses to memory are not noted.
func Load(ctx context.Context, home, dir string, patterns, without []string) (*Source, error) {
	for _, name := range without {
		if name != "races" {
			return nil, fmt.Errorf("-without is %q; it must be races", name)
		}
	}
	l := &loader{
		home: home, dir: dir, races: len(without) == 0, copies: map[string]string{}, pipes: map[string]string{}, overlay: map[string][]byte{},
		standard: map[string]bool{}, source: &Source{Files: map[string]string{}},
	}
	own, others, copied, err := l.find(ctx, patterns)
	if err != nil {
		return nil, err
	}
	for _, path := range copied {
		l.copies[path] = l.copy(path)
		l.standard[path] = false
	}
	others = slices.Concat(others, copied, slices.Sorted(maps.Values(l.pipes)))
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedForTest
	var rest []*packages.Package
	var restErr error
	var loading sync.WaitGroup
	if len(others) > 0 {
		loading.Go(func() {
			rest, restErr = packages.Load(&packages.Config{Context: ctx, Mode: mode, Overlay: l.overlay}, others...)
		})
	}
	all, err := packages.Load(&packages.Config{Context: ctx, Mode: mode, Tests: true}, own...)
	loading.Wait()
	if err = errors.Join(err, restErr); err != nil {
		return nil, err
	}
	tested := map[string]bool{}
	for _, p := range all {
		tested[p.ForTest] = true
	}
	for _, p := range all {
		switch {
		case strings.HasSuffix(p.PkgPath, ".test"):
		case p.ForTest == p.PkgPath || p.ForTest == "" && !tested[p.PkgPath]:
			err = errors.Join(err, l.target(p, p.PkgPath, filepath.Dir(p.GoFiles[0])))
		case p.ForTest != "" && p.PkgPath == p.ForTest+"_test":
			err = errors.Join(err, l.target(p, p.ForTest, filepath.Join(filepath.Dir(p.GoFiles[0]), "checkmodel_xtest")))
		}
	}
	if err == nil && len(l.source.Targets) == 0 {
		err = fmt.Errorf("no test in %s calls gotest.Explore, of %s/gotest", strings.Join(patterns, " "), module)
	}
	for _, p := range rest {
		err = errors.Join(err, l.rewrite(p, filepath.Dir))
	}
	return l.source, err
}

// copy returns the import path of the copy of a package.
func (l *loader) copy(path string) string { return l.home + "/" + rewritten + "/" + path }

// find returns the packages that the patterns name, the other rewritten packages of the main module, and the packages of other
// modules, which are copied, as the go command replaces no files of theirs.
func (l *loader) find(ctx context.Context, patterns []string) (own, others, copied []string, err error) {
	roots, err := packages.Load(&packages.Config{
		Context: ctx, Tests: true, Mode: packages.NeedName | packages.NeedFiles | packages.NeedEmbedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest,
	}, patterns...)
	if err != nil {
		return nil, nil, nil, err
	}
	named, seen, copies := map[string]bool{}, map[string]bool{}, map[string]bool{"context": false}
	for _, p := range roots {
		for _, e := range p.Errors {
			err = errors.Join(err, e)
		}
		if p.ForTest == "" && !strings.HasSuffix(p.PkgPath, ".test") {
			named[p.PkgPath] = true
		}
	}
	var log, noLog bool
	packages.Visit(roots, nil, func(p *packages.Package) {
		if named[p.PkgPath] || p.ForTest != "" || p.Module != nil && p.Module.Path != module {
			uses, keeps := logs(p)
			log, noLog = log || uses, noLog || keeps
		}
	})
	packages.Visit(roots, nil, func(p *packages.Package) {
		l.standard[p.PkgPath] = p.Module == nil && !named[p.PkgPath] && !strings.HasSuffix(p.PkgPath, ".test")
		if _, is := pipes[p.PkgPath]; is && p.ForTest == "" {
			err = errors.Join(err, l.pipe(p))
		}
		switch {
		case named[p.PkgPath] || p.ForTest != "" || strings.HasSuffix(p.PkgPath, ".test"):
		case p.PkgPath == "context" || log && !noLog && slices.Contains(logging, p.PkgPath):
			copies[p.PkgPath] = true
			if i := slices.IndexFunc(p.GoFiles, func(path string) bool { return filepath.Base(path) == "log.go" }); i >= 0 {
				text, readErr := os.ReadFile(p.GoFiles[i])
				err = errors.Join(err, readErr)
				l.overlay[p.GoFiles[i]] = []byte(quiet.Replace(string(text)))
			}
		case p.Module == nil || p.Module.Path == module:
		case p.Module.Main:
			seen[p.PkgPath] = true
		case controlled(p, copies):
			copies[p.PkgPath] = true
			if len(p.OtherFiles)+len(p.EmbedFiles) > 0 {
				err = errors.Join(err, fmt.Errorf("package %s has goroutines, or imports a package that has, and files in another language, or embedded ones; "+
					"it cannot be explored: let the test take another implementation", p.PkgPath))
			}
		}
	})
	maps.DeleteFunc(copies, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(seen)), slices.Sorted(maps.Keys(copies)), err
}

// controlled reports whether a package of another module has something to control, or imports a package of which there is a copy.
func controlled(p *packages.Package, copies map[string]bool) bool {
	for path := range p.Imports {
		if _, is := copies[path]; is || len(names[path]) > 0 && path != "os" {
			return true
		}
	}
	return slices.ContainsFunc(p.GoFiles, func(path string) bool {
		text, err := os.ReadFile(path)
		return err == nil && statements.Match(text)
	})
}

// statements matches source that may have a go statement or a channel.
var statements = regexp.MustCompile(`\bchan\b|(?m)^\s*(go|select)\b`)

type loader struct {
	home, dir string
	races     bool
	copies    map[string]string // the paths of copies, by the paths of packages
	pipes     map[string]string // the same of pipes
	overlay   map[string][]byte // the source of pipes, by paths
	standard  map[string]bool   // the packages of the standard library that have no copies
	source    *Source
}

// pipe makes a copy of the pipe of a package.
func (l *loader) pipe(p *packages.Package) error {
	i := slices.IndexFunc(p.GoFiles, func(path string) bool { return filepath.Base(path) == "pipe.go" })
	if i < 0 {
		return nil
	}
	text, err := os.ReadFile(p.GoFiles[i])
	for path, text := range pipe(p.PkgPath, filepath.Join(l.dir, rewritten, p.PkgPath), text) {
		if filepath.Base(path) == "pipe.go" {
			text = append([]byte("//line "+p.GoFiles[i]+":1\n"), text...)
		}
		l.overlay[path], l.source.Files[path] = text, string(text)
	}
	l.pipes[p.PkgPath] = l.copy(p.PkgPath)
	return err
}

// target rewrites a package with its tests, as one in the directory.
func (l *loader) target(p *packages.Package, of, dir string) error {
	var tests []string
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if fn, is := d.(*ast.FuncDecl); is && explores(p, fn) {
				tests = append(tests, fmt.Sprintf("%s.Test{Name: %q, Func: %s}", as, fn.Name.Name, fn.Name.Name))
			}
		}
	}
	err := l.rewrite(p, func(string) string { return dir })
	if len(tests) == 0 || err != nil {
		return err
	}
	if p.Name == "main" {
		return fmt.Errorf("package %s is a main package, whose tests cannot be explored; move the tests, with what they test, into a package of its own", of)
	}
	path := of
	if filepath.Base(dir) == "checkmodel_xtest" {
		path += "/checkmodel_xtest"
	}
	l.source.Targets = append(l.source.Targets, Target{Path: path, Dir: dir, Of: of})
	l.source.Files[filepath.Join(dir, "checkmodel_tests.go")] = fmt.Sprintf("package %s\n\nimport (\n\t%q\n\t%s %q\n)\n\nfunc %s() []checker.Model {\n\treturn %s.Tests(%s)\n}\n",
		p.Name, module+"/checker", as, controlledPath, Tests, as, strings.Join(tests, ", "))
	return nil
}

// explores reports whether a function is a test that calls gotest.Explore.
func explores(p *packages.Package, fn *ast.FuncDecl) (is bool) {
	if fn.Recv != nil || fn.Body == nil || !strings.HasPrefix(fn.Name.Name, "Test") || fn.Type.Params.NumFields() != 1 {
		return false
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			f, function := p.TypesInfo.Uses[id].(*types.Func)
			is = is || function && f.FullName() == module+"/gotest.Explore"
		}
		return !is
	})
	return is
}

// rewrite rewrites the files of a package. in returns the directory of a file.
func (l *loader) rewrite(p *packages.Package, in func(path string) string) (err error) {
	for _, e := range p.Errors {
		err = errors.Join(err, e)
	}
	if err != nil {
		return err
	}
	imports := maps.Clone(l.copies)
	if l.copies[p.PkgPath] != "" {
		imports["internal/reflectlite"] = "reflect" // which package context uses
		in = func(string) string { return filepath.Join(l.dir, rewritten, filepath.FromSlash(p.PkgPath)) }
	}
	for _, f := range p.Syntax {
		path := p.Fset.Position(f.FileStart).Filename
		if !slices.Contains(p.GoFiles, path) {
			return fmt.Errorf("package %s uses cgo, which cannot be explored; let the test take another implementation", p.PkgPath)
		}
		text, written := l.overlay[path]
		if !written {
			if text, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		used := map[string]string{}
		for _, s := range f.Imports {
			if name := strings.Trim(s.Path.Value, `"`); imports[name] != "" {
				used[name] = imports[name]
			}
		}
		changed, err := File{Fset: p.Fset, Syntax: f, Info: p.TypesInfo, Source: text, Imports: used, Pipes: l.pipes, Standard: l.standard, Races: l.races}.Rewrite()
		if err != nil {
			return err
		}
		to := filepath.Join(in(path), filepath.Base(path))
		if name, is := strings.CutSuffix(filepath.Base(path), "_test.go"); is {
			to = filepath.Join(in(path), "checkmodel_"+name+".go")
		}
		if to != path {
			changed = "//line " + path + ":1\n" + changed
		}
		if v := version.Lang(p.TypesInfo.FileVersions[f]); v != "" && l.copies[p.PkgPath] != "" && !strings.Contains(changed, "//go:build ") {
			changed = "//go:build " + v + "\n" + changed // of its own module
		}
		if to != path || changed != string(text) {
			l.source.Files[to] = changed
		}
	}
	if p.PkgPath == "context" {
		l.source.Files[filepath.Join(in(""), "checkmodel_new.go")] = newContext
	}
	return nil
}

// newContext is a file of the copy of package context.
const newContext = `package context

import "github.com/checkmodel/checkmodel/gotest/controlled"

func init() {
	controlled.NewContext = func() (controlled.Context, func()) { return WithCancel(Background()) }
}
`
