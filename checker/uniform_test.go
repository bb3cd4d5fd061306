package checker

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
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

// drawnClasses is an observer that counts how often each class is drawn by the runs after the first 100.
type drawnClasses struct {
	runs map[uint64]int
	last uint64
}

func (d *drawnClasses) Class(hash uint64) { d.last = hash }
func (d *drawnClasses) Counting()         {}

func (d *drawnClasses) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	if number > 100 {
		d.runs[d.last]++
	}
}

// TestUniform: SURW draws each class about equally often where its assumptions hold, and no other strategy does. The number of
// classes is that of a search.
func TestUniform(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	m := Model{Name: "three", Main: threeBy2}
	all, err := Check(t.Context(), m, Options{})
	if err != nil || all.Interleavings != 90 {
		t.Fatal(all, err)
	}
	for _, a := range drawingOnes {
		drawn := &drawnClasses{runs: map[uint64]int{}}
		if _, err := Check(t.Context(), m, Options{Algorithm: a, Runs: 9_100, Observer: drawn}); err != nil {
			t.Fatal(err)
		}
		if len(drawn.runs) > 90 {
			t.Fatalf("%s draws %d classes", a, len(drawn.runs))
		}
		squares := 0.0 // chi-squared, with 89 degrees of freedom
		for _, n := range drawn.runs {
			squares += float64((n-100)*(n-100)) / 100
		}
		squares += 100 * float64(90-len(drawn.runs))
		if uniform := squares < 146; uniform != (a == SURW) { // one uniform draw of 7 500 is above
			t.Errorf("%s: the sum of squares is %v, of %d classes", a, squares, len(drawn.runs))
		}
	}
}
