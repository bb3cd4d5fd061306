package symmetry_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
)

// TestResumed: a search that exchanges processes, and is saved and resumed again and again, has the result of one that is not. It also has
// as many states, unless the claim is checked: then values get other numbers, and an order of states may be another one.
func TestResumed(t *testing.T) {
	resumed := 0
	rapid.Check(t, func(t *rapid.T) {
		d, o := drawInn(t), options()
		o.LateDelivery, o.TrustModel = d.Late, rapid.Bool().Draw(t, "trust")
		want, err := checker.Check(t.Context(), d.model(true), o)
		if err != nil {
			t.Fatal(err)
		}
		for o.MaxInterleavings = 0; ; {
			o.MaxInterleavings = min(o.MaxInterleavings+rapid.IntRange(1, 40).Draw(t, "until it is saved"), mostInterleavings)
			var file *bytes.Buffer
			o.Saving = &checker.Saving{Save: func(c *checker.Checkpoint) error {
				file = new(bytes.Buffer)
				return c.EncodeTo(file)
			}}
			r, err := checker.Check(t.Context(), d.model(true), o)
			if err != nil {
				t.Fatal(err)
			}
			if file == nil || o.MaxInterleavings == mostInterleavings {
				if got, one := counts(r), counts(want); got != one || o.TrustModel && *r.Merged != *want.Merged {
					t.Fatalf("resumed: %s, %+v\nin one go: %s, %+v", got, r.Merged, one, want.Merged)
				}
				return
			}
			if o.Resume, err = checker.ReadCheckpoint(file); err != nil {
				t.Fatal(err)
			}
			if r.Merged.Symmetric {
				resumed++
			}
		}
	})
	if resumed == 0 {
		t.Error("no search that exchanges processes was resumed")
	}
}
