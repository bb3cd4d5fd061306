package effects_test

import (
	"testing"

	. "github.com/checkmodel/checkmodel/internal/effects"
	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/kind"
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
			if got := RowEffect(&Op{Kind: c.kind, Key: 1, Value: 2, Expected: 5}, at.exists, at.old); got != at.want {
				t.Errorf("%v where there is %s: effect %d, want %d", c.kind, at.name, got, at.want)
			}
		}
	}
	if got := RowEffect(&Op{Kind: TableSwap, Key: 1, Value: 2, Expected: 6}, true, 5); got != Read {
		t.Errorf("compare and swap where something else is: effect %d, want %d", got, Read)
	}
	if got := RowEffect(&Op{Kind: TableUpdateCounter, Key: 1, Value: 2}, true, NoValue); got != Read {
		t.Errorf("a counter without an initial number where there is no row: effect %d, want %d", got, Read)
	}
}

func TestChangesRow(t *testing.T) {
	for _, c := range []struct {
		name string
		e    Event
		want bool
	}{
		{"insert", Event{Op: Op{Kind: TableInsert}, Effect: Write}, true},
		{"insert new", Event{Op: Op{Kind: TableInsertNew}, Effect: Update}, true},
		{"insert new that failed", Event{Op: Op{Kind: TableInsertNew}, Effect: Read}, false},
		{"lookup", Event{Op: Op{Kind: TableLookup}, Effect: Read}, false},
		{"insert into nothing", Event{Op: Op{Kind: TableInsert}, Effect: NoEffect}, false},
		{"a whole table", Event{Op: Op{Kind: TableNew}, Effect: Update}, false},
	} {
		if got := ChangesRow(&c.e); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
