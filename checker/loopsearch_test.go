package checker

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
	"pgregory.net/rapid"
)

// narrated holds the interleavings of a search as text.
type narrated struct {
	sys   *world.System
	texts map[trace.ValueID]string
	all   []string
}

func (n *narrated) Interleaving(_ int, outcome trace.Outcome, events []trace.Event) {
	var b strings.Builder
	fmt.Fprint(&b, outcome)
	for i := range events {
		e := &events[i]
		fmt.Fprintf(&b, "\n%s %s %d", n.sys.Actor(e.Actor).Name, e.Kind, e.Alternative)
		switch e.Kind {
		case kind.Send, kind.SendName, kind.Announce, kind.Expose:
			b.WriteString(n.text(e.Value))
		case kind.Receive, kind.ReceiveTimeout, kind.TableLookup:
			b.WriteString(n.text(e.Result))
		}
	}
	n.all = append(n.all, b.String())
}

func (n *narrated) text(id trace.ValueID) string {
	if _, known := n.texts[id]; !known && id > trace.NoValue {
		n.texts[id] = fmt.Sprintf(" %v", n.sys.Value(id))
	}
	return n.texts[id]
}

// narrate searches a model, and returns its interleavings as text if the algorithm enumerates them.
func narrate(t rapid.TB, m Model, o Options) (*Result, []string) {
	t.Helper()
	n := &narrated{texts: map[trace.ValueID]string{}}
	if !o.Algorithm.Traits().Merges {
		o.Observer = n
	}
	o.Until, o.Workers, o.MaxEvents = UntilEnd, 1, 500
	strategy, err := (&setup{Options: o}).strategy()
	if err != nil {
		t.Fatal(err)
	}
	r, err := searchWith(context.Background(), m, o, strategy).simulate(func() *world.System {
		n.sys = trustedSystem(m.Main)
		n.sys.SetDelivery(o.Delivery)
		n.sys.SetOrdered(m.rules().Boards())
		return n.sys
	})
	if err != nil {
		t.Fatal(err)
	}
	return r, n.all
}

// violationTexts returns all that a search says of violations, except the states that processes declare.
func violationTexts(t rapid.TB, r *Result) []string {
	t.Helper()
	var all []string
	for _, v := range r.Violations {
		for i := range v.Trace.Entries {
			v.Trace.Entries[i].Declared = nil
		}
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(b))
	}
	return all
}

// TestRandomLoops: a process that declares its state does the same as one that keeps it in a variable.
func TestRandomLoops(t *testing.T) {
	t.Parallel()
	for _, delivery := range proc.Deliveries() {
		t.Run(string(delivery), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { compareLoops(t, randomprograms.DrawLoops(t), delivery) })
		})
	}
}

func compareLoops(t *rapid.T, ls randomprograms.Loops, delivery proc.Delivery) {
	m := judgedInAllWays(t)
	m.Properties = []Property{{Name: "asserted"}}
	o := Options{Delivery: delivery, MaxInterleavings: 300, TrustModel: rapid.Bool().Draw(t, "trust")}
	m.Main = ls.Main(randomprograms.PlainLoop)
	want, wanted := narrate(t, m, o)
	if want.Stop != NotStopped {
		reject(t, "too many interleavings")
	}
	m.Main = ls.Main(randomprograms.DeclaredLoop)
	got, all := narrate(t, m, o)
	if got.Verdict != want.Verdict || got.Interleavings != want.Interleavings || !slices.Equal(all, wanted) {
		t.Fatalf("%s after %d interleavings, want %s after %d; they differ in\n%s", got.Verdict, got.Interleavings,
			want.Verdict, want.Interleavings, difference(all, wanted))
	}
	if g, w := violationTexts(t, got), violationTexts(t, want); !slices.Equal(g, w) {
		t.Fatalf("the violations differ in\n%s", difference(g, w))
	}
	compareMerged(t, m, ls, o)
	compared.Add(1)
}

// compareMerged compares the counts of stateful searches.
func compareMerged(t *rapid.T, m Model, ls randomprograms.Loops, o Options) {
	o.Algorithm, o.MaxInterleavings = States, 0
	m.Main = ls.Main(randomprograms.PlainLoop)
	want, _ := narrate(t, m, o)
	m.Main = ls.Main(randomprograms.DeclaredLoop)
	got, _ := narrate(t, m, o)
	if got.Verdict != want.Verdict || got.Interleavings != want.Interleavings || got.Violating != want.Violating {
		t.Fatalf("states: %s, %d interleavings, %d violating; want %s, %d, %d", got.Verdict, got.Interleavings, got.Violating,
			want.Verdict, want.Interleavings, want.Violating)
	}
	if got.Merged.States > want.Merged.States {
		t.Fatalf("%d states, without declared states %d", got.Merged.States, want.Merged.States)
	}
	if g, w := kindsIn(got), kindsIn(want); !maps.Equal(g, w) {
		t.Fatalf("states: the violations are\n%v, want\n%v", g, w)
	}
}

// difference shows where the first text that differs does so.
func difference(got, want []string) string {
	g, w := strings.Join(got, "\n\n"), strings.Join(want, "\n\n")
	i := 0
	for i < len(g) && i < len(w) && g[i] == w[i] {
		i++
	}
	part := func(s string) string { return s[max(0, i-200):min(len(s), i+200)] }
	return part(g) + "\nwant\n" + part(w)
}
