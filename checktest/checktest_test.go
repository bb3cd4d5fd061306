package checktest_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/proc"
)

// lastWins lets two processes write; the property holds in one of two orders.
func lastWins(violates ...string) checker.Model {
	return checker.Model{
		Name:     "last-wins",
		Violates: violates,
		Main: func(p *proc.P) {
			me := p.Self()
			for _, v := range []int{1, 2} {
				p.Spawn("writer", func(p *proc.P) { p.Send(me, v) })
			}
			first := proc.Receive[int](p)
			p.Assert(first == 1, "order", "%d came first", first)
		},
	}
}

func TestRunAcceptsADeclaredViolation(t *testing.T) {
	r := checktest.Run(t, lastWins("order"), checktest.Until(checker.UntilEnd))
	if r.Verdict != checker.Violated || r.Interleavings != 2 || r.Violating != 1 {
		t.Errorf("verdict %s with %d violating of %d interleavings, want violated, 1 of 2", r.Verdict, r.Violating, r.Interleavings)
	}
}

func TestRunHonoursItsOptions(t *testing.T) {
	if r := checktest.Run(t, lastWins("order"), checktest.MaxInterleavings(1)); r.Verdict != checker.Incomplete {
		t.Errorf("verdict %s with a budget of one interleaving, want incomplete", r.Verdict)
	}
	if r := checktest.Run(t, lastWins("order"), checktest.Bound(0)); r.Verdict != checker.Bounded {
		t.Errorf("verdict %s with bound 0, want bounded", r.Verdict)
	}
	if r := checktest.Run(t, lastWins("order"), checktest.DelayBound(1)); r.Verdict != checker.Violated {
		t.Errorf("verdict %s with delay bound 1, want violated", r.Verdict)
	}
}

// TestFaults: Faults replaces the budget of the model.
func TestFaults(t *testing.T) {
	m := checker.Model{
		Name: "watched", Faults: checker.Faults{Crashes: 1}, Violates: []string{"lives"},
		Main: func(p *proc.P) {
			p.Monitor(p.Spawn("node", func(*proc.P) {}, proc.Node))
			d := proc.Receive[proc.Down](p)
			p.Assert(d.Reason != proc.Crashed, "lives", "the node has %v", d.Reason)
		},
	}
	if r := checktest.Run(t, m); r.Verdict != checker.Violated {
		t.Errorf("the verdict is %s with the faults of the model", r.Verdict)
	}
	m.Violates = nil
	if r := checktest.Run(t, m, checktest.Faults(checker.Faults{})); r.Verdict != checker.Verified {
		t.Errorf("the verdict is %s without faults", r.Verdict)
	}
}

// TestBounds: Bounds searches under each bound in turn, and ends with the first that cuts nothing.
func TestBounds(t *testing.T) {
	m := checker.Model{Name: "two writers", Main: func(p *proc.P) {
		me := p.Self()
		for range 2 {
			p.Spawn("writer", func(p *proc.P) { p.Send(me, p.Self()) })
		}
		proc.Receive[proc.PID](p)
		proc.Receive[proc.PID](p)
	}}
	r := checktest.Run(t, m, checktest.Bounds(0, 2))
	if r.Verdict != checker.Verified || len(r.Levels) != 2 || r.Levels[0].BoundCut == 0 || r.Levels[1].BoundCut != 0 {
		t.Errorf("the verdict is %s, after the searches %+v; want that of a second search without a cut", r.Verdict, r.Levels)
	}
}

// TestRunFails executes the tests below in another process. They must fail there and say why.
func TestRunFails(t *testing.T) {
	for name, want := range map[string][]string{
		"TestInnerUndeclared": {"order", "2 came first", "checktest_test.go:", "--- FAIL: TestInnerUndeclared/last-wins"},
		"TestInnerNotFound":   {"declares that it violates nothing of the kind, but no interleaving does"},
		"TestInnerMisspelt":   {"ordr, but no interleaving does", `The model declares that it violates "ordr", which is not one of its properties; did you mean "order"?`},
		"TestInnerMissed":     {"the model does not reach its goals; not reached: the moon"},
		"TestInnerUnusable":   {"model empty has no first process", "\n        model empty declares the violation of a property without a name\n", "checker.Options.Bound is -1"},
		"TestInnerNone":       {"there is nothing to check: no models were given; give RunAll the models of the package, which its function Models returns"},
		"TestInnerNameless":   {"model 2 of 2 has no name; set checker.Model.Name"},
		"TestInnerTwice":      {`there are several models with the name "d"; give each its own`},
		"TestInnerNil":        {"option 1 of 3 is nil; leave it out", "option 3 of 3 is nil; leave it out"},
		"TestInnerStuck": {"process main at ", "does not reach its next operation (its goroutine: chan receive)",
			"The calls that led there, innermost first:", "checktest_test.TestInnerStuck.func1  "},
		"TestInnerCareless": {"checktest_test.go:", `the property "careless", asked about what process main has shown, panicked: oops`,
			"checktest_test.TestInnerCareless.func", `interleaving 1: the property "careless" panics`, "expose 7",
			"go test -run '^TestInnerCareless$/^careless_model$' -checkmodel.replay 'v1 0'"},
	} {
		out, err := execute(t, t.TempDir(), name)
		if err == nil {
			t.Errorf("%s passes, but must fail:\n%s", name, out)
		}
		says(t, out, want...)
		if strings.Contains(out, "#01") || strings.Contains(out, "SIGSEGV") {
			t.Errorf("%s goes on, or panics:\n%s", name, out)
		}
	}
}

// One of several violations is shown with its trace, each of the others on one line.
func TestOneTraceIsShown(t *testing.T) {
	out, _ := execute(t, t.TempDir(), "TestInnerSeveral")
	says(t, out, "first is violated (not declared) in interleaving 1: one", "Other violations:\n",
		"  second (not declared), in interleaving 1: two")
	if n := strings.Count(out, " events led there"); n > 1 {
		t.Errorf("%d traces are shown:\n%s", n, out)
	}
}

// execute executes one of the tests below in another process, in the directory.
func execute(t *testing.T, dir, test string, flags ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"-test.run=^" + strings.ReplaceAll(test, "/", "$/^") + "$", "-test.v"}, flags...)...)
	cmd.Env = append(os.Environ(), "CHECKTEST_INNER=1")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func says(t *testing.T, out string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(out, w) {
			t.Errorf("the test does not say %q:\n%s", w, out)
		}
	}
}

// passes executes a test that must pass.
func passes(t *testing.T, dir, test string, flags ...string) string {
	t.Helper()
	out, err := execute(t, dir, test, flags...)
	if err != nil {
		t.Errorf("%s %v fails, but must pass:\n%s", test, flags, out)
	}
	return out
}

func TestFailuresAreKept(t *testing.T) {
	dir := t.TempDir()
	out, _ := execute(t, dir, "TestInnerUndeclared")
	kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "last-wins", "*.trace"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	name := filepath.Base(kept[0])
	says(t, out, "the violation is kept in testdata/checkmodel/last-wins/"+name)
	says(t, out, ": go tool checkmodel -model '^last-wins$' -replay testdata/checkmodel/last-wins/"+name+" -html trace.html .",
		"for other models: go test -run '^TestInnerUndeclared$/^last-wins$' -checkmodel.replay testdata/checkmodel/last-wins/"+name+")")

	// The next test finds it without a search, and keeps nothing new.
	out, err = execute(t, dir, "TestInnerUndeclared")
	if err == nil {
		t.Errorf("the failure that was kept is not found again:\n%s", out)
	}
	says(t, out, name+" violates the model again\n", "2 came first", "order is violated (not declared) in interleaving 1: 2 came first")
	if strings.Contains(out, "is kept") {
		t.Errorf("it is kept twice:\n%s", out)
	}

	says(t, out, "to go through it event by event, in the package's directory: go tool checkmodel -model '^last-wins$' -replay testdata/checkmodel/last-wins/"+name)

	// By hand.
	out, err = execute(t, dir, "TestInnerUndeclared", "-checkmodel.replay="+kept[0])
	if err == nil {
		t.Errorf("the failure is not replayed:\n%s", out)
	}
	says(t, out, "2 came first")
	out = passes(t, dir, "TestInnerUndeclared", "-checkmodel.replay=v1 main*2 writer main")
	says(t, out, "nothing found in this interleaving")

	out, err = execute(t, dir, "TestInnerUndeclared", "-checkmodel.replay=v1 main*2 no-one writer main")
	if err == nil {
		t.Errorf("a replay that does not follow its schedule passes:\n%s", out)
	}
	says(t, out, "the replay found nothing, but did not follow its schedule: 1 of its 5 steps was skipped; the first: step 3 of the schedule is skipped: there is no process no-one")

	// A model that has changed: a little, much, and what is declared.
	says(t, passes(t, dir, "TestInnerMended"), name+" does not violate anything any more; it matches the model for 4 of 5 steps; then main did ")
	out, err = execute(t, dir, "TestInnerRewritten")
	if err == nil {
		t.Errorf("what does not fit any more passes:\n%s", out)
	}
	says(t, out, name+" does not fit any more: it matches the model for 0 of 5 steps; then main did \"spawn writer\", and now does \"end\"; no step of the schedule is possible",
		"-checkmodel.refresh removes it, and the findings of the search are kept again: go test -run '^TestInnerRewritten$/^last-wins$' -checkmodel.refresh")
	out, err = execute(t, dir, "TestInnerOneWriter")
	if err == nil {
		t.Errorf("what fits in one step only passes:\n%s", out)
	}
	says(t, out, name+" does not fit any more: it matches the model for 1 of 5 steps;", " of its 5 steps were skipped. It guards against nothing now")
	says(t, passes(t, dir, "TestInnerDeclared"), name+" violates what the model declares", "violated (declared)")

	if err := os.WriteFile(kept[0], []byte("v7"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err = execute(t, dir, "TestInnerMended")
	if err == nil {
		t.Errorf("a file that is none is accepted:\n%s", out)
	}
	says(t, out, name+": a schedule begins with its version, v1")
}

// A kept failure of a model that was edited since is found again, and the test says how its steps were found, and whether
// it fails in the same way.
func TestKeptBeforeAnEdit(t *testing.T) {
	dir := t.TempDir()
	if out, err := execute(t, dir, "TestInnerTravels"); err == nil {
		t.Errorf("it passes:\n%s", out)
	}
	out, err := execute(t, dir, "TestInnerTravelsLater")
	if err == nil {
		t.Errorf("what was kept is not found again:\n%s", out)
	}
	says(t, out, ".trace violates the model again; it matches the model for 1 of 6 steps; ",
		"found by fingerprint; 1 operation was executed before its end that it does not have\n")
	if strings.Contains(out, "found by fingerprint; now ") {
		t.Errorf("each step is found, and more than one line says so:\n%s", out)
	}
	out, err = execute(t, dir, "TestInnerTravelsElsewhere")
	if err == nil {
		t.Errorf("another violation passes:\n%s", out)
	}
	says(t, out, ".trace violates the model in another way; ")
}

// After a search that a budget has stopped, interleavings are drawn, and what they show is kept.
func TestDrawnAfterTheSearch(t *testing.T) {
	dir := t.TempDir()
	out, err := execute(t, dir, "TestInnerUndeclared", "-checkmodel.max-interleavings=1")
	if err == nil {
		t.Errorf("what the drawn interleavings show does not fail the test:\n%s", out)
	}
	says(t, out, "incomplete (interleaving budget), nothing found until then: last-wins; 1 interleaving explored",
		"the search did not end, so interleavings were drawn at random; violated (not declared): last-wins",
		"order is violated (not declared) in interleaving ", "  Minimized: ", "the violation is kept in testdata/checkmodel/last-wins/")
	if out, err = execute(t, dir, "TestInnerUndeclared", "-checkmodel.max-interleavings=1"); err == nil {
		t.Errorf("what was kept is not found again:\n%s", out)
	}
	says(t, out, " violates the model again\n")
	says(t, passes(t, t.TempDir(), "TestInnerLarge", "-test.short"),
		"the search did not end, so interleavings were drawn at random; sampled, nothing found in these runs: large; 1000 interleavings explored")
	for _, flags := range [][]string{{"-checkmodel.bound=0"}, {"-checkmodel.runs=5"}} { // as asked for, and drawn already
		if out := passes(t, t.TempDir(), "TestInnerDeclared", flags...); strings.Contains(out, "drawn at random;") {
			t.Errorf("%v: interleavings are drawn again:\n%s", flags, out)
		}
	}
}

// waiting is a model that may choose the same for ever, unless it is patient.
func waiting(patient bool) checker.Model {
	return checker.Model{Name: "waiting", Main: func(p *proc.P) {
		proc.Loop(p, 0, func(n *int) bool {
			if patient {
				*n++
			}
			return p.Choose(2) == 0 && *n < 3
		})
		proc.Expose(p, "done")
	}, Rules: []checker.Rule{checker.Eventually(checker.Property{Name: "done"}, func(all []checker.Exposed[string]) error {
		if len(all) == 0 {
			return errors.New("nothing is done")
		}
		return nil
	})}}
}

// What repeats for ever is kept, and is found again.
func TestLassoIsKept(t *testing.T) {
	dir := t.TempDir()
	out, err := execute(t, dir, "TestInnerWaiting")
	kept, _ := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "waiting", "*.trace"))
	if err == nil || len(kept) != 1 {
		t.Fatalf("kept: %v:\n%s", kept, out)
	}
	says(t, out, "done is violated (not declared) in interleaving 2: for ever, nothing is done", "then for ever:")
	if text, err := os.ReadFile(kept[0]); err != nil || !strings.Contains(string(text), "\n## then for ever:\nmain  # choose one of 2 → 0\n") {
		t.Errorf("it is kept as %s, %v", text, err)
	}
	out, err = execute(t, dir, "TestInnerWaiting")
	if err == nil {
		t.Errorf("what was kept is not found again:\n%s", out)
	}
	says(t, out, filepath.Base(kept[0])+" violates the model again\n", "for ever, nothing is done", "then for ever:")
	says(t, passes(t, dir, "TestInnerPatient"), "does not violate anything any more", "verified: waiting")
}

// -checkmodel.refresh removes the files that no longer fit, and no others.
func TestRefresh(t *testing.T) {
	dir := t.TempDir()
	execute(t, dir, "TestInnerUndeclared")
	pattern := filepath.Join(dir, "testdata", "checkmodel", "last-wins", "*.trace")
	passes(t, dir, "TestInnerMended", "-checkmodel.refresh")
	if kept, err := filepath.Glob(pattern); err != nil || len(kept) != 1 {
		t.Errorf("of what fits there is %v, %v", kept, err)
	}
	says(t, passes(t, dir, "TestInnerRewritten", "-checkmodel.refresh"), ".trace is removed: it does not fit any more: it matches the model for 0 of 5 steps")
	if kept, err := filepath.Glob(pattern); err != nil || len(kept) != 0 {
		t.Errorf("of what does not fit there is %v, %v", kept, err)
	}
	if out := passes(t, dir, "TestInnerRewritten"); strings.Contains(out, "fit") {
		t.Errorf("it is still there:\n%s", out)
	}
}

// A test that passes says which searches were cut, also without -v and in an attribute.
func TestCutsAreSaid(t *testing.T) {
	const said = "TestInnerPair: not everything was explored: bounded, nothing found within the bound: last-wins; 1 interleaving explored, 1 cut by the bound\nPASS\n"
	says(t, passes(t, t.TempDir(), "TestInnerPair", "-test.v=false", "-checkmodel.bound=0"), said)
	out := passes(t, t.TempDir(), "TestInnerPair", "-checkmodel.bound=0")
	says(t, out, "=== ATTR  TestInnerPair/orderly checkmodel.complete true", "=== ATTR  TestInnerPair/last-wins checkmodel.complete false")
	if strings.Contains(out, "not everything") {
		t.Errorf("with -v it is said twice:\n%s", out)
	}
	out = passes(t, t.TempDir(), "TestInnerOrderly", "-test.v=false")
	if out != "PASS\n" {
		t.Errorf("of what was explored it says\n%s", out)
	}
}

// A test fails if nothing was explored.
func TestUnexploredFails(t *testing.T) {
	out, err := execute(t, t.TempDir(), "TestInnerUnexplored")
	if err == nil {
		t.Errorf("it passes:\n%s", out)
	}
	says(t, out, "nothing was explored: the time for this model was up too soon; give the test more (go test -timeout)")
}

// Kept failures without a model are reported.
func TestOrphans(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"gone/a.trace", "gone/b.trace", "a%2Ab%2Fc/a.trace", "notes/readme.txt"} {
		path := filepath.Join(dir, "testdata", "checkmodel", filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte("v1 main"), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	out := passes(t, dir, "TestInnerStarred")
	says(t, out, "the failures in "+filepath.Join("testdata", "checkmodel", "gone")+" are not replayed: no model of this test has that name. If ")
	if n := strings.Count(out, "are not replayed"); n != 1 {
		t.Errorf("that something is not replayed is said %d times:\n%s", n, out)
	}
	if out := passes(t, dir, "TestInnerStarred", "-checkmodel.replay=v1 main"); strings.Contains(out, "are not replayed") {
		t.Errorf("it is said of a replay:\n%s", out)
	}
}

// A file is replayed only on its own model. A test without that model fails.
func TestReplayedIsTheModelOfTheFile(t *testing.T) {
	dir := t.TempDir()
	execute(t, dir, "TestInnerUndeclared")
	kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "last-wins", "*.trace"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v", kept, err)
	}
	out, err := execute(t, dir, "TestInnerPair", "-checkmodel.replay="+kept[0])
	if err == nil {
		t.Errorf("the failure is not replayed:\n%s", out)
	}
	says(t, out, "--- FAIL: TestInnerPair/last-wins", "--- SKIP: TestInnerPair/orderly", "checktest_test.go:", ": -checkmodel.replay "+kept[0]+" is of model last-wins, not of orderly")
	out, err = execute(t, dir, "TestInnerOrderly", "-checkmodel.replay="+kept[0])
	if err == nil {
		t.Errorf("a test that has nothing to replay passes:\n%s", out)
	}
	says(t, out, kept[0]+" is of model last-wins; this test has orderly; select the test of that model with -run")
	says(t, passes(t, dir, "TestInnerPair/orderly", "-checkmodel.replay=v1 main"), "nothing found in this interleaving")
}

// A failure is kept with its delivery. Tests with another delivery do not replay it.
// A failure that was found with clocks that drift is found again by a test without drift, also by hand.
func TestDrift(t *testing.T) {
	dir := t.TempDir()
	out, _ := execute(t, dir, "TestInnerDrifting")
	kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "sleeps", "*.trace"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v in\n%s", kept, err, out)
	}
	if text, err := os.ReadFile(kept[0]); err != nil || !strings.HasPrefix(string(text), "v1\n# drift: 20\n# model sleeps ") {
		t.Errorf("the file is\n%s", text)
	}
	out, _ = execute(t, dir, "TestInnerSleeps")
	says(t, out, filepath.Base(kept[0])+" violates the model again\n", "it is 12")
	out, _ = execute(t, dir, "TestInnerSleeps", "-checkmodel.replay="+kept[0])
	says(t, out, "it is 12")
}

// A failure that was found with faults of messages, or with a partition, is found again by a test without faults. If the
// model has changed such that the fault does no harm, or does not fit, the test says so.
func TestFaultsOfTheNetwork(t *testing.T) {
	for faults, did := range map[string]string{
		"Lossy":      "send 1 to reader",
		"Reordering": "send 1 to reader → which arrives in any order",
		"Copying":    "send 1 to reader → which arrives twice",
		"Parted":     "send 1 to reader → which is lost, as the link is cut",
	} {
		dir := t.TempDir()
		out, _ := execute(t, dir, "TestInner"+faults)
		kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "nodes", "*.trace"))
		if err != nil || len(kept) != 1 {
			t.Errorf("%s: kept: %v, %v in\n%s", faults, kept, err, out)
			continue
		}
		name := filepath.Base(kept[0])
		for _, flags := range [][]string{nil, {"-checkmodel.replay=" + kept[0]}} {
			out, _ = execute(t, dir, "TestInnerNodes", flags...)
			says(t, out, "in turn is violated (not declared)")
		}
		says(t, passes(t, dir, "TestInnerNodesAtEase"), name+" does not violate anything any more")
		out, _ = execute(t, dir, "TestInnerNodesTheOtherWay")
		says(t, out, name+" does not violate anything any more, and fits only in part: it matches the model for ", "; then writer did \""+did+"\", and now does ")
		if strings.Contains(out, "is lost\n") {
			t.Errorf("%s: another fault happens than in the failure:\n%s", faults, out)
		}
	}
}

// nodes are two nodes that send each other numbers.
func nodes(main, writer func(p *proc.P, other proc.PID)) checker.Model {
	return checker.Model{Name: "nodes", Main: func(p *proc.P) {
		reader := p.Spawn("reader", func(p *proc.P) { main(p, proc.Receive[proc.PID](p)) }, proc.Node, proc.Daemon)
		p.Send(reader, p.Spawn("writer", func(p *proc.P) { writer(p, reader) }, proc.Node))
	}}
}

func sendsTwo(p *proc.P, to proc.PID) { p.Send(to, 1); p.Send(to, 2) }
func takesTwo(p *proc.P, _ proc.PID) {
	for _, want := range [...]int{1, 2} {
		got := proc.Receive[int](p)
		p.Assert(got == want, "in turn", "%d comes before %d", got, want)
	}
}
func takesAny(p *proc.P, _ proc.PID) { proc.Receive[int](p); proc.Receive[int](p) }

func TestInnerLossy(t *testing.T)      { disturbed(t, checker.Faults{Losses: 1}) }
func TestInnerReordering(t *testing.T) { disturbed(t, checker.Faults{Reorderings: 1}) }
func TestInnerCopying(t *testing.T)    { disturbed(t, checker.Faults{Duplicates: 1}) }
func TestInnerParted(t *testing.T)     { disturbed(t, checker.Faults{Partitions: 1}) }

func disturbed(t *testing.T, f checker.Faults) {
	inner(t, one(nodes(takesTwo, sendsTwo)), checktest.Faults(f))
}

func TestInnerNodes(t *testing.T)            { inner(t, one(nodes(takesTwo, sendsTwo))) }
func TestInnerNodesAtEase(t *testing.T)      { inner(t, one(nodes(takesAny, sendsTwo))) }
func TestInnerNodesTheOtherWay(t *testing.T) { inner(t, one(nodes(sendsTwo, takesTwo))) }

// A failure of a node with a crash, what that leaves of its disk, or a sync that fails is found again by a test without faults.
func TestFaultsOfNodes(t *testing.T) {
	for faults, line := range map[string]string{
		"Crashing":   "the log has []",
		"FailedSync": "the sync has failed",
	} {
		dir := t.TempDir()
		out, _ := execute(t, dir, "TestInner"+faults)
		kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "keeps", "*.trace"))
		if err != nil || len(kept) != 1 {
			t.Errorf("%s: kept: %v, %v in\n%s", faults, kept, err, out)
			continue
		}
		for _, flags := range [][]string{nil, {"-checkmodel.replay=" + kept[0]}} {
			out, _ = execute(t, dir, "TestInnerKeeps", flags...)
			says(t, out, "kept is violated (not declared)", line)
		}
		says(t, passes(t, dir, "TestInnerKeepsBetter"), filepath.Base(kept[0])+" does not violate anything any more")
	}
}

// keeps is a model of a node that relies on its log.
func keeps(assert bool) checker.Model {
	const log proc.File[int] = "log"
	return checker.Model{Name: "keeps", Main: func(p *proc.P) {
		p.Spawn("node", func(p *proc.P) {
			if all, err := log.Read(p); err == nil {
				p.Assert(len(all) == 1 || !assert, "kept", "the log has %v", all)
				return
			}
			log.Write(p)
			p.SyncDir()
			log.Append(p, 1)
			failed := log.Sync(p) != nil
			p.Assert(!failed || !assert, "kept", "the sync has failed")
		}, proc.Node)
	}}
}

func TestInnerCrashing(t *testing.T) {
	inner(t, one(keeps(true)), checktest.Faults(checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn}))
}
func TestInnerFailedSync(t *testing.T) {
	inner(t, one(keeps(true)), checktest.Faults(checker.Faults{SyncFailures: 2}))
}
func TestInnerKeeps(t *testing.T)       { inner(t, one(keeps(true))) }
func TestInnerKeepsBetter(t *testing.T) { inner(t, one(keeps(false))) }

// sleeps is a model that relies on exact clocks.
func sleeps() checker.Model {
	return checker.Model{Name: "sleeps", Main: func(p *proc.P) {
		main := p.Self()
		p.Spawn("node", func(p *proc.P) { p.Sleep(10); p.Send(main, 1) }, proc.Node)
		p.Receive()
		now := p.Now()
		p.Assert(now <= 10, "in time", "it is %d", now)
	}}
}

func TestDelivery(t *testing.T) {
	dir := t.TempDir()
	out, _ := execute(t, dir, "TestInnerOrderly", "-checkmodel.delivery=bag")
	kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "orderly", "*.trace"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v in\n%s", kept, err, out)
	}
	name := filepath.Base(kept[0])
	says(t, out, ": go tool checkmodel -model '^orderly$' -replay testdata/checkmodel/orderly/"+name+" -delivery=bag -html trace.html .")
	if text, err := os.ReadFile(kept[0]); err != nil || !strings.HasPrefix(string(text), "v1\n# delivery: bag\n# model orderly ") {
		t.Errorf("the file is\n%s", text)
	}
	out, _ = execute(t, dir, "TestInnerInBags")
	says(t, out, name+" violates the model again\n")
	says(t, passes(t, dir, "TestInnerOrderly"), name+" is not replayed: it was found with delivery bag, and this test has delivery instant", "verified")

	// By hand, with the delivery of the file.
	out, _ = execute(t, dir, "TestInnerOrderly", "-checkmodel.replay="+kept[0])
	says(t, out, "2 came first")
	out, _ = execute(t, dir, "TestInnerOrderly", "-checkmodel.replay="+kept[0], "-checkmodel.delivery=channel")
	says(t, out, "-checkmodel.replay was found with -checkmodel.delivery bag; leave out -checkmodel.delivery channel")
	out, _ = execute(t, dir, "TestInnerOrderly", "-checkmodel.delivery=mail")
	says(t, out, "it must be one of instant, channel, bag")
}

// A model may say how its messages travel and how it is searched. The test follows it.
func TestSearchOfTheModel(t *testing.T) {
	dir := t.TempDir()
	out, _ := execute(t, dir, "TestInnerTravels")
	kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "orderly", "*.trace"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept: %v, %v in\n%s", kept, err, out)
	}
	name := filepath.Base(kept[0])
	says(t, out, ": go tool checkmodel -model '^orderly$' -replay testdata/checkmodel/orderly/"+name+" -html trace.html .")
	if text, err := os.ReadFile(kept[0]); err != nil || !strings.HasPrefix(string(text), "v1\n# delivery: bag\n# model orderly ") {
		t.Errorf("the file is\n%s", text)
	}
	out, _ = execute(t, dir, "TestInnerTravels")
	says(t, out, name+" violates the model again\n")
	out = passes(t, dir, "TestInnerTravels", "-checkmodel.delivery=instant")
	says(t, out, name+" is not replayed: it was found with delivery bag, and this test has delivery instant", "verified")
	says(t, passes(t, t.TempDir(), "TestInnerTravels", "-checkmodel.bound=0"), "bounded, nothing found within the bound: orderly; 1 interleaving explored")
	says(t, passes(t, t.TempDir(), "TestInnerFew"), "incomplete (interleaving budget), nothing found until then: large; 7 interleavings explored")
	says(t, passes(t, t.TempDir(), "TestInnerFew", "-test.short"), "nothing found until then: large; 7 interleavings explored")
	says(t, passes(t, t.TempDir(), "TestInnerFew", "-checkmodel.max-interleavings=9"), "nothing found until then: large; 9 interleavings explored")
}

func TestKeepFlag(t *testing.T) {
	dir := t.TempDir()
	passes(t, dir, "TestInnerDeclared")
	if _, err := os.Stat(filepath.Join(dir, "testdata")); err == nil {
		t.Error("a violation that is declared is kept")
	}
	says(t, passes(t, dir, "TestInnerDeclared", "-checkmodel.keep"), "the violation is kept in ")
}

func TestLimits(t *testing.T) {
	says(t, passes(t, t.TempDir(), "TestInnerLarge", "-test.short"),
		"incomplete (interleaving budget), nothing found until then: large; 1000 interleavings explored")
	says(t, passes(t, t.TempDir(), "TestInnerLarge", "-checkmodel.bound=1", "-checkmodel.max-interleavings=5"),
		"incomplete (interleaving budget), nothing found until then: large; 5 interleavings explored")
	says(t, passes(t, t.TempDir(), "TestInnerDeclared", "-checkmodel.bound=0"),
		"bounded (declared violation not found: order), nothing found within the bound: last-wins; 1 interleaving explored")
	out, err := execute(t, t.TempDir(), "TestInnerLarge", "-checkmodel.bound=-1")
	if err == nil {
		t.Errorf("a negative bound is accepted:\n%s", out)
	}
	says(t, out, `invalid bound "-1": want a number from 0, a range such as 0..4`)
	for _, flag := range []string{"seed", "workers", "max-interleavings"} {
		out, err := execute(t, t.TempDir(), "TestInnerLarge", "-checkmodel."+flag+"=-1")
		if err == nil {
			t.Errorf("-checkmodel.%s=-1 is accepted:\n%s", flag, out)
		}
		says(t, out, `invalid value "-1" for flag -checkmodel.`+flag+": it must be a whole number from 0\n")
	}
	out, _ = execute(t, t.TempDir(), "TestInnerLarge", "-checkmodel.require-complete=perhaps")
	says(t, out, "it must be true or false\n")
	says(t, passes(t, t.TempDir(), "TestInnerDeclared", "-checkmodel.bound=0..3"),
		"violated (declared): last-wins; 2 interleavings explored")
	says(t, passes(t, t.TempDir(), "TestInnerDeclared", "-checkmodel.bound=0", "-checkmodel.seed=5"),
		"violated (declared): last-wins; 1 interleaving explored") // in the default order, bound 0 shows nothing
}

// With RequireComplete, a search that was cut fails the test, except with -short; a flag has
// precedence.
func TestRequireComplete(t *testing.T) {
	const required = "the search is required to be complete, and was cut: "
	for _, c := range []struct {
		test  string
		flags []string
		want  string // the failure, if there is one
	}{
		{"TestInnerComplete", nil, ""},
		{"TestInnerComplete", []string{"-checkmodel.bound=0"}, required + "bounded, nothing found within the bound: fine; "},
		{"TestInnerComplete", []string{"-checkmodel.runs=10"}, required + "sampled, nothing found in these runs: fine; "},
		{"TestInnerComplete", []string{"-checkmodel.max-interleavings=1"}, required + "incomplete (interleaving budget), "},
		{"TestInnerComplete", []string{"-checkmodel.max-interleavings=1", "-test.short"}, ""},
		{"TestInnerComplete", []string{"-checkmodel.max-interleavings=1", "-checkmodel.require-complete=false"}, ""},
		{"TestInnerComplete", []string{"-checkmodel.replay=v1 main"}, ""},
		{"TestInnerLarge", []string{"-checkmodel.require-complete", "-test.short"}, "let it have no limit (-short is one)"},
		{"TestInnerDeclared", []string{"-checkmodel.require-complete"}, ""}, // it ends with a declared violation
	} {
		if c.want == "" {
			passes(t, t.TempDir(), c.test, c.flags...)
			continue
		}
		out, err := execute(t, t.TempDir(), c.test, c.flags...)
		if err == nil {
			t.Errorf("%s %v passes, but must fail:\n%s", c.test, c.flags, out)
		}
		says(t, out, c.want)
	}
}

func TestResultsAreHandedOn(t *testing.T) {
	dir := t.TempDir()
	out := passes(t, dir, "TestInnerDeclared", "-test.artifacts", "-test.outputdir="+dir)
	const attribute = "=== ATTR  TestInnerDeclared/last-wins checkmodel."
	says(t, out, attribute+"verdict violated\n", attribute+"interleavings 2\n", attribute+"violations 1\n")
	var names []string
	err := filepath.WalkDir(filepath.Join(dir, "_artifacts"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, d.Name())
		}
		return err
	})
	if err != nil || !slices.Equal(names, []string{"result.json", "violation-1.txt"}) {
		t.Errorf("the artifacts are %v, %v", names, err)
	}
}

// inner checks models if this process was started by another test.
func inner(t *testing.T, models []checker.Model, o ...checktest.Option) {
	if os.Getenv("CHECKTEST_INNER") == "" {
		t.Skip("executed by the tests above")
	}
	checktest.RunAll(t, models, o...)
}

func one(m checker.Model) []checker.Model { return []checker.Model{m} }

// orderly is right only if the messages of a process stay in order.
func orderly() checker.Model {
	return checker.Model{Name: "orderly", Main: func(p *proc.P) {
		me := p.Self()
		p.Spawn("writer", func(p *proc.P) { p.Send(me, 1); p.Send(me, 2) })
		first := proc.Receive[int](p)
		p.Assert(first == 1, "order", "%d came first", first)
	}}
}

func TestInnerOrderly(t *testing.T) { inner(t, one(orderly())) }
func TestInnerPair(t *testing.T)    { inner(t, []checker.Model{orderly(), lastWins()}) }
func TestInnerInBags(t *testing.T)  { inner(t, one(orderly()), checktest.Delivery(proc.Bag)) }
func TestInnerSleeps(t *testing.T)  { inner(t, one(sleeps())) }
func TestInnerDrifting(t *testing.T) {
	inner(t, one(sleeps()), checktest.Faults(checker.Faults{Drift: 20}))
}
func TestInnerDeclared(t *testing.T) { inner(t, one(lastWins("order"))) }
func TestInnerLarge(t *testing.T)    { inner(t, one(large("large"))) }
func TestInnerWaiting(t *testing.T)  { inner(t, one(waiting(false))) }
func TestInnerPatient(t *testing.T)  { inner(t, one(waiting(true))) }
func TestInnerTravels(t *testing.T) {
	m := orderly()
	m.Delivery = proc.Bag
	inner(t, one(m))
}

// travelsLater is orderly with a message before the others, and with another name of the property.
func travelsLater(property string) checker.Model {
	m := orderly()
	m.Delivery, m.Main = proc.Bag, func(p *proc.P) {
		me := p.Self()
		p.Spawn("writer", func(p *proc.P) { p.Send(me, "hello"); p.Send(me, 1); p.Send(me, 2) })
		first := proc.Receive[int](p)
		p.Assert(first == 1, property, "%d came first", first)
	}
	return m
}
func TestInnerTravelsLater(t *testing.T)     { inner(t, one(travelsLater("order"))) }
func TestInnerTravelsElsewhere(t *testing.T) { inner(t, one(travelsLater("sequence"))) }
func TestInnerFew(t *testing.T) {
	m := large("large")
	m.Search.MaxInterleavings = 7
	inner(t, one(m))
}
func TestInnerMended(t *testing.T) {
	m := lastWins()
	m.Main = func(p *proc.P) {
		me := p.Self()
		for _, v := range []int{1, 2} {
			p.Spawn("writer", func(p *proc.P) { p.Send(me, v) })
		}
		proc.Receive[int](p)
	}
	inner(t, one(m))
}
func TestInnerRewritten(t *testing.T) {
	inner(t, one(checker.Model{Name: "last-wins", Main: func(*proc.P) {}}))
}

func TestInnerOneWriter(t *testing.T) {
	inner(t, one(checker.Model{Name: "last-wins", Main: func(p *proc.P) { p.Spawn("writer", func(*proc.P) {}) }}))
}

// large has too many interleavings to explore all.
func large(name string) checker.Model {
	return checker.Model{Name: name, Main: func(p *proc.P) {
		me := p.Self()
		for n := range 24 {
			p.Spawn("writer", func(p *proc.P) { p.Send(me, n) })
		}
		for range 24 {
			p.Receive()
		}
	}}
}

func TestInnerUndeclared(t *testing.T) { inner(t, one(lastWins())) }
func TestInnerSeveral(t *testing.T) {
	inner(t, one(checker.Model{Name: "several", Main: func(p *proc.P) {
		p.Spawn("a", func(p *proc.P) { p.Assert(false, "first", "one") })
		p.Spawn("b", func(p *proc.P) { p.Assert(false, "second", "two") })
	}}))
}
func TestInnerNone(t *testing.T) { inner(t, nil) }
func TestInnerNameless(t *testing.T) {
	inner(t, []checker.Model{{Name: "d", Main: func(*proc.P) {}}, {Main: func(*proc.P) {}}})
}
func TestInnerTwice(t *testing.T) {
	d := checker.Model{Name: "d", Main: func(*proc.P) {}}
	inner(t, []checker.Model{d, d, d})
}
func TestInnerNil(t *testing.T) { inner(t, one(lastWins("order")), nil, checktest.Bound(4), nil) }
func TestInnerStarred(t *testing.T) {
	inner(t, one(checker.Model{Name: "a*b/c", Main: func(*proc.P) {}}))
}
func TestInnerUnusable(t *testing.T) {
	inner(t, one(checker.Model{Name: "empty", Violates: []string{""}}), checktest.Bound(-1))
}
func TestInnerStuck(t *testing.T) {
	inner(t, one(checker.Model{Name: "stuck", Main: func(*proc.P) { <-make(chan int) }}), checktest.Patience(time.Millisecond))
}
func TestInnerComplete(t *testing.T) {
	m := lastWins()
	m.Name, m.Main = "fine", func(p *proc.P) { p.Choose(2) }
	inner(t, one(m), checktest.RequireComplete())
}
func TestInnerMissed(t *testing.T) {
	inner(t, one(checker.Model{Name: "fine", Main: func(*proc.P) {}, Goals: []checker.Property{{Name: "the moon"}}}))
}
func TestInnerNotFound(t *testing.T) {
	inner(t, one(checker.Model{Name: "fine", Main: func(*proc.P) {}, Violates: []string{"nothing of the kind"}}))
}

// The result of a model that failed is published, too.
func TestFailuresAreHandedOn(t *testing.T) {
	dir := t.TempDir()
	out, err := execute(t, dir, "TestInnerCareless", "-test.artifacts", "-test.outputdir="+dir)
	if err == nil {
		t.Fatal("it passes")
	}
	says(t, out, "=== ATTR  TestInnerCareless/careless_model checkmodel.verdict failed\n")
	var result []byte
	err = filepath.WalkDir(filepath.Join(dir, "_artifacts"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "result.json" {
			result, err = os.ReadFile(path)
		}
		return err
	})
	if err != nil || !strings.Contains(string(result), `"verdict":"failed"`) || !strings.Contains(string(result), "the property \\\"careless\\\" panics") {
		t.Errorf("the result is %s, %v", result, err)
	}
}

func TestInnerMisspelt(t *testing.T) {
	inner(t, one(checker.Model{Name: "fine", Main: func(*proc.P) {}, Violates: []string{"ordr"}, Properties: []checker.Property{{Name: "order"}}}))
}

func TestInnerCareless(t *testing.T) {
	careless := checker.Always(checker.Property{Name: "careless"}, func([]checker.Exposed[int]) error { panic("oops") })
	inner(t, one(checker.Model{Name: "careless model", Main: func(p *proc.P) { proc.Expose(p, 7) }, Rules: []checker.Rule{careless}}))
}

var senders = checker.Parameter{Name: "senders", Default: 1, Min: 1, Max: 4}

func TestInnerSized(t *testing.T) {
	inner(t, []checker.Model{
		{Name: "sized", Parameters: []checker.Parameter{senders}, Main: func(p *proc.P) {
			me := p.Self()
			for n := range senders.Value() {
				p.Spawn("sender", func(p *proc.P) { p.Send(me, n) })
			}
			first := proc.Receive[int](p)
			p.Assert(first == 0, "order", "%d came first", first)
		}},
		{Name: "other", Main: func(*proc.P) {}},
	})
}

// -checkmodel.set changes parameters of models. What is kept belongs to its values.
func TestSet(t *testing.T) {
	dir := t.TempDir()
	passes(t, dir, "TestInnerSized")
	out, err := execute(t, dir, "TestInnerSized", "-checkmodel.set=senders=3")
	if err == nil {
		t.Errorf("with three senders it passes:\n%s", out)
	}
	says(t, out, "order", "model other has none of the parameters that -checkmodel.set names", "--- SKIP: TestInnerSized/other")
	kept, err := filepath.Glob(filepath.Join(dir, "testdata", "checkmodel", "sized", "*.trace"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept are %q, %v", kept, err)
	}
	out = passes(t, dir, "TestInnerSized")
	says(t, out, "is not replayed: it was found with other parameters (-checkmodel.set senders=3)")
	out, _ = execute(t, dir, "TestInnerSized", "-checkmodel.set=senders=3")
	says(t, out, "violates the model again")
	out, _ = execute(t, dir, "TestInnerSized", "-checkmodel.replay="+kept[0])
	says(t, out, "-checkmodel.replay was found with other parameters; give -checkmodel.set senders=3, too")
	for flag, want := range map[string]string{
		"senders=5": "-checkmodel.set: the parameter senders is 5; it must be 1 to 4",
		"clients=2": `none of the models of this test has a parameter "clients"; they have senders`,
		"senders":   "it must be the name of a parameter and a whole number, as clients=3",
	} {
		out, err := execute(t, dir, "TestInnerSized", "-checkmodel.set="+flag)
		if err == nil {
			t.Errorf("%s passes:\n%s", flag, out)
		}
		says(t, out, want)
	}
}

// TestWitness: a test shows the way to a goal, also if the goal was reached by drawn runs.
func TestWitness(t *testing.T) {
	m := lastWins("witness")
	m.Violates, m.Goals = nil, []checker.Property{{Name: "there"}}
	m.Main = func(p *proc.P) {
		if p.Choose(3) == 1 {
			p.Reach("there")
		}
	}
	r := checktest.Run(t, m, checktest.Witness("there"))
	if r == nil || r.Stop != checker.AtGoals || r.Shortest != 2 || len(r.Examples) != 1 || r.Examples[0].Reaches != "there" {
		t.Errorf("by states: %+v", r)
	}
	r = checktest.Run(t, m, checktest.Witness("there"), checktest.Runs(100))
	if r == nil || r.Stop != checker.AtGoals || r.Shortest != 0 || len(r.Examples) != 1 || r.Examples[0].Minimized == nil {
		t.Errorf("by runs: %+v", r)
	}
}
