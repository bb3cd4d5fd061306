package sampling

import "github.com/checkmodel/checkmodel/trace"

// walk is the random walk: any of the enabled actors moves, with the same probability unless it is from outside.
type walk struct{}

func (walk) begin(*draw) {}

func (walk) choose(d *draw) int {
	return d.pick(func(i int) float64 { return d.weight(&d.enabled[i]) })
}

func (walk) ran(*draw, *trace.Event) {}

func (walk) measure(*draw, *outcome) {}
