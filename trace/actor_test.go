package trace_test

import (
	"testing"

	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

// TestActors: identities are places in the spawn tree.
func TestActors(t *testing.T) {
	family := NewActors("main")
	main := family.ByID(0)
	left := family.Child(main, "left", 1)
	for _, c := range []struct {
		actor *Actor
		name  string
		id    ActorID
	}{
		{main, "main", 0},
		{left, "left", 1},
		{family.Child(main, "writer", 1), "writer", 2},
		{family.Child(main, "writer", 2), "writer#2", 3},
		{family.Child(left, "writer", 1), "left/writer", 4},
		{family.Child(left, "writer", 2), "left/writer#2", 5},
		{family.Child(family.Child(left, "writer", 2), "x", 1), "left/writer#2/x", 6},
		{family.Timer(left, 1, 1), "left's timer", 7},
		{family.Timer(left, 1, 2), "left's timer#2", 8},
		{family.Timer(main, 1, 1), "main's timer", 9},
	} {
		if c.actor.Name != c.name || c.actor.String() != c.name || c.actor.ID != c.id {
			t.Errorf("actor %d is called %q, want %d to be called %q", c.actor.ID, c.actor, c.id, c.name)
		}
		if found, ok := family.ByName(c.name); !ok || found != c.actor || family.ByID(c.id) != c.actor {
			t.Errorf("%s cannot be found by its name and number", c.name)
		}
	}
	if family.Len() != 10 {
		t.Errorf("there are %d actors, want 10", family.Len())
	}
	if again := family.Child(main, "left", 1); again != left || family.Len() != 10 {
		t.Errorf("the same child has two identities")
	}
	if left.Parent != main || main.Parent != nil {
		t.Errorf("the parents are %v and %v, want main and none", left.Parent, main.Parent)
	}
	if _, ok := family.ByName("unknown"); ok {
		t.Errorf("a name that no actor has is found")
	}
}

// TestActorsAreNotMistaken: no choice of names of processes gives two actors the same name.
func TestActorsAreNotMistaken(t *testing.T) {
	family := NewActors("main")
	main := family.ByID(0)
	a, b := family.Child(main, "a", 1), family.Child(main, "b", 1)
	for _, c := range []struct {
		actor *Actor
		name  string
	}{
		{family.Child(main, "main", 1), "main#2"},
		{family.Child(main, "main", 2), "main#3"},
		{family.Child(a, "main", 1), "a/main"},
		{family.Child(a, "a", 1), "a/a"},
		{family.Child(main, "main's timer", 1), "main's #timer"},
		{family.Timer(main, 1, 1), "main's timer"},
		{family.Child(main, "main's timer", 2), "main's #timer#2"},
		{family.Timer(main, 1, 2), "main's timer#2"},
		{family.Timer(family.Child(main, "main's timer", 1), 1, 1), "main's #timer's timer"},
		{family.Child(main, "main's timer's timer", 1), "main's timer's #timer"},
		{family.Child(main, "a → b", 1), "a →# b"},
		{family.Channel(a, b, 0), "a → b"},
		{family.Channel(a, family.Child(main, "b → a", 1), 0), "a → b →# a"},
		{family.Channel(family.Child(main, "a → b", 1), a, 0), "a →# b → a"},
		{family.Child(main, "a → → b", 1), "a →# →# b"},
		{family.Channel(a, family.Child(main, "→ b", 1), 0), "a → →# b"},
		{family.Channel(family.Child(main, "a →", 1), b, 0), "a →# → b"},
		{family.Child(main, "→", 1), "→#"},
		{family.Child(main, "→ → b", 1), "→# →# b"}, // what begins with "#" would be a number in a schedule
		{family.Child(main, "a→b", 1), "a→b"},
		{family.Child(main, "a's timer → b's timer", 1), "a's timer →# b's #timer"},
	} {
		if c.actor.Name != c.name {
			t.Errorf("an actor is called %q, want %q", c.actor, c.name)
		}
		if s, err := ParseSchedule(NamedSchedule{{Actor: c.name}}.String()); err != nil || s[0].Actor != c.name {
			t.Errorf("%q is %v in a schedule: %v", c.name, s, err)
		}
	}
	if family.Len() != 27 { // main, a, b, the three children that channels lead to or from, and these
		t.Errorf("there are %d actors, want 27", family.Len())
	}
}

func TestEntryString(t *testing.T) {
	for _, c := range []struct {
		entry Entry
		want  string
	}{
		{Entry{Number: 1, Process: "p", Operation: "end"}, "1. p: end"},
		{Entry{Number: 2, Process: "p", Operation: "receive", Result: "1 from q", Source: "a.go:7", Log: []string{"x"}},
			"2. p: receive = 1 from q (a.go:7)"},
	} {
		if got := c.entry.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// pattern matches one message.
type pattern ValueID

func (p pattern) Match(v ValueID) bool { return v == ValueID(p) }

// TestOpSame: operations are the same if all but their patterns, which are functions, is equal.
func TestOpSame(t *testing.T) {
	full := Op{Kind: Send, Flags: Info, Object: 1, Key: 2, Value: 3, Expected: 5, Other: 6, Number: 7, Life: 8, SenderLife: 10, Alternatives: 4, Does: pattern(1)}
	for name, change := range map[string]func(*Op){
		"kind":         func(o *Op) { o.Kind = Spawn },
		"flags":        func(o *Op) { o.Flags = Flush },
		"object":       func(o *Op) { o.Object = 9 },
		"key":          func(o *Op) { o.Key = 9 },
		"value":        func(o *Op) { o.Value = 9 },
		"expected":     func(o *Op) { o.Expected = 9 },
		"other":        func(o *Op) { o.Other = 9 },
		"number":       func(o *Op) { o.Number = 9 },
		"life":         func(o *Op) { o.Life = 9 },
		"sender's":     func(o *Op) { o.SenderLife = 9 },
		"alternatives": func(o *Op) { o.Alternatives = 9 },
	} {
		o := full
		change(&o)
		if full.Same(&o) || o.Same(&full) {
			t.Errorf("operations with another %s are the same", name)
		}
		if full.Compare(&o) == 0 || full.Numbers() == o.Numbers() || full.Fingerprint() == o.Fingerprint() {
			t.Errorf("another %s makes no difference to the order, the numbers or the fingerprint", name)
		}
	}
	o := full
	o.Does = pattern(2)
	if !full.Same(&o) {
		t.Errorf("operations with other patterns are not the same")
	}
}

func TestStarts(t *testing.T) {
	for kind, want := range map[Kind]ActorID{Spawn: 3, TimerStart: 3, Send: NoActor, Link: NoActor, TimerCancel: NoActor} {
		if got := (&Op{Kind: kind, Object: 3}).Starts(); got != want {
			t.Errorf("%v starts %d, want %d", kind, got, want)
		}
	}
}
