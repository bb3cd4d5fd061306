package drive

import (
	"context"
	"fmt"
	"maps"
	"slices"
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
	compared  map[string]bool // types of states of the program: whether the model shows one
}

// all executes tests until all pairs are covered that can be, or one fails.
func (d *driver) all() error {
	for d.options.Tests == 0 || d.report.Tests < d.options.Tests {
		if d.options.Cover != Draws && d.route(0, d.uncovered) == nil {
			break
		}
		t, err := d.execute(d.cover)
		d.report.Tests++
		d.report.Covered = len(d.covered)
		if err != nil {
			return err
		}
		d.report.Inputs += len(t.steps)
		if t.failed() {
			d.report.Failure, err = d.smaller(t)
			return err
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
			missed.refused = true
			if !t.lost {
				d.report.Elsewhere++
			}
		}
	}
	return nil
}

// smaller returns a test with few inputs that fails: the nearest way in the model to the pair of the last input, or what remains if inputs are
// left out, as long as the model allows the rest (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
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
	var nearest []string
	for _, h := range d.route(0, func(e *edge, _ int) (int, bool, bool) { return 0, true, e.input != none && e.pair == t.last.pair }) {
		if h.edge.input != none {
			nearest = append(nearest, d.alike[h.edge.input])
		}
	}
	if _, err := try(nearest); err != nil {
		return nil, err
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
