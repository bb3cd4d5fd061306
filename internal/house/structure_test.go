package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	loader "golang.org/x/tools/go/packages"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

// mostCalls is the maximal number of calls of a type: its methods, and the functions of its package that take it first. A type
// with more does several things.
const mostCalls = 60

// wide has the types with more calls. Their numbers only fall.
var wide = map[string]int{
	"proc.P": 75, // the list of operations
}

// TestCalls: no type has too many calls.
func TestCalls(t *testing.T) {
	calls := map[string]int{}
	for name, f := range sources(t) {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			of := fn.Recv
			if of == nil {
				of = fn.Type.Params
			}
			if len(of.List) > 0 && receiver(of.List[0].Type) != "" {
				calls[filepath.Dir(name)+"."+receiver(of.List[0].Type)]++
			}
		}
	}
	for name, n := range calls {
		switch limit, is := wide[name]; {
		case is && n > limit:
			t.Errorf("%s has %d calls, more than the %d that it had", name, n, limit)
		case is && n < limit || is && n <= mostCalls:
			t.Errorf("%s has %d calls now; say so in wide", name, n)
		case !is && n > mostCalls:
			t.Errorf("%s has %d calls, more than %d", name, n, mostCalls)
		}
	}
}

// mostLines is the maximal number of lines of a package without its tests.
const mostLines = 3000

// sizes has the packages with another limit. Limits above mostLines only fall.
var sizes = map[string]int{
	"trace":                   2000, // the vocabulary of strategies, worlds and traces
	"checker":                 3150, // of it 400 lines are names for types of other packages
	"internal/randomprograms": 3200, // a part of the tests
}

// TestSizes: no package is too large.
func TestSizes(t *testing.T) {
	lines := map[string]int{}
	for name := range sources(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines[filepath.Dir(name)] += strings.Count(string(text), "\n")
	}
	for dir, n := range lines {
		limit, special := sizes[dir]
		if !special {
			limit = mostLines
		}
		switch {
		case n > limit:
			t.Errorf("%s has %d lines, more than %d", dir, n, limit)
		case n <= mostLines && limit > mostLines:
			t.Errorf("%s has %d lines now; take it out of sizes", dir, n)
		}
	}
}

// receiver returns the name of the type of a receiver, or of the first parameter if that is of a type of the package.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// sources returns all Go files of the repository except tests, by name.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir(".", func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata") {
			return err
		}
		files[name], err = parser.ParseFile(token.NewFileSet(), name, nil, 0)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestStrategiesAreNamedOnce: the loop knows no strategy by its type. Package checker creates each in one place,
// and knows only that which remembers states, for what no other strategy has: see docs/decisions.md.
func TestStrategiesAreNamedOnce(t *testing.T) {
	tree := regexp.MustCompile(`\b(optimaldpor\.(New\(|Optimal\b)|backtrack\.)`)
	memory := regexp.MustCompile(`\bstates\.(New\(|Search\b)`)
	may := map[string][]string{
		"optimaldpor": {"checker/setup.go", "internal/driver/replay.go"}, // a replay goes on by the default search
		"states":      {"checker/setup.go", "internal/driver/stateful.go", "internal/driver/trial.go"},
	}
	for dir, files := range map[string]string{"checker": "checker/*.go", "driver": "internal/driver/*.go", "judge": "internal/judge/*.go", "stage": "internal/stage/*.go", "lenient": "internal/lenient/*.go", "explain": "internal/explain/*.go"} {
		names, err := filepath.Glob(files)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s has no files: %v", dir, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text := regexp.MustCompile(`(?m)^\s*//.*`).ReplaceAllString(read(t, name), "")
			for of, pattern := range map[string]*regexp.Regexp{"optimaldpor": tree, "states": memory} {
				if found := pattern.FindString(text); found != "" && !slices.Contains(may[of], name) {
					t.Errorf("%s names %s; ask the strategy by an interface", name, found)
				}
			}
		}
	}
}

// TestDocumentationOfProcIsShort: an author of a model reads it on two screens.
func TestDocumentationOfProcIsShort(t *testing.T) {
	if n := strings.Count(output(t, "go", "doc", "./proc"), "\n"); n > 110 {
		t.Errorf("go doc ./proc prints %d lines; 110 are the limit", n)
	}
}

// unusedOutside lists what packages that are not for users export for a program that is generated. All of gotest/controlled is for rewritten
// code.
var unusedOutside = []string{"cli.Main", "cli/web.Main"}

// TestExports: a package that is not for users exports no function, constant or variable that no other package uses.
func TestExports(t *testing.T) {
	testsize.LongOnly(t)
	var all []*loader.Package
	for _, dir := range []string{".", "results"} {
		of, err := loader.Load(&loader.Config{
			Dir:   dir,
			Mode:  loader.NeedName | loader.NeedFiles | loader.NeedImports | loader.NeedSyntax | loader.NeedTypes | loader.NeedTypesInfo | loader.NeedExportFile,
			Tests: true,
		}, "./...")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, of...)
	}
	exported, used := map[string]bool{}, map[string]bool{}
	for _, p := range all {
		for _, problem := range p.Errors {
			t.Fatal(problem)
		}
		own := strings.TrimSuffix(p.PkgPath, "_test")
		for _, o := range p.TypesInfo.Uses {
			if o.Pkg() != nil && (o.Pkg().Path() != own || strings.HasSuffix(p.PkgPath, "_test")) {
				used[o.Pkg().Path()+"."+o.Name()] = true
			}
		}
		dir, ok := strings.CutPrefix(p.PkgPath, module+"/")
		if !ok || slices.Contains(library, dir) || dir == "gotest/controlled" || strings.HasPrefix(dir, "models/") || p.PkgPath != own {
			continue
		}
		for _, name := range p.Types.Scope().Names() {
			o := p.Types.Scope().Lookup(name)
			if _, isType := o.(*types.TypeName); !isType && o.Exported() && !strings.HasSuffix(p.Fset.Position(o.Pos()).Filename, "_test.go") {
				exported[dir+"."+name] = true
			}
		}
	}
	if len(exported) < 50 {
		t.Fatalf("only %d identifiers are exported", len(exported))
	}
	for name := range exported {
		if unused := !used[module+"/"+name]; unused != slices.Contains(unusedOutside, name) {
			t.Errorf("%s is used outside of its package: %v", name, !unused)
		}
	}
}
