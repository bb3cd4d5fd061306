package detector_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/proc/detector"
)

// heard is what the owner of a detector has heard of a process: whether it is suspected, and how often it was trusted.
type heard struct {
	Suspected [2]bool
	Trusted   int
}

// watching returns a program whose owner watches two processes, of which the first ends and the second lives on.
func watching(mistakes int) func(*proc.P) {
	return func(p *proc.P) {
		p.Spawn("owner", func(p *proc.P) {
			watched := []proc.PID{
				p.Spawn("ends", func(*proc.P) {}),
				p.Spawn("lives", func(p *proc.P) { p.Receive() }, proc.Daemon),
			}
			detector.Start(p, mistakes, watched...)
			proc.Loop(p, heard{}, func(h *heard) bool {
				proc.Expose(p, *h)
				switch m := p.Receive().(type) {
				case detector.Suspect:
					h.Suspected[slices.Index(watched, m.Process)] = true
				case detector.Trust:
					h.Suspected[slices.Index(watched, m.Process)] = false
					h.Trusted++
				}
				return true
			})
		}, proc.Daemon)
	}
}

// In the end a detector suspects the processes that have ended, and no others. It makes up to as many mistakes as it
// may, and corrects each.
func TestDetector(t *testing.T) {
	for mistakes := range 3 {
		rules := []checker.Rule{
			checker.Finally(checker.Property{Name: "complete"}, func(all []checker.Exposed[heard]) error {
				if h := all[0].State; h.Suspected != [2]bool{true, false} {
					return fmt.Errorf("the owner has heard %+v", h)
				}
				return nil
			}),
			checker.Always(checker.Property{Name: "accurate"}, func(all []checker.Exposed[heard]) error {
				if h := all[0].State; h.Trusted > mistakes || mistakes == 0 && h.Suspected[1] {
					return fmt.Errorf("with %d mistakes the owner has heard %+v", mistakes, h)
				}
				return nil
			}),
		}
		for n := range mistakes + 1 { // a mistake about a process that ends needs no correction, so there may be fewer
			rules = append(rules, checker.Sometimes(checker.Property{Name: fmt.Sprint(n, " are corrected")}, func(all []checker.Exposed[heard]) bool {
				return len(all) > 0 && all[0].State.Trusted == n
			}))
		}
		for _, a := range []checker.Algorithm{checker.Optimal, checker.States} {
			r, err := checker.Check(t.Context(), checker.Model{Name: "watching", Main: watching(mistakes), Rules: rules}, checker.Options{Algorithm: a})
			if err != nil || r.Verdict != checker.Verified {
				t.Fatalf("%s, %d mistakes: %v, %v", a, mistakes, r.Verdict, err)
			}
		}
	}
}

// The detector ends with its owner, which may be a node that crashes and starts another one.
func TestOwnerCrashes(t *testing.T) {
	m := checker.Model{Name: "owner", Faults: checker.Faults{Crashes: 1, Restarts: 1}, Main: func(p *proc.P) {
		watched := p.Spawn("watched", func(*proc.P) {})
		p.Spawn("owner", func(p *proc.P) {
			detector.Start(p, 1, watched)
			for {
				m := p.Receive()
				p.Assert(m != any(detector.Suspect{Process: p.Self()}), "no detector of an earlier life", "it gets %v", m)
				if m == any(detector.Suspect{Process: watched}) {
					return
				}
			}
		}, proc.Node)
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{})
	if err != nil || r.Verdict != checker.Verified {
		for _, v := range r.Violations {
			t.Log(v.Explanation, v.Trace.Entries)
		}
		t.Fatalf("%v, %v", r.Verdict, err)
	}
}
