package names_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/internal/names"
)

// TestNames: names are formed, taken apart again, and said in words.
func TestNames(t *testing.T) {
	node := []names.Step{{Label: "node"}}
	for _, c := range []struct {
		name, text string
		want       names.Name
		words      string
	}{
		{names.Child("", "node", 1, 1), "node", names.Name{Path: node}, "node"},
		{names.Child("", "node", 1, 2), "node#2", names.Name{Path: []names.Step{{Label: "node", Number: 2}}}, "node#2"},
		{names.Child("node", "x", 3, 2), "node/x#life 3#2", names.Name{Path: []names.Step{{Label: "node"}, {Label: "x", Life: 3, Number: 2}}}, "node/x#2 (life 3)"},
		{names.Child("node", "x's timer", 2, 1), "node/x's #timer#life 2", names.Name{Path: []names.Step{{Label: "node"}, {Label: "x's #timer", Life: 2}}}, "node/x's #timer (life 2)"},
		{names.Child("", "a → b", 1, 2), "a →# b#2", names.Name{Path: []names.Step{{Label: "a →# b", Number: 2}}}, "a →# b#2"},
		{names.Of("node", names.Timer, 1, 1), "node's timer", names.Name{Path: node, Part: names.Timer}, "node's timer"},
		{names.Of("node", names.Timer, 2, 12), "node's timer#life 2#12", names.Name{Path: node, Part: names.Timer, Life: 2, Number: 12}, "node's timer#12 (life 2)"},
		{names.Of("node", names.Faults, 1, 1), "node's faults", names.Name{Path: node, Part: names.Faults}, "node's faults"},
		{names.Of("node", names.Clock, 1, 1), "node's clock", names.Name{Path: node, Part: names.Clock}, "node's clock"},
		{names.Channel("node/x#life 2", "node#2", 0), "node/x#life 2 → node#2", names.Name{
			Path: []names.Step{{Label: "node"}, {Label: "x", Life: 2}}, To: []names.Step{{Label: "node", Number: 2}}}, "node/x (life 2) → node#2"},
		{names.Channel("node", "node", 1), "node → node #1", names.Name{Path: node, Number: 1, To: node}, "node → node #1"},
		{"node#02", "node#02", names.Name{Path: []names.Step{{Label: "node#02"}}}, "node#02"},
		{"node#life two", "node#life two", names.Name{Path: []names.Step{{Label: "node#life two"}}}, "node#life two"},
	} {
		if c.name != c.text {
			t.Errorf("the name is %q, want %q", c.name, c.text)
		}
		n := names.Parse(c.text)
		if diff := cmp.Diff(c.want, n); diff != "" {
			t.Errorf("%s is taken apart (-want +got):\n%s", c.text, diff)
		}
		if n.Words() != c.words {
			t.Errorf("%s is %q in words, want %q", c.text, n.Words(), c.words)
		}
	}
	for name, want := range map[string]string{
		"a#2": "a#2", "a#2's timer#life 2#3": "a#2's timer", "a → b #12": "a → b", "a#2 → b#3": "a#2 → b#3", "a's #timer": "a's #timer", "a's timer": "a's timer",
	} {
		if got := names.Unnumbered(name); got != want {
			t.Errorf("%s is %q without numbers, want %q", name, got, want)
		}
	}
	if got := names.Parse("a#life 2/b#life 3#4's timer#2").Process().WithoutLives().String(); got != "a/b#4" {
		t.Errorf("without lives it is %q", got)
	}
}

// TestNamesAreTakenApart: any text is the name that its parts form.
func TestNamesAreTakenApart(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "b", "'s timer", "'s faults", "'s network", "#", "#2", "#life ", "#life 2", " → ", " #", "1", "0", "/", " ", "→"})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOfN(piece, 0, 9).Draw(t, "pieces") {
			text += p
		}
		if got := names.Parse(text).String(); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}

// TestNamesDiffer: no two actors have the same name.
func TestNamesDiffer(t *testing.T) {
	label := rapid.SampledFrom([]string{"a", "a's timer", "a's faults", "a → a", "→", "a's timer's timer", "timer"})
	few := rapid.IntRange(1, 3)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(which string) (what [5]any, name string) {
			kind, parent, l, life, n := few.Draw(t, which+" kind"), few.Draw(t, which+" parent"), label.Draw(t, which+" label"), few.Draw(t, which+" life"), few.Draw(t, which+" number")
			process := names.Child([]string{"", "p", "p/a"}[parent-1], l, 1, 1)
			switch kind {
			case 1:
				return [5]any{kind, parent, l, life, n}, names.Child([]string{"", "p", "p/a"}[parent-1], l, life, n)
			case 2:
				return [5]any{kind, parent, l, life, n}, names.Of(process, names.Timer, life, n)
			}
			return [5]any{kind, parent, l, n}, names.Channel(process, process, n-1)
		}
		one, a := draw("one")
		other, b := draw("other")
		if (one == other) != (a == b) {
			t.Errorf("%v and %v are %q and %q", one, other, a, b)
		}
	})
}

// TestLivesInTexts: a text says lives in words, wherever a name is.
func TestLivesInTexts(t *testing.T) {
	for text, want := range map[string]string{
		"send x#life 2#3 ref 1 to y#life 12's timer": "send x#3 (life 2) ref 1 to y (life 12)'s timer",
		"x#life 2#": "x (life 2)#", "#life ": "#life ", "x#life 2#life 3": "x (life 2) (life 3)", "none": "none",
	} {
		if got := names.InWords(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
