package proc_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/proc"
)

// node is a handle type without the methods.
type node proc.PID

// The types tagged… have the methods of the handles that they embed.
type (
	tagged struct {
		proc.PID
		Tag any
	}
	taggedTable struct {
		Tag int
		proc.Table[int, int]
	}
	taggedRef   struct{ taggedInside }
	taggedTimer struct {
		*proc.Timer
		Tag []int
	}
	taggedInside struct {
		proc.Ref
		Tag int
	}
)

// TestHandlesInside: a handle that is embedded, or whose type has another name, still identifies the
// same after it was sent, and the fields beside it arrive.
func TestHandlesInside(t *testing.T) {
	mustPlay(t, func(p *proc.P) {
		me, ref, timer, table := p.Self(), p.MakeRef(), p.SendAfter(p.Self(), "late"), proc.NewTable[int, int](p, "t")
		tags := []int{1}
		for _, m := range []any{
			tagged{me, 1}, tagged{me, 2}, tagged{proc.PID{}, 1}, node(me), node{},
			taggedTable{1, table}, taggedTable{2, table}, taggedRef{taggedInside{ref, 1}}, taggedRef{taggedInside{ref, 2}},
		} {
			p.Send(me, m)
			if got := p.Receive(proc.Any()); got != m {
				t.Errorf("%#v arrives as %#v", m, got)
			}
		}
		for _, tag := range []int{1, 2} {
			tags[0] = tag
			p.Send(me, taggedTimer{&timer, tags})
		}
		for _, tag := range []int{1, 2} {
			if got := proc.Receive[taggedTimer](p); *got.Timer != timer || got.Tag[0] != tag {
				t.Errorf("%#v arrives as that of %d", got, tag)
			}
		}
	})
}

// TestHandlesInsideAreShown: a struct that embeds a handle is shown with its other fields, unless it
// has a String method of its own.
func TestHandlesInsideAreShown(t *testing.T) {
	mustPlay(t, func(p *proc.P) {
		me, ref, timer, table := p.Self(), p.MakeRef(), p.SendAfter(p.Self(), "late"), proc.NewTable[int, int](p, "t")
		for _, c := range []struct {
			value any
			want  string
		}{
			{me, "main"},
			{tagged{me, 1}, "tagged{PID: main, Tag: 1}"},
			{taggedTable{1, table}, "taggedTable{Tag: 1, Table: t}"},
			{taggedRef{taggedInside{ref, 1}}, "taggedRef{taggedInside: taggedInside{Ref: main ref 1, Tag: 1}}"},
			{spoken{me, 1}, "1 of main"}, {&spoken{me, 1}, "1 of main"},
			{&tagged{me, 1}, "&tagged{PID: main, Tag: 1}"}, {&taggedRef{taggedInside{ref, 1}}, "&taggedRef{taggedInside: taggedInside{Ref: main ref 1, Tag: 1}}"},
			{taggedTimer{&timer, []int{1}}, "taggedTimer{Timer: main's timer, Tag: [1]}"},
		} {
			if got := proc.Format(c.value); got != c.want {
				t.Errorf("it is shown as %s, want %s", got, c.want)
			}
		}
	})
}

type spoken struct {
	proc.PID
	N int
}

func (s spoken) String() string { return fmt.Sprintf("%d of %v", s.N, s.PID) }

// TestTablesAreNotMistaken: no choice of names of labels and processes makes two tables one.
func TestTablesAreNotMistaken(t *testing.T) {
	type table = proc.Table[int, int]
	mustPlay(t, func(p *proc.P) {
		me := p.Self()
		all := map[table]bool{}
		labels := []string{"t", "t", "t#2", "t#2", "1:t", "a:t", "2:a", "t\x004:1"}
		for _, l := range labels {
			all[proc.NewTable[int, int](p, l)] = true
		}
		names := []string{"a", "a:1", "a:1:t", "main", "main:2"}
		for _, name := range names {
			p.Spawn(name, func(p *proc.P) {
				for _, l := range labels {
					p.Send(me, proc.NewTable[int, int](p, l))
				}
				proc.Receive[int](p)
			})
		}
		for range len(labels) * len(names) {
			all[proc.Receive[table](p)] = true
		}
		if want := len(labels) * (len(names) + 1); len(all) != want {
			t.Errorf("there are %d tables, want %d", len(all), want)
		}
	})
}

// TestNames: the name of a process is its place in the spawn tree, and does not depend on the order
// of events.
func TestNames(t *testing.T) {
	nothing := func(*proc.P) {}
	var names []string
	note := func(s fmt.Stringer) { names = append(names, s.String()) }
	mustPlay(t, func(p *proc.P) {
		child := p.Spawn("child", nothing)
		note(p.Self())
		note(child)
		note(p.Spawn("child", nothing))
		note(p.Spawn("other", nothing))
		note(p.MakeRef())
		note(p.MakeRef())
		note(p.SendAfter(p.Self(), 1))
		note(p.SendAfter(p.Self(), 1))
		note(proc.NewTable[int, int](p, "t"))
		note(proc.NewTable[int, int](p, "t"))
		note(proc.NewNamedTable[int, int](p, "t"))
		p.Spawn("child", func(p *proc.P) {
			note(p.Self())
			note(p.Spawn("child", nothing))
			note(p.Spawn("child", nothing))
			note(p.MakeRef())
			note(p.SendAfter(p.Self(), 1))
			note(proc.NewTable[int, int](p, "t"))
		})
	})
	want := []string{
		"main", "child", "child#2", "other", "main ref 1", "main ref 2", "main's timer", "main's timer#2", "t", "t#2", "t",
		"child#3", "child#3/child", "child#3/child#2", "child#3 ref 1", "child#3's timer", "child#3:t",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}
