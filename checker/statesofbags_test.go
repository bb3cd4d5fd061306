package checker

import (
	"context"
	"testing"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/states"
	"pgregory.net/rapid"
)

// TestStatesOfBags compares the stateful search under bag delivery with one for which states differ that differ only
// in which sends have put equal messages on their way.
func TestStatesOfBags(t *testing.T) {
	t.Parallel()
	for name, draw := range programFamilies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fewer := 0
			rapid.Check(t, func(t *rapid.T) {
				m := judgedInAllWays(t)
				m.Main = draw(t)
				if compareBags(t, m) {
					fewer++
				}
			})
			t.Logf("%d programs have fewer pairs", fewer)
			if fewer == 0 && checksMany() && name == "posts" {
				t.Error("no program has fewer pairs")
			}
		})
	}
}

// compareBags rejects a program of more than 1000 interleavings. It reports whether there are fewer pairs if equal
// messages can stand for each other.
func compareBags(t *rapid.T, m Model) (fewer bool) {
	o := setup{Options: Options{Until: UntilEnd, Delivery: proc.Bag, Workers: 1, TrustModel: true, AnyDeliveriesRace: true, MaxInterleavings: 1_000}}
	check := func() *Result {
		r, err := checkWith(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := check()
	if all.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.Algorithm, o.AnyDeliveriesRace, o.MaxInterleavings = States, false, 0
	o.LateDelivery, o.ReceivePatterns = rapid.Bool().Draw(t, "late"), rapid.Bool().Draw(t, "receive patterns")
	o.ExactStates = rapid.Bool().Draw(t, "exact")
	o.stateBytes = rapid.SampledFrom([]int64{0, 0, 1}).Draw(t, "bytes for states") // 1: it forgets all it can
	o.wrapped = func(s Strategy) Strategy {
		c := s.(*states.Explorer).Config
		c.Bags = false
		return states.New(c)
	}
	want := check()
	o.wrapped = nil
	got := check()
	if !o.LateDelivery && !o.ReceivePatterns && got.Interleavings != all.Interleavings {
		t.Errorf("%d interleavings, want %d", got.Interleavings, all.Interleavings)
	}
	compared.Add(1)
	if got.Interleavings != want.Interleavings || got.Violating != want.Violating || got.Verdict != want.Verdict {
		t.Errorf("%d interleavings, %d violating, %s; want %d, %d, %s", got.Interleavings, got.Violating, got.Verdict,
			want.Interleavings, want.Violating, want.Verdict)
	}
	if got.Merged.Collisions != 0 || got.Merged.Split != 0 {
		t.Errorf("%d collisions, %d states are split", got.Merged.Collisions, got.Merged.Split)
	}
	sameFindings(t, got, want)
	return got.Merged.Pairs < want.Merged.Pairs
}
