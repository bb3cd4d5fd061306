package table_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/causality"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// contents returns the rows of a table.
func contents(t *table.Table) map[trace.ValueID]trace.ValueID {
	rows := map[trace.ValueID]trace.ValueID{}
	t.Rows(func(k, v trace.ValueID) bool { rows[k] = v; return true })
	return rows
}

// TestLifetime uses a table before it is created, while it exists, after it is removed, and once it
// is created again.
func TestLifetime(t *testing.T) {
	tab := new(table.Table)
	type rows = map[trace.ValueID]trace.ValueID
	for i, step := range []struct {
		kind   kind.Kind
		key    trace.ValueID
		value  trace.ValueID
		effect trace.Effect
		found  trace.ValueID
		then   rows
	}{
		{kind.TableInsert, 7, 1, trace.NoEffect, 0, rows{}},
		{kind.TableNew, 0, 0, trace.Update, 0, rows{}},
		{kind.TableInsert, 7, 1, trace.Write, 0, rows{7: 1}},
		{kind.TableInsert, 7, 2, trace.Write, 1, rows{7: 2}},
		{kind.TableInsertNew, 7, 3, trace.Read, 2, rows{7: 2}},
		{kind.TableInsertNew, 8, 3, trace.Update, 0, rows{7: 2, 8: 3}},
		{kind.TableLookup, 8, 0, trace.Read, 3, rows{7: 2, 8: 3}},
		{kind.TableDelete, 8, 0, trace.Update, 3, rows{7: 2}},
		{kind.TableDelete, 8, 0, trace.Update, 0, rows{7: 2}},
		{kind.TableUpdateCounter, 8, 5, trace.Read, 0, rows{7: 2}},
		{kind.TableUpdateCounter, 7, 5, trace.Update, 2, rows{7: 5}},
		{kind.TableMember, 7, 0, trace.Read, 5, rows{7: 5}},
		{kind.TableSize, 0, 0, trace.Read, 0, rows{7: 5}},
		{kind.TableTake, 7, 0, trace.Update, 5, rows{}},
		{kind.TableTake, 7, 0, trace.Read, 0, rows{}},
		{kind.TableInsert, 7, 1, trace.Write, 0, rows{7: 1}},
		{kind.TableDrop, 0, 0, trace.Update, 0, rows{}},
		{kind.TableLookup, 7, 0, trace.NoEffect, 0, rows{}},
		{kind.TableNew, 0, 0, trace.Update, 0, rows{}},
		{kind.TableLookup, 7, 0, trace.Read, 0, rows{}},
	} {
		effect, before := do(tab, &trace.Op{Kind: step.kind, Key: step.key, Value: step.value}, after(step.kind, step.value))
		if effect != step.effect || before.Value != step.found {
			t.Fatalf("step %d, %v: effect %d, found %d; want %d and %d", i, step.kind, effect, before.Value, step.effect, step.found)
		}
		if diff := cmp.Diff(step.then, contents(tab), cmpopts.EquateEmpty()); diff != "" || tab.Len() != len(step.then) {
			t.Fatalf("step %d, %v: the %d rows (-want +got)\n%s", i, step.kind, tab.Len(), diff)
		}
		for k, v := range step.then {
			if tab.Get(k) != v {
				t.Fatalf("step %d, %v: under %d is %d, want %d", i, step.kind, k, tab.Get(k), v)
			}
		}
	}
}

// do executes any operation; one on a table as a whole creates or removes it.
func do(tab *table.Table, op *trace.Op, after trace.ValueID) (trace.Effect, table.Before) {
	switch op.Kind {
	case kind.TableNew:
		return trace.Update, tab.Create(op.Flags&kind.Hashed != 0)
	case kind.TableDrop:
		return trace.Update, tab.Remove()
	}
	return tab.Do(op, after)
}

// after is the value under the key after an operation that changes it.
func after(k kind.Kind, value trace.ValueID) trace.ValueID {
	if k == kind.TableTake || k == kind.TableDelete {
		return trace.NoValue
	}
	return value
}

// TestRowsStops: Rows ends when the function returns false.
func TestRowsStops(t *testing.T) {
	tab := new(table.Table)
	tab.Create(false)
	for key := range trace.ValueID(5) {
		tab.Do(&trace.Op{Kind: kind.TableInsert, Key: key + 1, Value: 1}, 1)
	}
	seen := 0
	tab.Rows(func(_, _ trace.ValueID) bool { seen++; return seen < 3 })
	if seen != 3 {
		t.Errorf("%d rows were seen, want 3", seen)
	}
}

// meant are the rows with that value.
type meant trace.ValueID

func (m meant) MatchRow(_, value trace.ValueID) bool { return value == trace.ValueID(m) }

// operation draws an operation, and the value under its key after it.
func operation(t *rapid.T) (*trace.Op, trace.ValueID) {
	op := &trace.Op{Kind: rapid.SampledFrom([]kind.Kind{
		kind.TableNew, kind.TableDrop, kind.TableInsert, kind.TableInsert,
		kind.TableInsertNew, kind.TableLookup, kind.TableDelete, kind.TableUpdateCounter, kind.TableTake,
		kind.TableSwap, kind.TableMember, kind.TableSize, kind.TableFirst, kind.TableNext, kind.TableSelect,
	}).Draw(t, "operation")}
	draw := func(what string) trace.ValueID { return trace.ValueID(rapid.IntRange(1, 2).Draw(t, what)) }
	switch {
	case op.Kind == kind.TableNew && rapid.Bool().Draw(t, "hashed"):
		op.Flags = kind.Hashed
	case op.Kind.Is(kind.OnWholeTable):
	case op.Kind.Is(kind.Scans):
		op.Does = meant(rapid.IntRange(1, 2).Draw(t, "meant"))
	default:
		op.Key, op.Value, op.Expected = draw("key"), draw("value"), draw("expected")
	}
	return op, after(op.Kind, op.Value)
}

// TestStepBack executes operations and undoes them in reverse order: every earlier state must come
// back, including the existence of the table.
func TestStepBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type done struct {
			op     *trace.Op
			before table.Before
			state  string
		}
		tab := new(table.Table)
		var past []done
		for range rapid.IntRange(1, 25).Draw(t, "events") {
			state := inspect(tab)
			op, after := operation(t)
			effect, before := do(tab, op, after)
			past = append(past, done{op, before, state})
			if changed := inspect(tab) != state; changed && effect != trace.Write && effect != trace.Update {
				t.Fatalf("%v changes the table, but has effect %d", op.Kind, effect)
			}
		}
		for len(past) > 0 {
			last := past[len(past)-1]
			past = past[:len(past)-1]
			tab.Undo(last.before)
			if got := inspect(tab); got != last.state {
				t.Fatalf("stepping back over %v comes to %s, want %s", last.op.Kind, got, last.state)
			}
		}
	})
}

// inspect describes the state of a table, also by operations on it, each of which is undone.
func inspect(tab *table.Table) string {
	text := fmt.Sprint(tab.Exists(), tab.Hashed(), contents(tab))
	for key := trace.ValueID(1); key <= 2; key++ {
		for value := trace.ValueID(1); value <= 2; value++ {
			_, before := tab.Do(&trace.Op{Kind: kind.TableInsert, Key: key, Value: value}, value)
			text += fmt.Sprintf(" insert of %d: found %d, different %d;", value, before.Value, before.Other)
			tab.Undo(before)
		}
	}
	return text
}

// TestWritesOfOneValue: the different values that writes of the same value find do not show which
// of them came first.
func TestWritesOfOneValue(t *testing.T) {
	tab := new(table.Table)
	tab.Create(false)
	for i, step := range []struct{ store, different trace.ValueID }{
		{1, trace.NoValue}, {1, trace.NoValue}, {2, 1}, {2, 1}, {2, 1}, {1, 2}, {1, 2},
	} {
		if _, before := tab.Do(&trace.Op{Kind: kind.TableInsert, Key: 7, Value: step.store}, step.store); before.Other != step.different {
			t.Errorf("step %d stores %d and finds %d as the last that is different, want %d", i, step.store, before.Other, step.different)
		}
	}
}

// TestIndependentOperationsCommute executes two operations of two actors in both orders, in any
// state. If they are independent, both have the same effects in either order, and lead to the same
// state.
func TestIndependentOperationsCommute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tab := new(table.Table)
		for range rapid.IntRange(0, 8).Draw(t, "past") {
			op, after := operation(t)
			do(tab, op, after)
		}
		a, b := first(operation(t)), first(operation(t))
		a1, b1, state1 := both(tab, 0, a, 1, b)
		b2, a2, state2 := both(tab, 1, b, 0, a)
		relation := causality.Relation{}
		d := relation.Dependent(&a1, &b1, nil)
		if back := relation.Dependent(&b2, &a2, nil); back != d {
			t.Fatalf("%v and %v are %v, in the other order %v", a.Kind, b.Kind, d, back)
		}
		if d != causality.Independent {
			return
		}
		if a1.Effect != a2.Effect || b1.Effect != b2.Effect || a1.Before != a2.Before || b1.Before != b2.Before {
			t.Fatalf("%v and %v are independent, but do\n%+v\n%+v, in the other order\n%+v\n%+v", a.Kind, b.Kind, a1, b1, b2, a2)
		}
		if state1 != state2 {
			t.Fatalf("%v and %v are independent, but lead to\n%s, in the other order to\n%s", a.Kind, b.Kind, state1, state2)
		}
	})
}

func first(op *trace.Op, _ trace.ValueID) *trace.Op { return op }

// both executes two operations and undoes them. It returns the events and the state after them.
func both(tab *table.Table, p trace.ActorID, a *trace.Op, q trace.ActorID, b *trace.Op) (trace.Event, trace.Event, string) {
	ea, eb := trace.NewEvent(p, 0, *a), trace.NewEvent(q, 0, *b)
	var beforeA, beforeB table.Before
	ea.After, eb.After = after(a.Kind, a.Value), after(b.Kind, b.Value)
	ea.Effect, beforeA = do(tab, a, ea.After)
	eb.Effect, beforeB = do(tab, b, eb.After)
	ea.Before, eb.Before = beforeA.Other, beforeB.Other
	state := inspect(tab)
	tab.Undo(beforeB)
	tab.Undo(beforeA)
	return ea, eb, state
}
