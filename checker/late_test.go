package checker

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// TestLateDelivery compares the stateful search with late delivery with the enumeration, on random programs
// whose processes remember all that they observe. In the end they must have observed the same.
func TestLateDelivery(t *testing.T) {
	t.Parallel()
	for name, draw := range map[string]func(*rapid.T) func(*proc.P){
		"correspondents":      func(t *rapid.T) func(*proc.P) { return randomprograms.DrawCorrespondents(t, false).Main },
		"with others' events": func(t *rapid.T) func(*proc.P) { return randomprograms.DrawCorrespondents(t, true).Main },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { compareLate(t, draw(t), Faults{}) })
		})
	}
}

// compareLate compares what can be observed together in the end, or at each moment. It rejects a program of more than
// 3000 interleavings.
func compareLate(t *rapid.T, main func(*proc.P), faults Faults) {
	rule := Finally[randomprograms.Observation]
	if rapid.Bool().Draw(t, "at each moment") {
		rule = Always[randomprograms.Observation]
	}
	o := Options{Until: UntilEnd, Delivery: rapid.SampledFrom([]proc.Delivery{proc.Channel, proc.Bag, randomprograms.ByLink}).Draw(t, "delivery"),
		MaxInterleavings: 3_000, Workers: 1, TrustModel: true}
	found := func() (map[string]bool, *Result) {
		all := map[string]bool{}
		m := Model{Name: "late", Main: main, Faults: faults, Rules: []Rule{rule(Property{Name: "observed"}, func(states []Exposed[randomprograms.Observation]) error {
			text := ""
			for _, s := range states {
				text += fmt.Sprint(s.Process, s.State, "; ")
			}
			all[text] = true
			return nil
		})}}
		r, err := Check(context.Background(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return all, r
	}
	want, r := found()
	if r.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	o.Algorithm, o.LateDelivery, o.MaxInterleavings = States, true, 0
	o.ReceivePatterns = rapid.Bool().Draw(t, "receive patterns")
	got, late := found()
	compared.Add(1)
	if late.Interleavings > r.Interleavings {
		t.Logf("%d interleavings, %d with receive patterns", late.Interleavings, r.Interleavings)
	}
	for k := range maps.Keys(want) {
		if !got[k] {
			t.Errorf("missed: %v", k)
		}
	}
	for k := range maps.Keys(got) {
		if !want[k] {
			t.Errorf("impossible: %v", k)
		}
	}
}
