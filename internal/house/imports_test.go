package house

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/checkmodel/checkmodel"

// allowed lists, for each package, which of our own packages it may import. A
// package that is not listed fails the test: imports go up this list only. A row
// for "d/*" is for the packages in the directory d that have none of their own.
var allowed = map[string][]string{
	"internal/attack":    {},
	"internal/problems":  {},
	"internal/files":     {},
	"internal/memory":    {},
	"trace":              {},
	"internal/printable": {"trace"},
	"mailbox":            {"trace"},
	"table":              {"trace"},
	"proc":               {"mailbox", "table", "trace"},
	"proc/protomsg":      {"proc"},
	"optimaldpor":        {"bounding", "trace"},
	"bounding":           {"trace"},
	"checker":            {"proc", "optimaldpor", "bounding", "trace", "internal/problems"},
	"internal/report":    {"checker", "proc", "trace", "bounding", "internal/memory", "internal/printable", "internal/problems"},
	"internal/corpus":    {"checker", "proc", "trace"},
	"checktest":          {"checker", "internal/corpus", "internal/report", "bounding", "proc", "trace", "internal/files", "internal/memory", "internal/printable", "internal/problems"},
	"history":            {"checker", "proc", "trace"},
	"cli":                {"checker", "internal/corpus", "internal/report", "bounding", "trace", "proc", "internal/files", "internal/memory", "internal/printable", "internal/problems"},
	"cmd/checkmodel":     {"bounding", "cli", "checker", "internal/corpus", "proc", "internal/report", "vet", "internal/files", "internal/memory", "internal/printable", "internal/problems"},
	"models/corfu":       {"checker", "proc"},
	"models/chainrepl":   {"checker", "proc"},
	"models/counter":     {"checker", "proc"},
	"models/examples":    {},
	"models/examples/*":  {"checker", "proc"},
	"models/litmus":      {"checker", "proc"},
	"vet":                {"vet/*"},
	"vet/*":              {"vet/modelcode"},
	"vet/modelcode":      {},
	"internal/explicit":  {},
	"results/study":      {"bounding", "checker", "internal/report", "models/chainrepl", "models/corfu", "models/counter", "models/litmus"},
	"results/bench":      {},
	"results/memory":     {"bounding", "checker", "models/corfu", "proc", "trace"},
	"internal/house":     {},
	"internal/mutants":   {},
}

// dependencies lists, for each package, which packages of other modules it may import. A
// package that is not listed imports none.
var dependencies = map[string][]string{
	"internal/problems": {"github.com/hashicorp/go-multierror"},
	"proc/protomsg":     {"google.golang.org/protobuf/encoding/prototext", "google.golang.org/protobuf/proto"},
	"cmd/checkmodel":    {"github.com/spf13/pflag", "golang.org/x/sys/unix", "golang.org/x/tools/go/analysis/unitchecker"},
	"history":           {"github.com/anishathalye/porcupine"},
	"vet":               {"golang.org/x/tools/go/analysis"},
	"vet/allow":         {"golang.org/x/tools/go/analysis"},
	"vet/modelcode":     {"golang.org/x/tools/go/analysis", "golang.org/x/tools/go/types/typeutil"},
}

// pure packages do no input or output: they import none of these.
var (
	pure     = []string{"internal/problems", "internal/printable", "trace", "mailbox", "table", "proc", "proc/protomsg", "bounding", "optimaldpor", "checker", "internal/corpus"}
	impurity = []string{"os", "log", "net", "time", "math/rand", "math/rand/v2", "io/ioutil", "syscall"}
)

// listed is what go list says of a package.
type listed struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func TestImports(t *testing.T) {
	for _, p := range packages(t, "./...") {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if name == "" {
			continue
		}
		may, ok := row(name)
		if !ok {
			t.Errorf("package %s has no row in the table of imports", name)
		}
		for _, imported := range p.Imports {
			own, isOwn := strings.CutPrefix(imported, module+"/")
			if isOwn && !slices.Contains(may, own) && !slices.Contains(may, path.Dir(own)+"/*") {
				t.Errorf("%s imports %s; the house does not allow that", name, own)
			}
			if first, _, _ := strings.Cut(imported, "/"); !isOwn && strings.Contains(first, ".") && !slices.Contains(dependencies[name], imported) {
				t.Errorf("%s imports %s; the table of dependencies does not allow that", name, imported)
			}
			if slices.Contains(pure, name) && slices.Contains(impurity, imported) {
				t.Errorf("%s imports %s; it must do no input or output and know no clock or global randomness", name, imported)
			}
		}
	}
}

// TestHouse: the list in ARCHITECTURE.md has every package in the table of imports,
// behind all that it may import. A row for "d/…" is for d and all below it.
func TestHouse(t *testing.T) {
	_, house, _ := strings.Cut(read(t, "ARCHITECTURE.md"), "\n## The house\n")
	house, _, _ = strings.Cut(house, "\n## ")
	var rows []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(house, -1) {
		rows = append(rows, m[1])
	}
	place := func(name string) int {
		return slices.IndexFunc(rows, func(r string) bool {
			dir, all := strings.CutSuffix(r, "/…")
			return r == name || all && (name == dir || strings.HasPrefix(name, dir+"/"))
		})
	}
	for name, may := range allowed {
		if place(name) < 0 {
			t.Errorf("the list of packages in ARCHITECTURE.md does not have %s", name)
		}
		for _, imported := range may {
			if place(imported) > place(name) {
				t.Errorf("%s may import %s, which is below it in the list in ARCHITECTURE.md", name, imported)
			}
		}
	}
}

// TestLinkedPackages: what the command links into a program around a user's models needs no
// module that the package checker does not need. So a module that has the checker can build
// that program.
func TestLinkedPackages(t *testing.T) {
	var needed []string
	for _, p := range packages(t, "-deps", "./checker") {
		needed = append(needed, p.ImportPath)
	}
	for _, p := range packages(t, "-deps", "./cli", "./checktest") {
		if !p.Standard && !strings.HasPrefix(p.ImportPath, module) && !slices.Contains(needed, p.ImportPath) {
			t.Errorf("%s is needed by packages that are linked into the programs of users, and not by the checker", p.ImportPath)
		}
	}
}

// row returns what a package may import: its own row of the table, or that of all
// packages in its directory.
func row(name string) (may []string, ok bool) {
	if may, ok = allowed[name]; !ok {
		may, ok = allowed[path.Dir(name)+"/*"]
	}
	return may, ok
}

// TestInstallable: 'go install' with a version refuses a module whose go.mod replaces
// or excludes something.
func TestInstallable(t *testing.T) {
	out, err := exec.Command("go", "mod", "edit", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct{ Replace, Exclude []json.RawMessage }
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	if len(mod.Replace)+len(mod.Exclude) > 0 {
		t.Errorf("go.mod replaces or excludes modules: %s", out)
	}
}

func packages(t *testing.T, args ...string) []listed {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Standard"}, args...)...).Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
