package checker

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// threeBy2 has three processes that send two messages each to another one, so 90 classes.
func threeBy2(p *proc.P) {
	node := p.Spawn("node", func(p *proc.P) {
		for range 6 {
			p.Receive()
		}
	})
	for i := range 3 {
		p.Spawn(fmt.Sprint("s", i), func(p *proc.P) { p.Send(node, i); p.Send(node, 10+i) })
	}
}

// TestUniformity: SURW draws uniformly where its assumptions hold, and a random walk does not. The number of classes is that
// of a search.
func TestUniformity(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	m := Model{Name: "three", Main: threeBy2}
	all, err := Check(t.Context(), m, Options{})
	if err != nil || all.Interleavings != 90 {
		t.Fatal(all, err)
	}
	const runs = 9_000
	for _, a := range drawingOnes {
		r, err := Check(t.Context(), m, Options{Algorithm: a, Runs: runs, Classes: all.Interleavings})
		if err != nil {
			t.Fatal(err)
		}
		own := runs - 100
		if a == RandomWalk {
			own = runs
		}
		u := r.Sample.Uniformity
		if u.Classes != 90 || u.Runs != own || u.Freedom != 89 || (u.P > 1e-3) != (a == SURW) {
			t.Errorf("%s: %+v", a, u)
		}
	}
	for _, classes := range []int{0, 89} { // not known, and too few
		if r, err := Check(t.Context(), m, Options{Algorithm: SURW, Runs: runs, Classes: classes}); err != nil || r.Sample.Uniformity.Classes != 0 {
			t.Errorf("%d classes: %+v, %v", classes, r.Sample.Uniformity, err)
		}
	}
}
