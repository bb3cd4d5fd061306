package drive

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// driver executes tests.
type driver struct {
	*graph
	options   *Options
	processes []string        // under test
	drawn     map[place]*edge // of Draws
	start     func() (System, error)
	along     func(inputs []string) (*graph, error) // explores the model with only these inputs in their order, any of them left out
	ctx       context.Context
	report    Report
	covered   map[pair]bool
	gained    bool            // the present test covers a pair, or shows that the program leaves a way
	compared  map[string]bool // types of states of the program: whether the model shows one
}

// all executes tests until all pairs are covered that can be, or one fails.
func (d *driver) all() error {
	for d.options.Tests == 0 || d.report.Tests < d.options.Tests {
		if d.options.Cover != Draws && d.route(0, d.uncovered) == nil {
			break
		}
		d.gained = d.options.Cover == Draws
		t, err := d.execute(d.cover)
		d.report.Tests++
		if d.report.Covered = len(d.covered); err != nil {
			return err
		}
		d.report.Inputs += len(t.steps)
		if t.failed() {
			d.report.Failure, err = d.smaller(t)
			return err
		}
		if !d.gained { // the rest is too far away
			break
		}
	}
	for _, of := range slices.Sorted(maps.Keys(d.compared)) {
		if !d.compared[of] {
			return fmt.Errorf("the State of the program is a %s, and the model shows no state of that type: let the process expose one, or return nil", of)
		}
	}
	return nil
}

// execute starts the program and tests it.
func (d *driver) execute(body func(*test) error) (*test, error) {
	if err := d.ctx.Err(); err != nil {
		return nil, err
	}
	system, err := d.start()
	if err != nil {
		return nil, fmt.Errorf("the program cannot be started for a test: %w", err)
	}
	defer system.Close()
	t := &test{driver: d, graph: d.graph, system: system, belief: []*track{{}}}
	return t, body(t)
}

// uncovered accepts a way to an edge with a pair that no test has covered.
func (d *driver) uncovered(e *edge, _ int) (after int, may, done bool) {
	return 0, true, e.input != none && !d.covered[e.pair]
}

// cover executes a test that leads to pairs which are not covered, or a test that is drawn.
func (d *driver) cover(t *test) error {
	met := map[place]bool{}
	for !t.over() {
		var way []hop
		if at := (place{d.report.Tests, t.belief[0].node, len(t.steps)}); d.options.Cover != Draws {
			way = d.route(t.belief[0].node, d.uncovered)
		} else if e := d.drawn[at]; e != nil && len(e.ends) > 0 && !met[at] {
			met[at] = true
			way = []hop{{e, e.ends[0]}}
		}
		if way == nil {
			break
		}
		missed, err := t.follow(way)
		if err != nil {
			return err
		}
		if missed != nil {
			missed.refused, d.gained = true, true
			if !t.lost {
				d.report.Elsewhere++
			}
		}
	}
	return nil
}

// smaller returns what remains of a test that fails if inputs are left out, as long as the model allows the rest (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
func (d *driver) smaller(t *test) (*Failure, error) {
	first := len(t.steps)
	for i := range d.nodes {
		for _, e := range d.nodes[i].edges {
			for _, x := range e.ends {
				x.refused = false
			}
		}
	}
	try := func(sequence []string) (is bool, err error) {
		if len(sequence) >= len(t.given) {
			return false, nil
		}
		a, err := d.execute(func(a *test) error { return a.repeat(sequence) })
		if is = err == nil && a.failed(); is {
			t = a
		}
		return is, err
	}
	if !d.report.Complete || d.options.Cover == Histories {
		g, err := d.along(t.given)
		if err != nil {
			return nil, err
		}
		d.graph = g
	}
	for size := len(t.given) / 2; size > 0; {
		shorter := false
		for i := 0; i+size <= len(t.given); {
			is, err := try(slices.Delete(slices.Clone(t.given), i, i+size))
			if err != nil {
				return nil, err
			}
			if shorter = shorter || is; !is {
				i++
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
	return t.failure(first), nil
}

// test is a test while it is executed.
type test struct {
	*driver
	*graph
	system System
	belief []*track // where the model may be; the first one is the plan
	steps  []Step
	given  []string // the inputs, as in graph.alike
	last   *edge
	lost   bool // the model was not explored far enough
}

// track is a way of the model.
type track struct {
	node int
	via  *track // nil at the beginning
	hop
}

// failed reports whether the last answer is wrong.
func (t *test) failed() bool {
	n := len(t.steps)
	return n > 0 && (t.steps[n-1].Err != nil || t.steps[n-1].Want != nil)
}

// over reports whether the test cannot go on.
func (t *test) over() bool {
	return t.lost || t.failed() || len(t.steps) == t.options.Inputs
}

// follow goes a way until the test is over. If the program leaves the way, or the way leaves what is known of the model, it returns the end that was not reached.
func (t *test) follow(way []hop) (missed *end, err error) {
	for _, h := range way {
		if t.over() {
			break
		}
		if err := t.take(h); err != nil {
			return nil, err
		}
		if t.lost || !t.failed() && t.belief[0].end != h.end {
			return h.end, nil
		}
	}
	return nil, nil
}

// repeat gives the inputs of a sequence, as far as the model allows them.
func (t *test) repeat(sequence []string) error {
	for !t.over() {
		way := t.route(t.belief[0].node, func(e *edge, before int) (after int, may, done bool) {
			n := len(t.steps) + before
			if e.input == none {
				return before, true, false
			}
			return before + 1, n < len(sequence) && t.alike[e.input] == sequence[n], n+1 == len(sequence)
		})
		if way == nil {
			break
		}
		if _, err := t.follow(way); err != nil {
			return err
		}
	}
	return nil
}

// take executes an edge from the first node of the belief, and the edges with the same step from all others. An input is given only if it is
// possible wherever the model may be.
func (t *test) take(h hop) error {
	var edges []*edge
	for _, b := range t.belief {
		e := t.nodes[b.node].find(h.edge)
		if t.lost = e == nil; t.lost {
			return nil
		}
		edges = append(edges, e)
	}
	var got *Answer
	if h.edge.input != none {
		in := t.inputs[h.edge.input]
		t.gained = t.gained || !t.covered[h.edge.pair]
		t.covered[h.edge.pair] = true
		answer, failure := t.do(in)
		if err := answer.key(); err != nil {
			return err
		}
		t.steps, t.given, t.last = append(t.steps, Step{Input: in, Got: answer, Err: failure}), append(t.given, t.alike[h.edge.input]), h.edge
		if failure != nil {
			return nil
		}
		got = &answer
	}
	next, want := t.after(edges, h.end, got)
	if len(next) == 0 {
		t.steps[len(t.steps)-1].Want = want
		return nil
	}
	t.belief = next
	return nil
}

// after returns where the model may be after the edges, one from each track of the belief, with that answer; and the other answers of the model.
// With nil there was no input.
func (t *test) after(edges []*edge, planned *end, got *Answer) (next []*track, want []Answer) {
	wanted, met := map[int]bool{}, map[int]bool{}
	for i, e := range edges {
		for _, x := range e.ends {
			a := &t.answers[x.answer]
			switch {
			case got != nil && !t.allows(a, got):
				if !wanted[x.answer] {
					want = append(want, *a)
				}
				wanted[x.answer] = true
			case x == planned:
				next = slices.Insert(next, 0, &track{x.to, t.belief[i], hop{e, x}})
			case !met[x.to]:
				next = append(next, &track{x.to, t.belief[i], hop{e, x}})
				met[x.to] = true
			}
		}
	}
	return next, want
}

// allows reports whether an answer of the program is one of the model.
func (d *driver) allows(a, got *Answer) bool {
	same := a.outputs == got.outputs
	for process, states := range got.states {
		for of, text := range states {
			want, shown := a.states[process][of]
			d.compared[of] = d.compared[of] || shown
			same = same && (!shown || want == text)
		}
	}
	return same
}

// do gives the program an input and returns its answer.
func (t *test) do(in Input) (a Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	if a.Outputs, err = t.system.Do(in); err != nil {
		return a, err
	}
	a.Outputs, a.States = slices.Clone(a.Outputs), map[string][]any{}
	for i := range a.Outputs {
		if a.Outputs[i].Process == "" {
			a.Outputs[i].Process = in.Process
		}
	}
	for _, process := range t.processes {
		if state := t.system.State(process); state != nil {
			a.States[process] = []any{state}
		}
	}
	return a, nil
}

// failure describes the test, which has failed.
func (t *test) failure(inputs int) *Failure {
	var hops []hop
	for at := t.belief[0]; at.via != nil; at = at.via {
		hops = append(hops, at.hop)
	}
	slices.Reverse(hops)
	var steps trace.Schedule
	for _, h := range append(hops, hop{t.last, new(end)}) {
		if h.edge.step.Actor != trace.NoActor {
			steps = append(steps, h.edge.step)
		}
		steps = append(steps, h.end.steps...)
	}
	return &Failure{Steps: t.steps, Inputs: inputs, schedule: steps.Named(t.actor)}
}
