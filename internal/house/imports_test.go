package house

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/checkmodel/checkmodel"

// allowed lists, for each package, which packages of this repository it may import. A package that is
// not listed fails the test; imports go up this list only. A row "d/*" is for the packages in the
// directory d without a row of their own.
var allowed = rows(`
internal/testsize:
internal/cputime:
internal/gocache:
internal/attack:
internal/problems:
internal/nearest:
internal/files:
internal/memory:
internal/printable:
internal/names:
trace/kind:
trace: internal/names internal/printable trace/kind
internal/effects: trace trace/kind
trace/causality: internal/effects trace trace/kind
mailbox: trace
table: internal/effects trace
internal/disk:
internal/whole:
internal/coverage: trace
internal/world/guard:
internal/world/values: internal/world/guard trace
internal/world/conditions: internal/effects internal/world/guard internal/world/values mailbox trace
internal/world/identity: internal/names internal/world/guard internal/world/values trace
internal/world/environment: internal/disk internal/effects internal/names internal/world/identity trace
faults: internal/effects internal/nearest internal/printable internal/problems internal/world/environment trace trace/kind
internal/world/program: internal/coverage internal/disk internal/effects internal/whole internal/world/conditions internal/world/environment internal/world/guard internal/world/identity internal/world/values mailbox trace trace/kind
internal/world/state: internal/effects internal/whole internal/world/guard internal/world/program mailbox trace trace/kind
proc/symmetric:
internal/world/symmetry: internal/names internal/world/identity internal/world/values proc/symmetric trace
internal/world/tables: internal/effects internal/whole internal/world/identity internal/world/program internal/world/state internal/world/values table trace trace/kind
internal/world/injector: internal/effects internal/whole internal/world/environment internal/world/guard internal/world/identity internal/world/program internal/world/state trace trace/kind
internal/world/machine: internal/disk internal/effects internal/whole internal/world/environment internal/world/guard internal/world/injector internal/world/program internal/world/state internal/world/tables internal/world/values mailbox trace trace/kind
internal/world/requests: internal/disk internal/world/identity internal/world/program internal/world/values trace trace/kind
internal/world/describe: internal/disk internal/effects internal/world/conditions internal/world/environment internal/world/injector internal/world/machine internal/world/program internal/world/requests internal/world/state trace trace/kind
internal/world/recheck: internal/world/conditions internal/world/describe internal/world/guard internal/world/machine internal/world/program trace trace/kind
internal/stage: internal/whole internal/world/guard internal/world/values trace trace/kind
internal/world: faults internal/disk internal/effects internal/stage internal/whole internal/world/conditions internal/world/describe internal/world/environment internal/world/guard internal/world/identity internal/world/machine internal/world/program internal/world/recheck internal/world/state internal/world/symmetry internal/world/values trace trace/kind
proc: internal/world/conditions internal/world/environment internal/world/program internal/world/tables internal/world/values mailbox trace trace/kind
proc/detector: proc
proc/protomsg: proc
bounding: trace
internal/inbox:
internal/handling: internal/turns trace trace/causality trace/kind
internal/turns: trace
internal/wakeup: internal/effects trace trace/causality trace/kind
optimaldpor/backtrack: bounding internal/effects internal/turns internal/wakeup trace trace/causality trace/kind
optimaldpor: bounding internal/effects internal/inbox internal/turns internal/wakeup trace trace/causality trace/kind
internal/alike: trace
internal/late: internal/alike trace trace/kind
states: internal/alike internal/effects internal/late internal/whole trace trace/causality trace/kind
sampling: internal/effects internal/handling internal/inbox internal/names trace trace/causality trace/kind
minimize: trace
result: faults minimize sampling trace
internal/lenient: internal/names internal/printable internal/stage internal/world/values trace trace/kind
internal/liveness: internal/stage trace
internal/explain: internal/effects internal/lenient internal/stage internal/world/guard optimaldpor result trace trace/causality trace/kind
internal/rules: internal/effects internal/stage internal/whole internal/world internal/world/guard internal/world/program internal/world/values result trace trace/causality trace/kind
internal/judge: internal/claims internal/explain internal/lenient internal/liveness internal/rules internal/stage internal/whole internal/world internal/world/guard internal/world/values minimize optimaldpor proc result trace trace/kind
internal/driver: bounding faults internal/checkpoint internal/judge internal/lenient internal/printable internal/stage internal/world/guard internal/world/identity optimaldpor result sampling states trace
internal/tally: internal/judge internal/rules internal/stage minimize proc result trace
internal/series: faults internal/driver internal/rules internal/tally result states
internal/engine: faults internal/coverage internal/driver internal/judge internal/stage internal/tally internal/world internal/world/guard result trace trace/kind
parameter: internal/problems
systemlog:
checker: bounding faults internal/checkpoint internal/claims internal/driver internal/engine internal/judge internal/linear internal/nearest internal/printable internal/problems internal/rules internal/series internal/shrink internal/stage internal/tally internal/world internal/world/guard internal/world/program internal/world/symmetry minimize optimaldpor optimaldpor/backtrack parameter proc proc/symmetric result sampling states systemlog trace trace/causality
internal/remote: checker
internal/supervision:
internal/unreached: checker internal/coverage result trace
conform: checker internal/late internal/rules proc systemlog trace trace/kind
drive: checker internal/names internal/printable internal/world/values proc trace trace/kind
internal/report: checker internal/report/advice internal/report/console internal/report/document internal/report/html internal/report/junit internal/report/prose internal/report/sarif
internal/corpus: checker faults internal/printable proc trace
internal/progress: checker internal/printable internal/report/prose trace
internal/interactive: checker internal/corpus internal/nearest internal/printable internal/report/document internal/report/prose internal/report/situation trace
checktest: bounding checker conform drive internal/corpus internal/files internal/memory internal/printable internal/problems internal/report/advice internal/report/console internal/report/document internal/report/prose internal/unreached parameter proc systemlog
cli: checker internal/command
cli/web: cli internal/command internal/interactive internal/printable internal/report/html internal/report/prose
internal/declaration:
internal/changes:
cmd/checkmodel: checker cli/web faults internal/changes internal/clusterfile internal/command internal/corpus internal/declaration internal/files internal/interactive internal/invocation internal/memory internal/nearest internal/printable internal/problems internal/report internal/report/prose internal/rewrite internal/supervision proc real vet
internal/checkpoint:
internal/linear: proc result
internal/shrink: internal/explain internal/judge internal/lenient internal/stage minimize result sampling trace trace/kind
internal/claims: internal/stage internal/world internal/world/guard internal/world/values trace trace/causality trace/kind
internal/report/advice: checker internal/nearest internal/report/document internal/report/prose internal/report/story proc sampling trace trace/kind
internal/report/console: bounding checker conform internal/memory internal/printable internal/problems internal/report/advice internal/report/document internal/report/prose internal/report/story internal/world/guard trace
internal/report/document: bounding checker faults internal/memory internal/nearest internal/printable internal/problems internal/report/prose minimize parameter proc result sampling trace trace/kind
internal/report/html: checker internal/printable internal/report/advice internal/report/document internal/report/prose internal/report/situation internal/report/story result trace
internal/report/junit: checker internal/report/advice internal/report/console internal/report/document internal/report/prose internal/report/story
internal/report/prose: checker internal/printable trace
internal/report/sarif: checker internal/report/advice internal/report/document internal/report/prose internal/report/story proc
internal/report/situation: checker internal/printable internal/report/prose internal/report/story trace
internal/report/story: checker internal/names internal/printable internal/report/document internal/report/prose result trace trace/kind
internal/clusterfile: checker internal/memory internal/problems real
internal/journal:
internal/ptrace:
internal/kernel/timeline: internal/ptrace
internal/kernel/descriptor: internal/journal internal/kernel/timeline internal/ptrace
internal/kernel/network: internal/kernel/descriptor internal/kernel/timeline
internal/kernel/files: internal/journal internal/ptrace
internal/kernel: internal/journal internal/kernel/descriptor internal/kernel/files internal/kernel/network internal/kernel/timeline internal/ptrace
internal/invocation: internal/printable
gotest: internal/linear
internal/rewrite:
internal/races:
internal/goroutine: internal/effects internal/races internal/stage internal/world/guard proc trace trace/kind
gotest/controlled: checker internal/goroutine internal/linear internal/races internal/world/guard proc trace
real: checker faults internal/effects internal/journal internal/kernel internal/kernel/network internal/kernel/timeline internal/linear internal/nearest internal/problems internal/ptrace internal/stage proc trace trace/kind
models/cassandra: checker proc
models/corfu: checker proc
models/chainrepl: checker proc
models/counter: checker proc
models/etcdlog: checker proc systemlog
models/published: checker proc proc/symmetric
models/published/literal: checker proc
models/raft: checker proc
models/raft/general: checker models/raft
models/raft/long: checker models/raft
models/spark: checker proc
models/spark/long: checker models/spark
models/sampled: checker proc
models/zookeeper: checker proc
models/examples:
models/examples/*: checker proc proc/detector
models/litmus: checker proc
vet: vet/allow vet/concurrency vet/copycompare vet/endlessreceive vet/globalrand vet/globalstate vet/latecapture vet/loopstate vet/maporder vet/programexit vet/rulestate vet/sentchange vet/sharedvar vet/syncerror vet/wallclock
vet/*: vet/modelcode
vet/modelcode:
internal/explicit:
internal/randomprograms: internal/world/program proc
results/machine:
results/pages: results/machine
results/link:
results/study: bounding checker internal/cputime internal/remote internal/report/document minimize models/cassandra models/chainrepl models/corfu models/examples/raft models/examples/replicas models/published models/published/literal models/raft models/sampled models/spark models/zookeeper proc results/link results/machine results/pages sampling trace trace/kind
results/bench: checker internal/cputime results/bench/classic results/machine trace
results/bench/classic: checker proc
results/conform: conform models/etcdlog results/machine results/pages systemlog
results/goroutines: results/pages
results/goroutines/right:
results/real: checker internal/clusterfile real results/pages sampling trace
results/real/raft:
results/real/commit:
results/real/clients:
internal/house:
internal/command: bounding checker conform internal/corpus internal/files internal/interactive internal/memory internal/printable internal/problems internal/progress internal/remote internal/report internal/report/advice internal/report/console internal/report/document internal/report/prose internal/supervision internal/unreached internal/world/guard internal/world/values parameter proc result systemlog trace
`)

// rows parses lines such as "name: import import".
func rows(text string) map[string][]string {
	table := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		name, imports, _ := strings.Cut(line, ":")
		table[name] = strings.Fields(imports)
	}
	return table
}

// dependencies lists, for each package, which packages of other modules it may import. A
// package that is not listed imports none.
var dependencies = map[string][]string{
	"internal/problems":          {"github.com/hashicorp/go-multierror"},
	"proc/protomsg":              {"google.golang.org/protobuf/encoding/prototext", "google.golang.org/protobuf/proto"},
	"internal/randomprograms":    {"pgregory.net/rapid"},
	"internal/ptrace":            {"golang.org/x/sys/unix"},
	"internal/kernel/descriptor": {"golang.org/x/sys/unix"},
	"internal/kernel/network":    {"golang.org/x/sys/unix"},
	"internal/kernel/files":      {"golang.org/x/sys/unix"},
	"internal/kernel":            {"github.com/elastic/go-seccomp-bpf/arch", "golang.org/x/sys/unix"},
	"real":                       {"golang.org/x/sys/unix"},
	"internal/clusterfile":       {"github.com/pelletier/go-toml/v2"},
	"internal/changes":           {"github.com/fsnotify/fsnotify"},
	"internal/rewrite":           {"golang.org/x/tools/go/packages"},
	"cmd/checkmodel":             {"github.com/spf13/pflag", "golang.org/x/sys/unix", "golang.org/x/tools/go/analysis/unitchecker"},
	"vet":                        {"golang.org/x/tools/go/analysis"},
	"vet/allow":                  {"golang.org/x/tools/go/analysis"},
	"vet/modelcode":              {"golang.org/x/tools/go/analysis", "golang.org/x/tools/go/types/typeutil"},
}

// pure packages do no input or output: they import none of the packages in impurity.
var (
	pure     = []string{"internal/problems", "internal/printable", "trace/kind", "trace", "internal/effects", "trace/causality", "mailbox", "table", "internal/disk", "internal/journal", "internal/whole", "internal/world/guard", "internal/world/values", "faults", "internal/world", "proc", "proc/detector", "proc/protomsg", "internal/stage", "internal/lenient", "result", "bounding", "internal/wakeup", "optimaldpor", "optimaldpor/backtrack", "states", "internal/liveness", "internal/explain", "internal/checkpoint", "internal/rules", "internal/claims", "internal/judge", "internal/driver", "internal/tally", "internal/series", "internal/engine", "parameter", "checker", "internal/corpus"}
	impurity = []string{"os", "log", "net", "time", "math/rand", "math/rand/v2", "io/ioutil", "syscall"}
)

// listed is the output of go list for a package.
type listed struct {
	ImportPath string
	Imports    []string
	Standard   bool
}

func TestImports(t *testing.T) {
	for _, p := range slices.Concat(packages(t, ".", "./..."), packages(t, "results", "./...")) {
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

// TestHouse: the table in ARCHITECTURE.md has every package in the table of imports, after all packages that it may import. There
// "a/b, c" stands for a/b and a/c, and "d/…" for d and all below it.
func TestHouse(t *testing.T) {
	_, house, _ := strings.Cut(read(t, "ARCHITECTURE.md"), "\n## The house\n")
	house, _, _ = strings.Cut(house, "\n\nImports ")
	var rows []string
	for line := range strings.Lines(house) {
		cells := strings.Split(line, " | ")
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[len(cells)-1], -1) {
			for i, name := range strings.Split(m[1], ", ") {
				if i > 0 {
					name = path.Join(path.Dir(rows[len(rows)-1]), name)
				}
				rows = append(rows, name)
			}
		}
	}
	place := func(name string) int {
		return slices.IndexFunc(rows, func(r string) bool {
			dir, all := strings.CutSuffix(r, "/…")
			return r == name || all && (name == dir || strings.HasPrefix(name, dir+"/"))
		})
	}
	for name, may := range allowed {
		if place(name) < 0 {
			t.Errorf("the table in ARCHITECTURE.md does not have %s", name)
		}
		for _, imported := range may {
			if place(imported) > place(name) {
				t.Errorf("%s may import %s, which is after it in the table of ARCHITECTURE.md", name, imported)
			}
		}
	}
}

// TestLinkedPackages: the packages that the command links into a program around a user's models
// need no module that package checker does not need, so that a module that requires the checker
// can build the program.
func TestLinkedPackages(t *testing.T) {
	var needed []string
	for _, p := range packages(t, ".", "-deps", "./checker") {
		needed = append(needed, p.ImportPath)
	}
	for _, p := range packages(t, ".", "-deps", "./cli", "./checktest") {
		if !p.Standard && !strings.HasPrefix(p.ImportPath, module) && !slices.Contains(needed, p.ImportPath) {
			t.Errorf("%s is needed by packages that are linked into the programs of users, and not by the checker", p.ImportPath)
		}
	}
}

// row returns what a package may import: its row of the table, or that of its directory.
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

// packages lists packages, with patterns as in the directory of a module.
func packages(t *testing.T, dir string, args ...string) []listed {
	t.Helper()
	out := run(t, dir, "go", append([]string{"list", "-json=ImportPath,Imports,Standard"}, args...)...)
	var all []listed
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestOnePlayer: only internal/stage steps a world along a schedule.
func TestOnePlayer(t *testing.T) {
	steps := regexp.MustCompile(`(?i)\b(sys|system|world|twin)(\(\))?\.Step(To)?\(\w`)
	root := strings.TrimSpace(output(t, "go", "list", "-m", "-f", "{{.Dir}}"))
	players := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		dir, _ := filepath.Rel(root, filepath.Dir(name))
		for range steps.FindAll(text, -1) {
			if players++; filepath.ToSlash(dir) != "internal/stage" {
				t.Errorf("%s steps a world; use a stage.Player", name)
			}
		}
		return err
	})
	if err != nil || players != 1 {
		t.Errorf("a system is stepped in %d places, want 1; %v", players, err)
	}
}

func output(t *testing.T, command string, args ...string) string {
	t.Helper()
	out, err := exec.Command(command, args...).Output()
	if err != nil {
		t.Fatalf("%s %v: %v", command, args, err)
	}
	return string(out)
}
