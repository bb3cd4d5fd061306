package classic_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/results/bench/classic"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
)

// TestClasses: a search explores each class of the programs once, as often as papers say.
func TestClasses(t *testing.T) {
	for _, f := range classic.Families() {
		n := f.Sizes[0]
		t.Run(fmt.Sprintf("%s-%d", f.Name, n), func(t *testing.T) {
			m := model(t, fmt.Sprintf("%s-%d", f.Name, n))
			r, err := checker.Check(t.Context(), m, checker.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != checker.Verified {
				t.Errorf("the verdict is %s", r.Verdict)
			}
			want := 0
			if f.Classes != nil {
				want = f.Classes(n)
			} else {
				want = len(bySource(t, m))
			}
			if r.Interleavings != want {
				t.Errorf("there are %d classes, want %d", r.Interleavings, want)
			}
		})
	}
}

// model returns the model of that name.
func model(t *testing.T, name string) checker.Model {
	models := classic.Models()
	i := slices.IndexFunc(models, func(m checker.Model) bool { return m.Name == name })
	if i < 0 {
		t.Fatalf("there is no model %s", name)
	}
	return models[i]
}

// bySource returns the classes that source-DPOR explores, some of them several times.
func bySource(t *testing.T, m checker.Model) classes {
	found := classes{}
	if _, err := checker.Check(t.Context(), m, checker.Options{Algorithm: checker.Source, Observer: found, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	return found
}

// classes is an observer of classes.
type classes map[causality.Signature]bool

// Interleaving implements [checker.Observer].
func (c classes) Interleaving(_ int, outcome trace.Outcome, events []trace.Event) {
	if outcome != trace.Abandoned {
		order := causality.Order{Relation: causality.Relation{ReceivePatterns: true}}
		order.Compute(events)
		c[order.Signature()] = true
	}
}
