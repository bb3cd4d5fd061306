package trace_test

import (
	"testing"

	. "github.com/checkmodel/checkmodel/trace"
)

// TestEffectOf executes every operation in every state: no table, no row, a row.
func TestEffectOf(t *testing.T) {
	for _, c := range []struct {
		kind              Kind
		none, empty, full Effect
	}{
		{TableInsert, NoEffect, Write, Write},
		{TableInsertNew, NoEffect, Update, Read},
		{TableLookup, NoEffect, Read, Read},
		{TableDelete, NoEffect, Update, Update},
		{TableUpdateCounter, NoEffect, Update, Update},
		{TableTake, NoEffect, Read, Update},
		{TableSwap, NoEffect, Read, Update},
		{TableMember, NoEffect, Read, Read},
		{TableSize, NoEffect, Read, Read},
		{TableFirst, NoEffect, Read, Read},
		{TableNext, NoEffect, Read, Read},
		{TableSelect, NoEffect, Read, Read},
	} {
		for _, at := range []struct {
			name   string
			exists bool
			old    ValueID
			want   Effect
		}{{"no table", false, NoValue, c.none}, {"no row", true, NoValue, c.empty}, {"a row", true, 5, c.full}} {
			if got := EffectOf(&Op{Kind: c.kind, Key: 1, Value: 2, Expected: 5}, at.exists, at.old); got != at.want {
				t.Errorf("%v where there is %s: effect %d, want %d", c.kind, at.name, got, at.want)
			}
		}
	}
	if got := EffectOf(&Op{Kind: TableSwap, Key: 1, Value: 2, Expected: 6}, true, 5); got != Read {
		t.Errorf("compare and swap where something else is: effect %d, want %d", got, Read)
	}
	if got := EffectOf(&Op{Kind: TableUpdateCounter, Key: 1, Value: 2}, true, NoValue); got != Read {
		t.Errorf("a counter without an initial number where there is no row: effect %d, want %d", got, Read)
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
