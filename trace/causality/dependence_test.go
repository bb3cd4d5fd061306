package causality_test

import (
	"slices"
	"testing"

	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/causality"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

// TestMessages relates events at one mailbox, that of p, in every way in which
// the message can be taken or not. The first event comes first.
func TestMessages(t *testing.T) {
	one, two := takes{1}, takes{2}
	both := takes{1, 2}
	fromQ, fromR := send(q, 0, p, 1), send(r, 0, p, 2)
	for _, c := range []struct {
		name    string
		a, b    Event
		takers  taken
		want    Dependence // with receive patterns
		anyRace Dependence // without
	}{
		// Two messages: only the receive of the earlier one can tell.
		{"no receive takes either", fromQ, fromR, nil, Independent, Reversible},
		{"only the later is taken", fromQ, fromR, taken{receive(p, 0, both, fromR)}, Independent, Reversible},
		{"the earlier is taken by what takes both", fromQ, fromR, taken{receive(p, 0, both, fromQ)}, Observed, Reversible},
		{"the other order of these", fromR, fromQ, taken{receive(p, 0, both, fromR)}, Observed, Reversible},
		{"the earlier is taken by what takes only it", fromQ, fromR, taken{receive(p, 0, one, fromQ)}, Independent, Reversible},
		{"the same with a timeout", fromQ, fromR, taken{inTime(p, 0, one, fromQ)}, Independent, Reversible},
		{"with a timeout, by what takes both", fromQ, fromR, taken{inTime(p, 0, both, fromQ)}, Observed, Reversible},
		{"both are taken, in order, by what takes both", fromQ, fromR,
			taken{receive(p, 0, both, fromQ), receive(p, 1, both, fromR)}, Observed, Reversible},
		{"the later is taken first, by what takes only it", fromQ, fromR,
			taken{receive(p, 0, two, fromR), receive(p, 1, both, fromQ)}, Independent, Reversible},
		{"both are taken, each by what takes only it", fromQ, fromR,
			taken{receive(p, 0, one, fromQ), receive(p, 1, two, fromR)}, Independent, Reversible},
		{"equal messages", fromQ, send(r, 0, p, 1), taken{receive(p, 0, one, fromQ)}, Observed, Reversible},
		{"different mailboxes", fromQ, send(r, 0, s, 1), taken{receive(p, 0, one, fromQ)}, Independent, Independent},

		// A message and a receive of its addressee.
		{"a message, then the receive that takes it", fromQ, receive(p, 0, both, fromQ), nil, Irreversible, Irreversible},
		{"a message, then the receive in time", fromQ, inTime(p, 0, both, fromQ), nil, Reversible, Reversible},
		{"a message, then a receive of another", fromQ, receive(p, 0, both, fromR), nil, Independent, Independent},
		{"a message, then a receive in time of another", fromQ, inTime(p, 0, both, fromR), nil, Independent, Independent},
		{"a message, then a receive that times out although it is there", fromQ, tooLate(p, 0, both), nil, Reversible, Reversible},
		{"a message, then a timeout that does not mean it", fromQ, tooLate(p, 0, two), nil, Independent, Independent},
		{"a message, which is taken before a receive times out", fromQ, tooLate(p, 1, both),
			taken{receive(p, 0, both, fromQ)}, Independent, Reversible},
		{"a message, taken after a receive times out", fromQ, tooLate(p, 0, both),
			taken{receive(p, 1, both, fromQ)}, Reversible, Reversible},
		{"a message, then a receive of somebody else", fromQ, tooLate(r, 0, both), nil, Independent, Independent},

		// A receive and a message that comes later.
		{"a timeout, then a message it would have taken", tooLate(p, 0, both), fromQ, nil, Reversible, Reversible},
		{"a timeout, then a message it does not mean", tooLate(p, 0, two), fromQ, nil, Independent, Independent},
		{"a timeout, then a message for somebody else", tooLate(p, 0, both), send(q, 0, r, 1), nil, Independent, Independent},
		{"a timeout, then a message that is taken later", tooLate(p, 0, both), fromQ,
			taken{receive(p, 1, one, fromQ)}, Reversible, Reversible},
		{"a timeout, then a message that is taken before it", tooLate(p, 1, both), fromQ,
			taken{receive(p, 0, one, fromQ)}, Independent, Reversible},
		{"a receive, then another message", receive(p, 0, both, fromR), fromQ, nil, Independent, Independent},
		{"a receive in time, then another message", inTime(p, 0, both, fromR), fromQ, nil, Independent, Independent},

		// Two receives are of two mailboxes.
		{"two receives", receive(p, 0, both, fromQ), receive(q, 1, both, fromR), nil, Independent, Independent},
		{"two timeouts", tooLate(p, 0, both), tooLate(q, 1, both), nil, Independent, Independent},
	} {
		if got := (Relation{ReceivePatterns: true}).Dependent(&c.a, &c.b, c.takers); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if got := (Relation{}).Dependent(&c.a, &c.b, c.takers); got != c.anyRace {
			t.Errorf("%s, any deliveries race: %v, want %v", c.name, got, c.anyRace)
		}
	}
}

// TestTables relates all kinds of access to a row, or to a table as a whole. The
// relation is the same in both orders.
func TestTables(t *testing.T) {
	const row, other = 7, 8
	write := insert(p, 0, row, 1)
	writeOther := insert(p, 0, row, 2)
	update := onRow(p, 0, TableUpdateCounter, row, 1, Update)
	claim := onRow(p, 0, TableInsertNew, row, 1, Update)
	claimed := onRow(p, 0, TableInsertNew, row, 1, Read)
	remove := onRow(p, 0, TableDelete, row, NoValue, Update)
	read := lookup(p, 0, row)
	refused := onRow(p, 0, TableInsert, row, 1, NoEffect)
	create, exists := onTable(p, 0, TableNew, Update), onTable(p, 0, TableNew, Read)
	drop, gone := onTable(p, 0, TableDrop, Update), onTable(p, 0, TableDrop, Read)
	release, released := onTable(p, 0, TableRelease, Update), onTable(p, 0, TableRelease, Read)

	for _, c := range []struct {
		name string
		a, b Event
		want Dependence
	}{
		{"two reads", read, read, Independent},
		{"read and write", read, write, Reversible},
		{"read and update", read, update, Reversible},
		{"read and delete", read, remove, Reversible},
		{"read and a claim that succeeds", read, claim, Reversible},
		{"read and a claim that fails", read, claimed, Independent},
		{"writes of the same value", write, write, Independent},
		{"writes of different values", write, writeOther, Reversible},
		{"a write and an update that come to the same", write, claim, Reversible},
		{"write and a claim that fails", write, claimed, Reversible},
		{"two updates", update, update, Reversible},
		{"two deletes", remove, remove, Reversible},
		{"two claims, one of which fails", claim, claimed, Reversible},

		{"refused and anything on the row", refused, write, Independent},
		{"refused and the table's beginning", refused, create, Reversible},
		{"refused and the table's end", refused, drop, Reversible},
		{"refused and an attempt to create it", refused, exists, Independent},

		{"read and the table's beginning", read, create, Reversible},
		{"read and the table's end", read, drop, Reversible},
		{"read and its end with its owner", read, release, Reversible},
		{"read and an attempt to create it", read, exists, Independent},
		{"read and an attempt to drop it", read, gone, Independent},
		{"read and the end of a former owner", read, released, Independent},
		{"beginning and end", create, drop, Reversible},
		{"beginning and attempt to create", create, exists, Reversible},
		{"end and attempt to drop", drop, gone, Reversible},
		{"end and release of what is gone", drop, released, Reversible},
		{"two attempts to create", exists, exists, Independent},
		{"two attempts to drop", gone, gone, Independent},
		{"attempt to create and to drop", exists, gone, Independent},
	} {
		for _, order := range [][2]Event{{c.a, c.b}, {c.b, c.a}} {
			a, b := order[0], order[1]
			b.Actor = q
			for _, relation := range []Relation{{}, {ReceivePatterns: true}} {
				if got := relation.Dependent(&a, &b, taken{}); got != c.want {
					t.Errorf("%s (%v, then %v): %v, want %v", c.name, a.Kind, b.Kind, got, c.want)
				}
			}
			if a.Key != NoValue {
				b.Key = other
				if !b.Kind.Is(OnWholeTable) {
					if got := (Relation{}).Dependent(&a, &b, taken{}); got != Independent {
						t.Errorf("%s, but in different rows: %v, want %v", c.name, got, Independent)
					}
				}
			}
			b = order[1]
			b.Actor, b.Table = q, 1
			if got := (Relation{}).Dependent(&a, &b, taken{}); got != Independent {
				t.Errorf("%s, but of different tables: %v, want %v", c.name, got, Independent)
			}
		}
	}
}

// rows matches the rows with one of these values.
type rows []ValueID

func (r rows) MatchRow(_, value ValueID) bool { return slices.Contains(r, value) }

// TestScans relates what looks at all rows with what changes one, in both orders.
func TestScans(t *testing.T) {
	const row = 7
	change := func(before, after ValueID) Event {
		e := insert(p, 0, row, after)
		e.Before = before
		return e
	}
	scan := func(kind Kind) Event { return onTable(q, 0, kind, Read) }
	selects := func(values ...ValueID) Event {
		e := scan(TableSelect)
		e.Does = rows(values)
		return e
	}
	remove := onRow(p, 0, TableTake, row, NoValue, Update)
	remove.Before = 1
	inVain := selects(1)
	inVain.Effect = NoEffect
	for _, c := range []struct {
		name      string
		row, scan Event
		want      Dependence
	}{
		{"size and a new row", change(NoValue, 1), scan(TableSize), Reversible},
		{"size and a row taken", remove, scan(TableSize), Reversible},
		{"size and a lookup", lookup(p, 0, row), scan(TableSize), Independent},
		{"size and a claim that fails", onRow(p, 0, TableInsertNew, row, 1, Read), scan(TableSize), Independent},
		{"size and size", scan(TableSize), scan(TableSize), Independent},
		{"first key and a new row", change(NoValue, 1), scan(TableFirst), Reversible},
		{"next key and a row taken", remove, scan(TableNext), Reversible},
		{"a row that is meant now", change(NoValue, 1), selects(1), Reversible},
		{"a row that was meant before", change(1, 2), selects(1), Reversible},
		{"a row that is not meant", change(2, 3), selects(1), Independent},
		{"a new row that is not meant", change(NoValue, 3), selects(1), Independent},
		{"a row taken that was meant", remove, selects(1), Reversible},
		{"a row taken that was not meant", remove, selects(2), Independent},
		{"a select of a table that does not exist", change(NoValue, 1), inVain, Independent},
		{"a select and the table's end", onTable(p, 0, TableDrop, Update), selects(), Reversible},
		{"a select and an attempt to create the table", onTable(p, 0, TableNew, Read), selects(1), Independent},
		{"two selects", selects(1), selects(1), Independent},
	} {
		c.row.Actor, c.scan.Actor = p, q
		if got := (Relation{}).Dependent(&c.row, &c.scan, taken{}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if got := (Relation{}).Dependent(&c.scan, &c.row, taken{}); got != c.want {
			t.Errorf("%s, in the other order: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestWhatCannotBeExchanged lists the irreversible pairs besides messages.
func TestWhatCannotBeExchanged(t *testing.T) {
	start := plain(p, 0, Spawn, q)
	first := lookup(q, 0, 1)
	timer := plain(p, 0, TimerStart, q)
	kill := plain(p, 0, ExitSignal, q)
	kill.Fatal = q
	// told is the end of q, which was about to execute another operation.
	told := func(instead Op) Event {
		e := plain(q, 3, Exit, q)
		e.Told, e.Instead = kill.ID(), &instead
		return e
	}
	for _, c := range []struct {
		name string
		a, b Event
		want Dependence
	}{
		{"two events of one actor", lookup(p, 0, 1), lookup(p, 1, 2), Irreversible},
		{"the start of a process and its first event", start, first, Irreversible},
		{"the start of a timer and its first event", timer, first, Irreversible},
		{"the start of a process and an event of another", start, lookup(r, 0, 1), Independent},
		{"two starts", start, plain(r, 0, Spawn, s), Independent},
		{"a choice and a choice", plain(p, 0, Choose, p), plain(q, 0, Choose, q), Independent},
		{"a choice and a message", plain(p, 0, Choose, p), send(q, 0, p, 1), Independent},
		{"a message to a table", send(p, 0, q, 1), insert(r, 0, 1, 1), Independent},
		{"a signal, and the end of a process before its own", kill, told(Op{Kind: Exit}), Reversible},
		{"a signal, and the end of a process before it starts a node", kill, told(Op{Kind: Spawn, Flags: Faulty}), Reversible},
		{"a signal, and the end of a node that must crash before its own", kill, told(Op{Kind: Exit, Flags: CrashFirst}), Irreversible},
	} {
		if got := (Relation{ReceivePatterns: true}).Dependent(&c.a, &c.b, taken{}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestDependenceNames(t *testing.T) {
	for d, want := range map[Dependence]string{Independent: "independent", Observed: "observed",
		Reversible: "reversible", Irreversible: "irreversible"} {
		if d.String() != want {
			t.Errorf("%d is called %q, want %q", d, d, want)
		}
	}
}
