package checker

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
)

// nothingFound explores all interleavings and fails if anything is wrong in one.
func nothingFound(t *testing.T, main func(*proc.P), o Options) {
	t.Helper()
	o.Until = UntilEnd
	r, err := Check(context.Background(), Model{Name: "m", Main: main}, o)
	if err != nil {
		t.Errorf("algorithm %q, delivery %q: %v", o.Algorithm, o.Delivery, err)
		return
	}
	for _, v := range r.Violations {
		t.Errorf("algorithm %q, delivery %q: %s: %s", o.Algorithm, o.Delivery, v.Property, v.Explanation)
	}
}

// labelled embeds a handle, and so has its methods.
type labelled struct {
	proc.PID
	N int
}

// vague is shown without all of its content.
type vague struct{ A, B int }

func (v vague) String() string { return fmt.Sprint("vague ", v.A) }

// countRows fails unless First and Next visit the given number of rows.
func countRows[K comparable](p *proc.P, table proc.Table[K, int], want int) {
	n := 0
	for k, ok := table.First(p); ok && n <= want; k, ok = table.Next(p, k) {
		n++
	}
	p.Assert(n == want, "all rows", "%d of %d rows are found", n, want)
}

// TestIdentities: different things are distinguished, whatever their names and texts.
func TestIdentities(t *testing.T) {
	wait := func(p *proc.P) { proc.Receive[int](p) }
	for name, main := range map[string]func(p *proc.P){
		"messages that embed a handle": func(p *proc.P) {
			p.Send(p.Self(), labelled{p.Self(), 1})
			p.Send(p.Self(), labelled{p.Self(), 2})
			a, b := proc.Receive[labelled](p), proc.Receive[labelled](p)
			p.Assert(a.N == 1 && b.N == 2, "as sent", "%d and %d", a.N, b.N)
		},
		"a child by the name of the first process": func(p *proc.P) { p.Send(p.Spawn("main", wait), 1) },
		"a child by the name of a timer": func(p *proc.P) {
			timer := p.SendAfter(p.Self(), 1)
			p.Send(p.Spawn("main's timer", wait), 1)
			proc.Receive[int](p)
			p.Assert(!p.ReadTimer(timer), "expired", "it has not")
		},
		"tables by label": func(p *proc.P) {
			proc.NewTable[int, int](p, "t")
			b, c := proc.NewTable[int, int](p, "t"), proc.NewTable[int, int](p, "t#2")
			p.Assert(b != c, "different", "%v and %v", b, c)
		},
		"tables by process": func(p *proc.P) {
			me := p.Self()
			for _, names := range [][2]string{{"node", "1:log"}, {"node:1", "log"}} {
				p.Spawn(names[0], func(p *proc.P) { p.Send(me, proc.NewTable[int, int](p, names[1])) })
			}
			a, b := proc.Receive[proc.Table[int, int]](p), proc.Receive[proc.Table[int, int]](p)
			p.Assert(a != b, "different", "%v and %v", a, b)
		},
		"keys that are shown alike": func(p *proc.P) {
			for _, options := range [][]proc.TableOption{nil, {proc.Hashed()}} {
				table := proc.NewTable[vague, int](p, "t", options...)
				table.Insert(p, vague{1, 1}, 0)
				table.Insert(p, vague{1, 2}, 0)
				countRows(p, table, 2)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, a := range enumerating() {
				nothingFound(t, main, Options{Algorithm: a})
			}
		})
	}
	t.Run("a child by the name of a channel", func(t *testing.T) {
		nothingFound(t, func(p *proc.P) {
			a := p.Spawn("a", wait)
			p.Spawn("main → a", func(*proc.P) {})
			p.Send(a, 1)
		}, Options{Delivery: proc.Channel})
	})
}

// TestKeysShownAlikeHaveOneOrder: of two keys that are shown alike, the same one is always first.
func TestKeysShownAlikeHaveOneOrder(t *testing.T) {
	for range 20 {
		nothingFound(t, func(p *proc.P) {
			table := proc.NewTable[any, int](p, "t")
			p.Spawn("a", func(p *proc.P) { table.Insert(p, int(1), 0) })
			p.Spawn("b", func(p *proc.P) { table.Insert(p, int64(1), 0) })
			table.Await(p, int(1), nil)
			table.Await(p, int64(1), nil)
			first, _ := table.First(p)
			again, _ := table.First(p)
			p.Assert(first == again, "the same", "%T and %T", first, again)
		}, Options{})
	}
}

// TestCounterOfAnotherType: a counter of another type is an error of the model, not of the checker.
func TestCounterOfAnotherType(t *testing.T) {
	main := func(p *proc.P) {
		proc.NewNamedTable[int, string](p, "t").Insert(p, 0, "text")
		proc.UpdateCounter(p, proc.NamedTable[int, int](p, "t"), 0, 1)
	}
	_, err := Check(t.Context(), Model{Name: "m", Main: main}, Options{})
	if fault := (*guard.ModelError)(nil); !errors.As(err, &fault) || fault.Source == "" {
		t.Errorf("the error is %v, want one of the model that says where", err)
	}
}

// TestCounterThatComesToAnotherType: a counter of another type is also detected if the table of a
// name is replaced, even by a search that predicts it.
func TestCounterThatComesToAnotherType(t *testing.T) {
	main := func(p *proc.P) {
		proc.NewNamedTable[int, int](p, "t").Insert(p, 0, 0)
		proc.NewNamedTable[int, string](p, "u").Insert(p, 0, "text")
		p.Spawn("counts", func(p *proc.P) { proc.UpdateCounter(p, proc.NamedTable[int, int](p, "t"), 0, 1) })
		p.Spawn("renames", func(p *proc.P) {
			proc.NamedTable[int, int](p, "t").Rename(p, "v")
			proc.NamedTable[int, string](p, "u").Rename(p, "t")
		})
	}
	for _, a := range enumerating() {
		_, err := Check(t.Context(), Model{Name: "m", Main: main}, Options{Algorithm: a, Until: UntilEnd})
		if fault := (*guard.ModelError)(nil); !errors.As(err, &fault) || fault.Process != "counts" {
			t.Errorf("algorithm %q: the error is %v, want one of the process that counts", a, err)
		}
	}
}
