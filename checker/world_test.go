package checker_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// locks is a world without processes, messages and tables: actors that execute lists of instructions on counters and locks. It
// cannot go back.
type locks struct {
	program [][]use // of each actor
	actors  *trace.Actors
	cells   map[trace.Cell]int32
	at      []int   // of each actor: its next instruction,
	read    []int32 // what it has read last,
	wrote   []int32 // and what it has written last
	depth   int
}

// use is an instruction on a cell: "lock" and "unlock"; "read", and "write", which writes one more than was read; "choose", which
// stands for reading 0 or 1; or "expect", which violates a property if the actor has not read what it had written.
type use struct {
	what  string
	cell  int32
	value int32 // that is written
}

func (u use) String() string { return fmt.Sprintf("%s %d", u.what, u.cell) }
func (u use) Blocks() bool   { return u.what == "lock" }

// Use implements trace.Cells.
func (u use) Use(e *trace.Event, state func(trace.Cell) int32, all []trace.Access) ([]trace.Access, bool) {
	a := trace.Access{Cell: trace.Cell{Space: trace.Own, Object: u.cell}, Effect: trace.Read}
	e.Result = trace.ValueID(state(a.Cell))
	switch u.what {
	case "read", "expect":
	case "lock":
		a.Effect, a.After = trace.Update, 1
		return append(all, a), e.Result == 0
	case "unlock", "write":
		a.Effect, a.After, e.Result = trace.Write, u.value, 0
	default:
		panic("no instruction " + u.what)
	}
	return append(all, a), true
}

func newLocks(program [][]use) *locks {
	w := &locks{program: program, actors: trace.NewActors("a")}
	for i := range program[1:] {
		w.actors.Child(w.actors.ByID(0), string(rune('b'+i)), 1)
	}
	w.restart()
	return w
}

func (w *locks) restart() {
	w.cells, w.depth = map[trace.Cell]int32{}, 0
	n := len(w.program)
	w.at, w.read, w.wrote = make([]int, n), make([]int32, n), make([]int32, n)
}

// op returns the next operation of an actor, nil if it has ended.
func (w *locks) op(a int) *trace.Op {
	if w.at[a] > len(w.program[a]) {
		return nil
	}
	if w.at[a] == len(w.program[a]) {
		return &trace.Op{Kind: kind.Exit}
	}
	u := w.program[a][w.at[a]]
	switch {
	case u.what == "choose":
		return &trace.Op{Kind: kind.Choose, Alternatives: 2}
	case u.what == "write":
		u.value = w.read[a] + 1
	case u.what == "expect" && w.read[a] != w.wrote[a]:
		return &trace.Op{Kind: kind.Exit, Value: 1}
	}
	return &trace.Op{Kind: kind.Use, Object: u.cell, Key: trace.ValueID(len(u.what)), Value: trace.ValueID(u.value), Does: u}
}

func (w *locks) pending(all []trace.Pending, enabled bool) []trace.Pending {
	for a := range w.program {
		op := w.op(a)
		if op == nil {
			continue
		}
		e := trace.NewEvent(trace.ActorID(a), int32(w.at[a]), *op)
		if enabled == (!op.Blocks() || e.Use(w.cell)) {
			all = append(all, trace.Pending{Actor: trace.ActorID(a), Op: op})
		}
	}
	return all
}

func (w *locks) cell(c trace.Cell) int32 { return w.cells[c] }

func (w *locks) Enabled(all []trace.Pending) []trace.Pending { return w.pending(all, true) }

func (w *locks) Awaiting(all []trace.Pending) []trace.Pending { return w.pending(all, false) }

func (w *locks) CanStep(st trace.Step) bool {
	return slices.ContainsFunc(w.Enabled(nil), func(p trace.Pending) bool {
		return p.Actor == st.Actor && st.Alternative >= 0 && st.Alternative < max(1, p.Op.Alternatives)
	})
}

func (w *locks) StepTo(st trace.Step, e *trace.Event) {
	a := int(st.Actor)
	e.Renew(st.Actor, int32(w.at[a]), w.op(a))
	if e.Alternative = st.Alternative; e.Kind == kind.Use {
		e.Use(w.cell)
	}
	for _, access := range e.Accesses {
		if access.Effect != trace.Read {
			w.cells[access.Cell] = access.After
		}
	}
	switch u, _ := e.Does.(use); u.what {
	case "read":
		w.read[a] = int32(e.Result)
	case "write":
		w.wrote[a] = u.value
	}
	w.at[a]++
	if e.Kind == kind.Choose {
		w.read[a] = e.Alternative
	}
	if e.Kind == kind.Exit {
		w.at[a] = len(w.program[a]) + 1
	}
	w.depth++
}

func (w *locks) StepBack(depth int) (reached int) {
	if depth < w.depth {
		w.restart()
	}
	return w.depth
}

func (w *locks) Actor(id trace.ActorID) *trace.Actor {
	if int(id) >= len(w.program) {
		return nil
	}
	return w.actors.ByID(id)
}

func (w *locks) ExitReason(e *trace.Event) trace.Reason {
	if e.Value == 0 {
		return trace.Reason{}
	}
	return trace.Reason{Property: "no lost update", Text: fmt.Sprintf("it wrote %d and read %d", w.wrote[e.Actor], w.read[e.Actor])}
}

func (w *locks) Blocked() bool { return len(w.Awaiting(nil)) > 0 }

func (w *locks) Waiting() (all []trace.Waiting) {
	for _, p := range w.Awaiting(nil) {
		all = append(all, trace.Waiting{Process: w.Actor(p.Actor).Name, For: fmt.Sprint(p.Op.Does), Kind: "for a lock"})
	}
	return all
}

func (w *locks) StillTells(trace.EventID) bool { return false }

// Request and the methods after it put the operations into words.
func (w *locks) Request(_ int, e *trace.Event) trace.Request {
	r := trace.Request{Process: w.Actor(e.Actor).Name, Operation: e.Kind.String()}
	if u, is := e.Does.(use); is {
		r.Operation = u.String()
	}
	return r
}

func (w *locks) Pending(a trace.ActorID) (trace.Request, bool) {
	op := w.op(int(a))
	if op == nil {
		return trace.Request{}, false
	}
	e := trace.NewEvent(a, int32(w.at[a]), *op)
	return w.Request(0, &e), true
}

func (w *locks) Detailed(e *trace.Event) trace.Entry {
	r := w.Request(0, e)
	entry := trace.Entry{Process: r.Process, Operation: r.Operation, Kind: e.Kind.String()}
	if u, is := e.Does.(use); is && u.what == "read" {
		entry.Result = fmt.Sprint(e.Result)
	} else if e.Kind == kind.Exit {
		entry.Result = w.ExitReason(e).Text
	}
	return entry
}

func (w *locks) Source(int) string { return "" }

func lockModel(name string, program ...[]use) checker.Model {
	return checker.Model{Name: name, World: func(f checker.Faults) trace.World {
		if !f.None() {
			panic(&checker.ModelError{Problem: "locks have no faults"})
		}
		return newLocks(program)
	}}
}

// increment is a correct increment of a counter, and unlocked one that forgets the lock.
func increment(counter int32) []use {
	return slices.Concat([]use{{what: "lock", cell: 9}}, unlocked(counter), []use{{what: "unlock", cell: 9}})
}

func unlocked(counter int32) []use {
	return []use{{what: "read", cell: counter}, {what: "write", cell: counter}, {what: "read", cell: counter}, {what: "expect", cell: counter}}
}

// TestOtherWorld: a world that is no simulation is searched, replayed, minimized and reported as a model is.
func TestOtherWorld(t *testing.T) {
	t.Parallel()
	correct := lockModel("correct", increment(0), increment(0), []use{{what: "read", cell: 1}})
	for _, o := range []checker.Options{{}, {Algorithm: checker.Source}, {Algorithm: checker.Naive}, {Algorithm: checker.Auto}, {Workers: 2}} {
		r := mustCheck(t, correct, o)
		if r.Verdict != checker.Verified {
			t.Errorf("%v: %s", o.Algorithm, r.Verdict)
		}
	}
	forgets := lockModel("forgets", increment(0), unlocked(0))
	for _, o := range []checker.Options{{}, {Algorithm: checker.Naive}, {Algorithm: checker.RandomWalk, Runs: 1000}, {Algorithm: checker.Portfolio, Runs: 1000}} {
		r := mustCheck(t, forgets, o)
		if r.Verdict != checker.Violated || r.Violations[0].Property != "no lost update" || !strings.HasPrefix(r.Violations[0].Explanation, "it wrote 1 and read 2") {
			t.Fatalf("%v: %s, %+v", o.Algorithm, r.Verdict, r.Violations)
		}
		again := mustCheck(t, forgets, checker.Options{Replay: r.Violations[0].Steps})
		if again.Verdict != checker.Violated || len(again.Skipped) > 0 {
			t.Errorf("%v: the replay is %s, with %v skipped", o.Algorithm, again.Verdict, again.Skipped)
		}
		small, err := checker.Minimize(context.Background(), r, r.Violations[0], checker.Minimizing{})
		if err != nil || small.Property != "no lost update" || small.Minimized == nil || len(small.Trace.Entries) > 7 {
			t.Errorf("%v: minimizing gives %+v, %v", o.Algorithm, small, err)
		}
	}
	both := func(first, second int32) []use {
		return []use{{what: "lock", cell: first}, {what: "lock", cell: second}, {what: "unlock", cell: second}, {what: "unlock", cell: first}}
	}
	if r := mustCheck(t, lockModel("deadlock", both(0, 1), both(1, 0)), checker.Options{}); len(r.Violations) != 1 ||
		r.Violations[0].Property != proc.NoDeadlock || len(r.Violations[0].Waiting) != 2 {
		t.Errorf("the deadlock is %+v", r.Violations)
	}
	crashes := checker.Faults{Crashes: 1}
	for want, o := range map[string]checker.Options{
		"cannot tell its states apart": {Algorithm: checker.States}, "locks have no faults": {Faults: &crashes}, "has no delivery or external events to choose": {Without: []string{"x"}},
	} {
		if _, err := checker.Check(context.Background(), correct, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v ends with %v, want %q", o, err, want)
		}
	}
	correct.Main, correct.Delivery = func(*proc.P) {}, proc.Bag
	if _, err := checker.Check(context.Background(), correct, checker.Options{}); err == nil || !strings.Contains(err.Error(), "and a Main") || !strings.Contains(err.Error(), "and a Delivery") {
		t.Errorf("a world and processes end with %v", err)
	}
}

// TestSavedSearchOfOtherWorld: a search is saved, and goes on to the same result.
func TestSavedSearchOfOtherWorld(t *testing.T) {
	t.Parallel()
	m := lockModel("saved", increment(0), increment(0), unlocked(1)[:2])
	all := mustCheck(t, m, checker.Options{})
	saving := &checker.Saving{}
	var saved *checker.Checkpoint
	saving.Save = func(c *checker.Checkpoint) error { saved = c; return nil }
	half := mustCheck(t, m, checker.Options{MaxInterleavings: all.Interleavings / 2, Saving: saving})
	rest := mustCheck(t, m, checker.Options{Resume: saved})
	if half.Stop != checker.OutOfBudget || rest.Interleavings != all.Interleavings || rest.Verdict != checker.Verified {
		t.Errorf("%d interleavings, then %d in all, want %d; %s", half.Interleavings, rest.Interleavings, all.Interleavings, rest.Verdict)
	}
}

// TestPropertiesOfOtherWorld: a listed property that only a violation tells of is not said to be never asserted.
func TestPropertiesOfOtherWorld(t *testing.T) {
	t.Parallel()
	m := lockModel("listed", increment(0))
	m.Properties = []checker.Property{{Name: "no lost update"}}
	if r := mustCheck(t, m, checker.Options{}); r.Verdict != checker.Verified || len(r.Unasserted) > 0 {
		t.Errorf("the verdict is %s, and not asserted are %v", r.Verdict, r.Unasserted)
	}
}

// states is a world that claims to tell its states apart.
type states struct{ *locks }

func (states) State() trace.State { return nil }

// TestStatesOfOtherWorldAreNotSaved: package states could save them, and the numbers of the world are unknown.
func TestStatesOfOtherWorldAreNotSaved(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "states", World: func(checker.Faults) trace.World { return states{newLocks([][]use{increment(0)})} }}
	saving := &checker.Saving{Save: func(*checker.Checkpoint) error { return nil }}
	_, err := checker.Check(context.Background(), m, checker.Options{Algorithm: checker.States, Saving: saving})
	if err == nil || !strings.Contains(err.Error(), "cannot be saved or resumed") {
		t.Errorf("the error is %v", err)
	}
}

// fickle is a world in which each read after a restart has another result.
type fickle struct {
	*locks
	restarts int32
}

func (w *fickle) StepBack(depth int) (reached int) {
	if depth < w.depth {
		w.restarts++
	}
	return w.locks.StepBack(depth)
}

func (w *fickle) StepTo(st trace.Step, e *trace.Event) {
	if w.locks.StepTo(st, e); e.Kind == kind.Use {
		e.Result += trace.ValueID(w.restarts)
	}
}

// TestFickleWorld: a world that is not deterministic is an error that says so, in a search and where steps are tried.
func TestFickleWorld(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "fickle", World: func(checker.Faults) trace.World { return &fickle{locks: newLocks([][]use{unlocked(0), unlocked(0)})} }}

	_, err := checker.Check(context.Background(), m, checker.Options{Until: checker.UntilEnd})
	if err == nil || !strings.Contains(err.Error(), "not deterministic") {
		t.Errorf("the error of the search is %v", err)
	}
	steps, _ := trace.ParseSchedule("v1 a b")
	_, err = checker.Look(context.Background(), m, checker.Options{Replay: steps}, checker.Looking{Peek: true})
	if err == nil || !strings.Contains(err.Error(), "does not come out the same when the same schedule is executed again") {
		t.Errorf("the error of Look is %v", err)
	}
}

// TestRepetitionsOfOtherWorld: as its operations may be slow, the first interleaving is executed again once, and of later ones
// one operation in fifty.
func TestRepetitionsOfOtherWorld(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ runs, want int }{{1, 1}, {40, 1}, {500, 10}} {
		worlds := 0
		m := lockModel("counted", increment(0), increment(0))
		world := m.World
		m.World = func(f checker.Faults) trace.World {
			worlds++
			return world(f)
		}
		if r := mustCheck(t, m, checker.Options{Runs: c.runs, Workers: 1}); r.Interleavings != c.runs || worlds-1 != c.want {
			t.Errorf("%d of %d runs, %d of them are executed again; want %d", r.Interleavings, c.runs, worlds-1, c.want)
		}
	}
}

// TestPanicOfOtherWorld: a panic is an error of the world, with its place, and none of the checker.
func TestPanicOfOtherWorld(t *testing.T) {
	t.Parallel()
	_, err := checker.Check(context.Background(), lockModel("broken", []use{{what: "lock"}}, []use{{what: "divide"}}), checker.Options{})
	var ours *checker.InternalError
	if err == nil || errors.As(err, &ours) || !strings.Contains(err.Error(), "the world of the model panicked: no instruction divide") || !strings.Contains(err.Error(), "world_test.go:") {
		t.Errorf("the error is %v", err)
	}
}

// bare is a world with no more than the six methods.
type bare struct{ trace.World }

// TestBareWorld: an actor that waits for ever is a deadlock even in a world that tells nothing else.
func TestBareWorld(t *testing.T) {
	t.Parallel()
	m := checker.Model{Name: "bare", World: func(checker.Faults) trace.World { return bare{newLocks([][]use{{{what: "lock"}}, {{what: "lock"}}})} }}
	r := mustCheck(t, m, checker.Options{})
	if r.Verdict != checker.Violated || r.Violations[0].Property != proc.NoDeadlock || len(r.Violations[0].Waiting) != 1 {
		t.Errorf("the verdict is %s, with %+v", r.Verdict, r.Violations)
	}
}

func mustCheck(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	r, err := checker.Check(context.Background(), m, o)
	if err != nil {
		t.Fatalf("%v: %v", o.Algorithm, err)
	}
	return r
}

// TestReportOfOtherWorld: its trace is shown in columns.
func TestReportOfOtherWorld(t *testing.T) {
	t.Parallel()
	r := mustCheck(t, lockModel("forgets", increment(0), unlocked(0)), checker.Options{})
	var text bytes.Buffer
	if err := console.Model((prose.Text{Width: 100}), &text, document.Item{Name: "forgets", Result: r}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"lock 9", "write 0", "no lost update"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report does not have %q", want)
		}
	}
}

// classes is an observer that tells the classes of interleavings.
type classes map[causality.Signature]int

func (c classes) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	order := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
	order.Compute(slices.Clone(events))
	c[order.Signature()]++
}

// TestLocksAgainstBruteForce: of programs with locks and counters, which may deadlock, optimal DPOR explores each class once,
// and source-DPOR each.
func TestLocksAgainstBruteForce(t *testing.T) {
	t.Parallel()
	// The second actor may lock first, which no race shows if it has waited.
	compareLocks(t, [][]use{{{what: "lock"}, {what: "unlock"}}, {{what: "lock"}}})
	rapid.Check(t, func(t *rapid.T) {
		instruction := rapid.Custom(func(t *rapid.T) use {
			return use{what: rapid.SampledFrom([]string{"lock", "unlock", "read", "write", "choose"}).Draw(t, "what"), cell: rapid.Int32Range(0, 2).Draw(t, "cell")}
		})
		compareLocks(t, rapid.SliceOfN(rapid.SliceOfN(instruction, 1, 3), 2, 3).Draw(t, "program"))
	})
}

// compareLocks compares the classes that searches explore.
func compareLocks(t interface {
	Errorf(string, ...any)
	Fatal(...any)
}, program [][]use) {
	explore := func(a checker.Algorithm) (found classes, interleavings int) {
		found = classes{}
		r, err := checker.Check(context.Background(), lockModel("drawn", program...), checker.Options{Algorithm: a, Until: checker.UntilEnd, Observer: found, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		return found, r.Interleavings
	}
	all, _ := explore(checker.Naive)
	for _, a := range []checker.Algorithm{checker.Optimal, checker.Source} {
		found, interleavings := explore(a)
		for class := range all {
			if found[class] == 0 {
				t.Errorf("%s misses a class of %d interleavings", a, all[class])
			}
		}
		if a == checker.Optimal && (len(found) > len(all) || interleavings != len(found)) {
			t.Errorf("%s explores %d interleavings of %d classes, and there are %d", a, interleavings, len(found), len(all))
		}
	}
}
