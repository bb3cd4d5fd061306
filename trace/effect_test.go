package trace_test

import (
	"testing"

	. "github.com/checkmodel/checkmodel/trace"
)

// TestEffectOf executes every operation of p in every state: no table, a table
// of p, a table of q; no row, a row.
func TestEffectOf(t *testing.T) {
	type state struct {
		owner ActorID
		old   ValueID
	}
	none, mine, theirs, full := state{NoActor, NoValue}, state{p, NoValue}, state{q, NoValue}, state{q, 5}
	for _, c := range []struct {
		kind                     Kind
		none, mine, theirs, full Effect
	}{
		{TableNew, Update, Read, Read, Read},
		{TableDrop, Read, Update, Update, Update},
		{TableRelease, Read, Update, Read, Read},
		{TableInsert, NoEffect, Write, Write, Write},
		{TableInsertNew, NoEffect, Update, Update, Read},
		{TableLookup, NoEffect, Read, Read, Read},
		{TableDelete, NoEffect, Update, Update, Update},
		{TableUpdateCounter, NoEffect, Read, Read, Update},
		{TableTake, NoEffect, Read, Read, Update},
		{TableSwap, NoEffect, Read, Read, Update},
		{TableMember, NoEffect, Read, Read, Read},
		{TableSize, NoEffect, Read, Read, Read},
		{TableFirst, NoEffect, Read, Read, Read},
		{TableNext, NoEffect, Read, Read, Read},
		{TableSelect, NoEffect, Read, Read, Read},
	} {
		for _, at := range []struct {
			name string
			state
			want Effect
		}{{"no table", none, c.none}, {"own table", mine, c.mine}, {"a table", theirs, c.theirs}, {"a row", full, c.full}} {
			if got := EffectOf(p, &Op{Kind: c.kind, Key: 1, Value: 2, Expected: 5}, at.owner, at.old); got != at.want {
				t.Errorf("%v where there is %s: effect %d, want %d", c.kind, at.name, got, at.want)
			}
		}
	}
	if got := EffectOf(p, &Op{Kind: TableSwap, Key: 1, Value: 2, Expected: 6}, q, 5); got != Read {
		t.Errorf("compare and swap where something else is: effect %d, want %d", got, Read)
	}
}

func TestChangesRow(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Event
		want bool
	}{
		{"insert", insert(p, 0, 1, 2), true},
		{"insert new", onRow(p, 0, TableInsertNew, 1, 2, Update), true},
		{"insert new that failed", onRow(p, 0, TableInsertNew, 1, 2, Read), false},
		{"lookup", lookup(p, 0, 1), false},
		{"insert into nothing", onRow(p, 0, TableInsert, 1, 2, NoEffect), false},
		{"a whole table", onTable(p, 0, TableNew, Update), false},
	} {
		if got := c.e.ChangesRow(); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
