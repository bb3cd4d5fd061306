package causality_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	. "github.com/checkmodel/checkmodel/internal/effects"
	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/causality"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

// cells is a state of all cells.
type cells map[Cell]int32

func (c cells) get(at Cell) int32 { return c[at] }

// do executes an event in a state and returns the state after it.
func (c cells) do(e *Event) cells {
	Behave(e, c.get)
	after := maps.Clone(c)
	for _, a := range e.Accesses {
		if a.Effect != Read {
			after[a.Cell] = a.After
		}
	}
	maps.DeleteFunc(after, func(_ Cell, v int32) bool { return v == 0 })
	return after
}

// everything lists all that the process a can do to the processes p, q and r, to two names, and to
// timers, which are numbered after the processes. Each process has one monitor.
func everything(a ActorID) []Event {
	var all []Event
	add := func(kind Kind, object ActorID, key ValueID, flags ...Flags) {
		for _, f := range append(flags, 0) {
			op := Op{Kind: kind, Flags: f, Object: int32(object), Key: key, Value: 9}
			if kind == Monitor || kind == Demonitor || kind == Down {
				op.Key, op.Number = NoValue, int32(key)
			}
			if f&ByLink != 0 {
				op.Other = OtherActor(p)
			}
			if f&Flush != 0 {
				op.Does = takes{}
			}
			all = append(all, NewEvent(a, 7, op))
		}
	}
	add(Exit, NoActor, NoValue)
	add(TrapExits, NoActor, NoValue)
	add(KeepExits, NoActor, NoValue)
	add(Demonitor, NoActor, ValueID(a+1), Flush, Info, Flush|Info)
	for _, other := range []ActorID{p, q, r} {
		for _, kind := range []Kind{IsAlive, Link, Unlink} {
			add(kind, other, NoValue)
		}
		add(ExitSignal, other, NoValue, Kill, ByLink, Harmless, ByLink|Harmless)
		add(Monitor, other, ValueID(a+1))
		add(Down, other, ValueID(other+1))
		for _, name := range []ValueID{1, 2} {
			add(Register, other, name)
		}
		add(TimerCancel, other+3, NoValue)
		add(TimerRead, other+3, NoValue)
		add(PutOnTheWay, other, ValueID(a+1))
		add(OffTheWay, a, ValueID(other+1))
	}
	for _, name := range []ValueID{1, 2} {
		add(Unregister, NoActor, name)
		add(Whereis, NoActor, name)
		add(SendName, NoActor, name)
	}
	for _, table := range []int32{0, 1} {
		all = append(all, wholeTable(a, table, 0)...)
		all = append(all, wholeTable(a, table+1, Named)...) // the names are 1 and 2
	}
	return all
}

// wholeTable lists all that the process a can do to the existence, the owner and
// the name of a table.
func wholeTable(a ActorID, table int32, flags Flags) (all []Event) {
	add := func(op Op) {
		op.Object, op.Flags = table, flags
		all = append(all, NewEvent(a, 7, op))
	}
	add(Op{Kind: TableDrop})
	add(Op{Kind: TableHeir})
	if flags == 0 {
		add(Op{Kind: TableNew})
		add(Op{Kind: TableRelease})
	}
	for _, name := range []ValueID{1, 2} {
		add(Op{Kind: TableRename, Value: name})
		if flags == 0 {
			add(Op{Kind: TableNew, Value: name, Other: OtherActor(r), Expected: 9})
		}
	}
	for _, other := range []ActorID{p, q, r} {
		add(Op{Kind: TableGive, Other: OtherActor(other), Value: 9})
		add(Op{Kind: TableHeir, Other: OtherActor(other), Expected: 9})
	}
	return all
}

func expiry(timer, to ActorID) Event {
	return NewEvent(timer, 0, Op{Kind: TimerExpire, Object: int32(to), Value: 9})
}

// past draws a state of the cells in which p and q live.
func past(t *rapid.T) cells {
	state := cells{}
	lives := map[ActorID]bool{p: true, q: true, r: true}
	for range rapid.IntRange(0, 12).Draw(t, "events") {
		a := rapid.SampledFrom([]ActorID{p, q, r, r}).Draw(t, "actor")
		e := rapid.SampledFrom(everything(a)).Draw(t, "event")
		if !lives[a] || e.Kind == Exit && a != r {
			continue
		}
		lives[a] = e.Kind != Exit
		state = state.do(&e)
	}
	return state
}

// TestIndependentEventsCommute executes two events in both orders, in all states. If they are
// independent in one order, they are in the other; each has the same effects, and the state after
// them is the same.
func TestIndependentEventsCommute(t *testing.T) {
	ofP, ofQ := append(everything(p), expiry(3, p)), append(everything(q), expiry(4, p))
	rapid.Check(t, func(t *rapid.T) {
		state := past(t)
		relation := Relation{ReceivePatterns: rapid.Bool().Draw(t, "patterns")}
		for range 10 {
			b := rapid.SampledFrom(ofQ).Draw(t, "second")
			for _, a := range ofP {
				commute(t, relation, state, a, b)
			}
		}
	})
}

func commute(t *rapid.T, relation Relation, state cells, a, b Event) {
	a1, b1, a2, b2 := a, b, a, b
	ab := state.do(&a1).do(&b1)
	ba := state.do(&b2).do(&a2)
	d := relation.Dependent(&a1, &b1, taken{})
	if back := relation.Dependent(&b2, &a2, taken{}); (d == Independent) != (back == Independent) {
		t.Fatalf("in the state %v\n%+v\n%+v are %v, in the other order\n%+v\n%+v are %v", state, a1, b1, d, b2, a2, back)
	}
	if d != Independent || relation.ReceivePatterns && (flushes(&a) || flushes(&b)) {
		return // if a message is flushed, no actor can tell whether it had come
	}
	if !same(&a1, &a2) || !same(&b1, &b2) {
		t.Fatalf("in the state %v\n%+v\n%+v are independent, but in the other order they are\n%+v\n%+v", state, a1, b1, b2, a2)
	}
	if !maps.Equal(ab, ba) {
		t.Fatalf("in the state %v\n%+v\n%+v are independent, but lead to %v, and in the other order to %v", state, a1, b1, ab, ba)
	}
}

func flushes(e *Event) bool { return e.Kind == Demonitor && e.Flags&(Flush|Info) == Flush }

// same reports whether an event did the same in two states.
func same(e, f *Event) bool {
	accesses := func(e *Event) []Access {
		return slices.SortedFunc(slices.Values(e.Accesses), func(x, y Access) int {
			return cmp.Or(cmp.Compare(x.Space, y.Space), cmp.Compare(x.Object, y.Object), cmp.Compare(x.Key, y.Key))
		})
	}
	return e.Ok == f.Ok && e.Table == f.Table && e.Effect == f.Effect && e.To == f.To && e.Fatal == f.Fatal && slices.Equal(accesses(e), accesses(f))
}

// TestSignalsToTheEnded: a signal to a process that has ended has no effect, so two of them are
// independent.
func TestSignalsToTheEnded(t *testing.T) {
	exit := NewEvent(p, 0, Op{Kind: Exit})
	ended := cells{}.do(&exit)
	for _, flags := range []Flags{0, Kill, Harmless} {
		op := Op{Kind: ExitSignal, Flags: flags, Object: int32(p), Value: 9}
		first, second := NewEvent(q, 0, op), NewEvent(r, 0, op)
		if behind := ended.do(&first).do(&second); !maps.Equal(behind, ended) {
			t.Errorf("signals with flags %b change the state to %v", flags, behind)
		}
		for _, e := range []Event{first, second} {
			if e.Ok || e.Delivers() || e.Fatal != NoActor {
				t.Errorf("something comes of the signal %+v", e)
			}
		}
		if d := (Relation{}).Dependent(&first, &second, taken{}); d != Independent {
			t.Errorf("two signals with flags %b are %v", flags, d)
		}
	}
}
