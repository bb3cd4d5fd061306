package checker_test

import (
	"maps"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// TestNumberOfJudgments: for each property that is asserted, and each rule, the result says in how many interleavings it was judged, the same
// for any number of workers, and for a search that was saved and resumed.
func TestNumberOfJudgments(t *testing.T) {
	rule := func(name string) checker.Rule {
		return checker.Finally(checker.Property{Name: name}, func([]checker.Exposed[int]) error { return nil })
	}
	m := checker.Model{Name: "m", Rules: []checker.Rule{rule("shown")}, Main: func(p *proc.P) {
		p.Assert(true, "always", "")
		p.Assert(true, "always", "")
		self := p.Self()
		for i := range 6 {
			p.Spawn("sender", func(p *proc.P) {
				p.Assert(true, "in a child", "")
				p.Send(self, i)
				p.Assert(true, "when it has sent", "")
			})
		}
		first := proc.Receive[int](p)
		for range 5 {
			proc.Receive[int](p)
		}
		p.Assert(first < 6, "at last", "")
		if first == 1 {
			p.Assert(true, "seldom", "")
			proc.Expose(p, 1)
		}
	}}
	want := map[string]int{"always": 720, "in a child": 720, "when it has sent": 720, "at last": 720, "seldom": 120, "shown": 120}
	for _, workers := range []int{1, 3} {
		r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Workers: workers})
		if err != nil || r.Interleavings != 720 || !maps.Equal(r.Judged, want) {
			t.Errorf("%d workers: in %d interleavings it says %v: %v", workers, r.Interleavings, r.Judged, err)
		}
	}
	var saved *checker.Checkpoint
	half, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), MaxInterleavings: 300, Saving: &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}})
	if err != nil || half.Judged["always"] != 300 {
		t.Fatalf("half of it: %v, %v", half.Judged, err)
	}
	r, err := checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Resume: saved})
	if err != nil || !maps.Equal(r.Judged, want) {
		t.Errorf("resumed, it says %v: %v", r.Judged, err)
	}
	if r, err = checker.Check(t.Context(), m, checker.Options{TrustModel: !testsize.Long(), Algorithm: checker.States}); err != nil || r.Judged != nil {
		t.Errorf("of states it says %v: %v", r.Judged, err)
	}
}
