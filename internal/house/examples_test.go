package house

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// library lists the packages for users of the library.
var library = []string{"checker", "checktest", "faults", "proc", "trace", "trace/causality", "trace/kind", "table", "mailbox", "bounding", "optimaldpor", "optimaldpor/backtrack", "states", "result", "systemlog", "conform", "drive"}

// shownIn names, for each type without an example of its own, one that shows it.
var shownIn = map[string]string{
	"conform.Options":   "conform.ExampleCheck",
	"conform.Span":      "conform.ExampleCheck",
	"conform.Violation": "conform.ExampleJudge",
	"drive.Options":     "drive.ExampleCheck",
	"drive.System":      "drive.ExampleCheck",
	"drive.Input":       "drive.ExampleCheck",
	"drive.Output":      "drive.ExampleCheck",
	"drive.Kind":        "drive.ExampleCheck",
	"drive.Cover":       "drive.ExampleCheck",
	"drive.Failure":     "drive.ExampleCheck",
	"drive.Step":        "drive.ExampleCheck",
	"drive.Answer":      "drive.ExampleCheck",
	"systemlog.ByName":  "systemlog.ExampleMeaning",
	"systemlog.Crash":   "systemlog.ExampleMeaning",
	"systemlog.Restart": "systemlog.ExampleMeaning",

	"bounding.Branch": "bounding.ExampleBound",
	"bounding.Kind":   "bounding.ExampleBound",

	"proc.Durable":              "proc.ExampleFile",
	"checker.DiskPolicy":        "proc.ExampleFile",
	"faults.DiskPolicy":         "faults.ExampleBudget_Validate",
	"faults.Link":               "faults.ExampleNode",
	"trace.MessageFault":        "trace.ExampleBudget",
	"trace/causality.Footprint": "trace/causality.ExampleFilter",
	"trace.Alternatives":        "trace.ExampleBudget",
	"trace.Behavior":            "trace.ExampleMoments",
	"checker.Minimization":      "checker.ExampleMinimize",
	"checker.Minimizing":        "checker.ExampleMinimize",
	"checker.Claim":             "checker.ExampleCommutes",
	"checker.Counting":          "checker.ExampleObserver",
	"checker.Explaining":        "checker.ExampleStrategy",
	"checker.Exposed":           "checker.ExampleAlways",
	"checker.Figures":           "checker.ExampleCheck",
	"checker.Findings":          "checker.ExampleCheck",
	"checker.HistoryOperation":  "checker.ExampleOperation",
	"checker.Level":             "checker.ExampleOptions_bounds",
	"checker.Estimate":          "checker.ExampleForecaster",
	"checker.Judgment":          "checker.ExampleLook",
	"checker.Looking":           "checker.ExampleLook",
	"checker.Standing":          "checker.ExampleLook",
	"checker.ModelError":        "checker.ExampleInternalError",
	"result.InternalError":      "checker.ExampleInternalError",
	"checker.Failure":           "checker.ExampleInternalError",
	"checker.Property":          "checker.ExampleAlways",
	"checker.Change":            "checker.ExampleRemedy",
	"checker.Reversal":          "checker.ExampleViolation",
	"checker.Saving":            "checker.ExampleCheckpoint",
	"checker.Setting":           "checker.ExampleCheckpoint",
	"checker.Side":              "checker.ExampleViolation",
	"checker.Stop":              "checker.ExampleResult",
	"checker.Traits":            "checker.ExampleAlgorithms",
	"checker.Verdict":           "checker.ExampleResult",
	"checker.World":             "checker.ExampleInspector",

	"mailbox.Message": "mailbox.ExampleMailbox",

	"optimaldpor/backtrack.Config": "optimaldpor/backtrack.ExampleBPOR",
	"optimaldpor.OpenLeaf":         "optimaldpor.ExampleElsewhere",
	"optimaldpor.Branch":           "optimaldpor.ExampleDispatcher",
	"optimaldpor.Estimate":         "optimaldpor.ExampleDispatcher",
	"optimaldpor.Below":            "optimaldpor.ExampleElsewhere",
	"optimaldpor.Explored":         "optimaldpor.ExampleElsewhere",
	"optimaldpor.Noted":            "optimaldpor.ExampleElsewhere",
	"optimaldpor.Outcome":          "optimaldpor.ExampleElsewhere",
	"optimaldpor.Sequence":         "optimaldpor.ExampleElsewhere",
	"optimaldpor.Unit":             "optimaldpor.ExampleElsewhere",
	"optimaldpor.Lookahead":        "optimaldpor.ExampleBatch",
	"optimaldpor.Repetition":       "optimaldpor.ExampleDivergence", // another error, which no search should return

	"proc.Down":        "proc.ExampleP_Monitor",
	"proc.Exited":      "proc.ExampleP_TrapExits",
	"proc.Integer":     "proc.ExampleUpdateCounter",
	"proc.PID":         "proc.ExampleCall",
	"proc.Reply":       "proc.ExampleRequest",
	"proc.Row":         "proc.ExampleTable_Select",
	"proc.SpawnOption": "proc.ExampleCall",
	"proc.TableError":  "proc.ExampleTable_Rename",
	"proc.TableOption": "proc.ExampleTable_SetHeir",
	"proc.Timer":       "proc.ExampleP_SendAfter",
	"proc.Transfer":    "proc.ExampleTable_GiveAway",

	"result.Failure":          "checker.ExampleInternalError",
	"result.Setting":          "checker.ExampleCheckpoint",
	"result.StaleCheckpoint":  "checker.ExampleStaleCheckpoint",
	"result.StaleSchedule":    "checker.ExampleStaleSchedule",
	"result.Change":           "checker.ExampleRemedy",
	"result.Claim":            "checker.ExampleCommutes",
	"result.Cycles":           "checker.ExampleEventually",
	"result.Figures":          "checker.ExampleCheck",
	"result.Findings":         "checker.ExampleCheck",
	"result.Goal":             "checker.ExampleGoal",
	"result.Judgment":         "checker.ExampleLook",
	"result.Place":            "checker.ExampleLook",
	"result.Standing":         "checker.ExampleLook",
	"result.Level":            "checker.ExampleOptions_bounds",
	"result.Minimization":     "checker.ExampleMinimize",
	"result.HistoryOperation": "checker.ExampleOperation",
	"result.Property":         "checker.ExampleAlways",
	"result.Record":           "checker.ExampleResult",
	"result.Remedy":           "checker.ExampleRemedy",
	"result.Stop":             "checker.ExampleResult",
	"result.Verdict":          "checker.ExampleResult",
	"result.Violation":        "checker.ExampleViolation",

	"table.Before": "table.ExampleTable",

	"trace.ExposedState":         "checker.ExampleLook",
	"trace.Move":                 "checker.ExampleLook",
	"trace.Situation":            "checker.ExampleLook",
	"trace.Standing":             "checker.ExampleLook",
	"trace.Table":                "checker.ExampleLook",
	"trace.Exploration":          "states.ExampleExplorer",
	"trace.Reversal":             "checker.ExampleViolation",
	"trace.Side":                 "checker.ExampleViolation",
	"trace.Cause":                "checker.ExampleCause",
	"trace.Repetition":           "checker.ExampleRepetition",
	"trace.Growth":               "checker.ExampleGrowth",
	"trace.Reception":            "states.ExampleExplorer",
	"trace.Commutation":          "states.ExampleExplorer",
	"states.Config":              "states.ExampleExplorer",
	"states.Parting":             "states.ExampleExplorer_Join",
	"states.PairReader":          "states.ExampleExplorer_Save",
	"states.Snapshot":            "states.ExampleExplorer_Save",
	"trace.SkippedStep":          "checker.ExampleSkippedStep",
	"trace.Similar":              "checker.ExampleSimilar",
	"trace.Likeness":             "trace.ExampleEntry_FileLine",
	"trace.View":                 "checker.ExampleStrategy",
	"trace.State":                "checker.ExampleStrategy",
	"trace.Ending":               "checker.ExampleStrategy",
	"trace.Coverage":             "optimaldpor.ExampleConfig",
	"trace.Access":               "checker.ExampleModel_world",
	"trace.Actor":                "trace.ExampleActors",
	"trace.ActorID":              "trace.ExampleActors",
	"trace.Cell":                 "checker.ExampleModel_world",
	"trace.Cells":                "checker.ExampleModel_world",
	"trace/causality.Dependence": "trace/causality.ExampleRelation",
	"trace.Effect":               "table.ExampleTable",
	"trace.Event":                "checker.ExampleStrategy",
	"trace.EventID":              "trace/causality.ExampleOrder",
	"trace/kind.Flags":           "trace/causality.ExampleOrder_Timers",
	"trace.NamedStep":            "trace.ExampleNamedSchedule",
	"trace.ObjectID":             "trace/causality.ExampleRelation",
	"trace.Other":                "trace.ExampleOp_Node",
	"trace/kind.Traits":          "trace/kind.ExampleKind_Is",
	"trace.Outcome":              "checker.ExampleObserver",
	"trace.Pair":                 "trace.ExampleTrace",
	"trace.Patterns":             "trace/causality.ExampleOrder",
	"trace.Pause":                "trace.ExampleTrace",
	"trace.Mail":                 "checker.ExampleLook",
	"trace.Facts":                "checker.ExampleCause",
	"trace.Pending":              "checker.ExampleStrategy",
	"trace/causality.Race":       "trace/causality.ExampleOrder",
	"trace.Reason":               "checker.ExampleModel_world",
	"trace.Request":              "checker.ExampleModel_world",
	"trace.Row":                  "trace.ExampleTrace",
	"trace.Schedule":             "trace.ExampleNamedSchedule",
	"checker.Cycles":             "checker.ExampleEventually",
	"trace.Space":                "checker.ExampleModel_world",
	"trace.Step":                 "trace.ExampleNamedSchedule",
	"trace/causality.Takers":     "trace/causality.ExampleRelation",
	"trace/causality.Timer":      "trace/causality.ExampleOrder_Timers",
	"trace.ValueID":              "trace/causality.ExampleOrder",
	"trace.Waiting":              "checker.ExampleModel_world",
	"trace.World":                "checker.ExampleModel_world",
}

// TestExamples: go doc has a tested example for each exported type of the library: for the type,
// one of its methods, or a function that returns it. Otherwise shownIn names an example of another
// type that shows it.
func TestExamples(t *testing.T) {
	types := map[string]bool{} // whether the type has an example of its own
	examples := map[string]bool{}
	for _, dir := range library {
		p := documented(t, dir)
		for _, e := range doc.Examples(p.files...) {
			examples[dir+".Example"+e.Name] = true
			if e.Output == "" {
				t.Errorf("the example %s in %s says nothing of its output, so it is not tested", e.Name, dir)
			}
		}
		for _, typ := range p.Types {
			n := len(typ.Examples)
			for _, f := range append(typ.Funcs, typ.Methods...) {
				n += len(f.Examples)
			}
			types[dir+"."+typ.Name] = n > 0
		}
	}
	for name, own := range types {
		switch other, shown := shownIn[name]; {
		case own && shown:
			t.Errorf("%s has an example, and need not be shown in another", name)
		case !own && !shown:
			t.Errorf("%s has no example; write one, or say in shownIn which one shows it", name)
		case shown && !examples[other]:
			t.Errorf("%s is said to be shown in %s, and there is no such example", name, other)
		}
	}
	for name := range shownIn {
		if _, ok := types[name]; !ok {
			t.Errorf("shownIn names %s, and there is no such type", name)
		}
	}
}

// TestOperationsAreListed: the documentation of package proc lists the methods of a process
// and of a table, and no others.
func TestOperationsAreListed(t *testing.T) {
	p := documented(t, "proc")
	_, list, _ := strings.Cut(p.Doc, "\n# The operations\n")
	list, _, _ = strings.Cut(list, "\n# ")
	methods := map[string]bool{}
	for _, typ := range p.Types {
		if typ.Name != "P" && typ.Name != "Table" {
			continue
		}
		for _, m := range typ.Methods {
			methods[m.Name] = true
			if m.Name != "String" && !regexp.MustCompile(`\b`+m.Name+`\b`).MatchString(list) {
				t.Errorf("the list of operations in proc/doc.go does not have %s.%s", typ.Name, m.Name)
			}
		}
	}
	for _, m := range regexp.MustCompile(`\bp\.(\w+)`).FindAllStringSubmatch(list, -1) {
		if !methods[m[1]] {
			t.Errorf("the list of operations in proc/doc.go has p.%s, and there is no such method", m[1])
		}
	}
}

// documentation is the documentation of a package with its files.
type documentation struct {
	*doc.Package
	files []*ast.File
}

func documented(t *testing.T, dir string) documentation {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, path := range paths {
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(fset, files, module+"/"+dir)
	if err != nil {
		t.Fatal(err)
	}
	return documentation{p, files}
}
