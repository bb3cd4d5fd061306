package checker

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// TestModelWithoutOwnProperties: a verified model may have no properties except those of every model. Listed properties
// that no process asserts make no difference.
func TestModelWithoutOwnProperties(t *testing.T) {
	nothing := func(p *proc.P) { p.Choose(110) }
	everywhere := func(p *proc.P) { p.Assert(p.Choose(110) < 110, "in range", "") }
	once := func(p *proc.P) {
		if p.Choose(110) == 0 {
			p.Assert(true, "holds", "")
		}
	}
	inBackground := func(p *proc.P) {
		p.Spawn("other", func(p *proc.P) { p.Assert(p.Choose(110) < 110, "in range", "") })
	}
	listed := []Property{{Name: "holds"}}
	for name, c := range map[string]struct {
		m    Model
		want bool
	}{
		"nothing":        {Model{Main: nothing}, false},
		"only listed":    {Model{Main: nothing, Properties: listed}, false},
		"asserted":       {Model{Main: everywhere}, true},
		"asserted once":  {Model{Main: once}, true},
		"by another":     {Model{Main: inBackground}, true},
		"a goal":         {Model{Main: nothing, Goals: listed}, true},
		"a rule":         {Model{Main: nothing, Rules: []Rule{Finally(listed[0], func([]Exposed[int]) error { return nil })}}, true},
		"to be violated": {Model{Main: nothing, Violates: []string{"holds"}}, true},
	} {
		c.m.Name = name
		for _, workers := range []int{1, 3} {
			o := Options{TrustModel: !testsize.Long(), Workers: workers}
			r, err := Check(t.Context(), c.m, o)
			if err != nil || r.Verdict != Verified || r.Asked() != c.want {
				t.Errorf("%s, %d workers: %v, %v, asked %t, want %t", name, workers, r.Verdict, err, r.Asked(), c.want)
			}
			var saved *Checkpoint
			o.MaxInterleavings, o.Saving = 5, &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
			if _, err := Check(t.Context(), c.m, o); err != nil || saved == nil {
				t.Fatal(name, err, saved)
			}
			r, err = Check(t.Context(), c.m, Options{TrustModel: !testsize.Long(), Workers: workers, Resume: saved})
			if err != nil || r.Verdict != Verified || r.Asked() != c.want {
				t.Errorf("%s, resumed: %v, %v, asked %t, want %t", name, r.Verdict, err, r.Asked(), c.want)
			}
		}
	}
}
