package drive

import (
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

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
