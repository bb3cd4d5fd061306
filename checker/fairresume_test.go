package checker

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/proc"
)

// inTheEnd are models whose processes must say some time that they are served, and of which one never is, in a fair
// interleaving without end.
func inTheEnd() []Model {
	rule := func(name string, served int) Rule {
		return Eventually(Property{Name: name}, func(all []Exposed[int]) error {
			for _, e := range all {
				if e.State == served {
					return nil
				}
			}
			return errors.New("no process is served")
		})
	}
	polling := func(served ...int) func(p *proc.P) {
		return func(p *proc.P) {
			serves(p, 1)
			p.Spawn("polling", func(p *proc.P) {
				proc.Loop(p, 0, func(n *int) bool { *n = 1 - *n; p.Choose(2); return true })
			}, proc.Daemon)
			p.Choose(2)
			for _, s := range served {
				proc.Expose(p, s)
			}
		}
	}
	return []Model{
		{Name: "served", Main: func(p *proc.P) { serves(p, 1); proc.Expose(p, 2) }, Rules: []Rule{rule("two", 2)}},
		{Name: "after loops", Main: polling(1, 2), Rules: []Rule{rule("one", 1), rule("two", 2)}},
		{Name: "one of three", Main: polling(1, 2), Rules: []Rule{rule("one", 1), rule("three", 3), rule("two", 2)}},
	}
}

// judging is an observer that stops the search when states were left so often to judge an Eventually.
type judging struct {
	yielding
	cancel context.CancelCauseFunc
	left   int
	states int
}

func (j *judging) Judging(states, transitions int) {
	switch j.left--; {
	case j.left == 0 && states%2 == 0:
		j.cancel(&stage.MemoryFull{})
	case j.left == 0:
		j.cancel(nil)
	}
	j.states = max(j.states, states)
}

// TestResumeJudging stops a search while it judges an Eventually, also as if it had no memory left: it has not established that, and it is saved. The
// resumed search judges it from the beginning, and finds what a search without a pause finds.
func TestResumeJudging(t *testing.T) {
	for _, m := range inTheEnd() {
		for _, workers := range []int{1, 2} {
			o := setup{alone: 1, Options: Options{Algorithm: States, Until: UntilEnd, Workers: workers, TrustModel: true}}
			whole := &judging{}
			o.Observer = whole
			want, err := checkWith(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if want.Stop != NotStopped || want.Cycles == nil || whole.states == 0 || whole.states > want.Cycles.States {
				t.Fatalf("%s: stopped by %q, %+v; the observer was told of %d states", m.Name, want.Stop, want.Cycles, whole.states)
			}
			for left := 1; ; left += 1 + left/2 {
				ctx, cancel := context.WithCancelCause(t.Context())
				s, observer := &saver{t: t}, &judging{cancel: cancel, left: left}
				o.Saving, o.Observer, o.Resume = s.saving(), observer, nil
				for parts := 1; ; parts++ {
					r, err := checkWith(ctx, m, o)
					if err != nil {
						t.Fatal(err)
					}
					if r.Stop == NotStopped {
						sameStates(t, fmt.Sprintf("%s, %d workers, %d parts", m.Name, workers, parts), want, r)
						if *r.Cycles != *want.Cycles || r.Verdict != want.Verdict {
							t.Fatalf("%s: %s, %+v, want %s, %+v", m.Name, r.Verdict, r.Cycles, want.Verdict, want.Cycles)
						}
						break
					}
					if r.Verdict != Incomplete && r.Verdict != want.Verdict || r.Verdict == Verified || r.Stop != Canceled && r.Stop != OutOfMemory {
						t.Fatalf("%s: stopped after leaving %d states, it is %s, stopped by %q", m.Name, left, r.Verdict, r.Stop)
					}
					if len(s.saved) != parts {
						t.Fatalf("%s: it was saved %d times in %d parts", m.Name, len(s.saved), parts)
					}
					o.Resume = s.saved[parts-1]
					ctx, cancel = context.WithCancelCause(t.Context())
					if observer.cancel = cancel; parts == 1 {
						observer.left = left // again, at the same moment
					}
				}
				cancel(nil)
				if observer.left > 0 { // it was not stopped
					break
				}
			}
		}
	}
}
