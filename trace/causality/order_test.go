package causality_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	. "github.com/checkmodel/checkmodel/internal/effects"
	. "github.com/checkmodel/checkmodel/trace"
	. "github.com/checkmodel/checkmodel/trace/causality"
	. "github.com/checkmodel/checkmodel/trace/kind"
)

// TestRaces writes down traces and the races there are in them. Positions count
// from 0.
func TestRaces(t *testing.T) {
	both := takes{1, 2}
	fromP, fromQ, fromR := send(p, 0, s, 1), send(q, 0, s, 1), send(r, 0, s, 2)
	change := func(object, key int32) Access {
		return Access{Cell: Cell{Space: Board, Object: object, Key: key}, Effect: Update, After: 1}
	}
	read := func(object, key int32) Access {
		return Access{Cell: Cell{Space: Board, Object: object, Key: key}, Effect: Read}
	}
	for _, c := range []struct {
		name     string
		events   []Event
		patterns bool
		want     []Race
	}{
		{name: "nothing happens"},
		{name: "independent rows", events: inOrder(insert(p, 0, 1, 1), insert(q, 0, 2, 1))},
		{name: "a write and a read", events: inOrder(insert(p, 0, 1, 1), lookup(q, 0, 1)), want: []Race{{0, 1, false}}},
		{
			// p and r depend on each other too, but q is in between.
			name:   "immediate races only",
			events: inOrder(insert(p, 0, 1, 1), insert(q, 0, 1, 2), insert(r, 0, 1, 3)),
			want:   []Race{{0, 1, false}, {1, 2, false}},
		}, {
			// Both reads race with the write: neither orders the other.
			name:   "two reads and a write",
			events: inOrder(lookup(p, 0, 1), lookup(q, 0, 1), insert(r, 0, 1, 3)),
			want:   []Race{{1, 2, false}, {0, 2, false}},
		}, {
			name:   "what the same actor does is no race",
			events: inOrder(insert(p, 0, 1, 1), insert(p, 1, 1, 2), lookup(q, 0, 1)),
			want:   []Race{{1, 2, false}},
		}, {
			// p writes the row before it sends the message that lets q write.
			name: "ordered by a message",
			events: inOrder(insert(p, 0, 1, 1), send(p, 1, q, 1),
				receive(q, 0, both, send(p, 1, q, 1)), insert(q, 1, 1, 2)),
		}, {
			// The same, but q might not have waited.
			name: "a message in time is a race, and what follows is ordered by it",
			events: inOrder(insert(p, 0, 1, 1), send(p, 1, q, 1),
				inTime(q, 0, both, send(p, 1, q, 1)), insert(q, 1, 1, 2)),
			want: []Race{{1, 2, false}},
		}, {
			name:   "ordered by the start of a process",
			events: inOrder(insert(p, 0, 1, 1), plain(p, 1, Spawn, q), insert(q, 0, 1, 2)),
		}, {
			name:   "not ordered by the start of a process",
			events: inOrder(plain(p, 0, Spawn, q), insert(p, 1, 1, 1), insert(q, 0, 1, 2)),
			want:   []Race{{1, 2, false}},
		}, {
			name:     "two messages that the receive could both have taken",
			events:   inOrder(fromQ, fromR, receive(s, 0, both, fromQ)),
			patterns: true,
			want:     []Race{{0, 1, true}},
		}, {
			name:     "two messages of which the receive takes only one",
			events:   inOrder(fromQ, fromR, receive(s, 0, takes{1}, fromQ)),
			patterns: true,
		}, {
			name:   "any two messages race without patterns",
			events: inOrder(fromQ, fromR, receive(s, 0, takes{1}, fromQ)),
			want:   []Race{{0, 1, false}},
		}, {
			// The first receive takes any of three, the second any of the other two.
			name: "three messages, two receives",
			events: inOrder(fromP, fromQ, fromR,
				receive(s, 0, both, fromP), receive(s, 1, both, fromQ)),
			patterns: true,
			want:     []Race{{0, 1, true}, {1, 2, true}},
		}, {
			// As above, but the second receive cannot take the third message: so
			// only the first one tells, of both others.
			name: "two races with one earlier message",
			events: inOrder(fromP, fromQ, fromR,
				receive(s, 0, both, fromP), receive(s, 1, takes{1}, fromQ)),
			patterns: true,
			want:     []Race{{0, 1, true}, {0, 2, true}},
		}, {
			name:     "a receive that timed out and a message",
			events:   inOrder(tooLate(s, 0, both), fromQ),
			patterns: true,
			want:     []Race{{0, 1, false}},
		}, {
			name:     "only the nearest timeout races with a message, the other is ordered before it",
			events:   inOrder(tooLate(s, 0, both), tooLate(s, 1, both), fromQ),
			patterns: true,
			want:     []Race{{1, 2, false}},
		}, {
			// The nearest first, for each later event.
			name: "the table comes and goes",
			events: inOrder(onTable(p, 0, TableNew, Update), insert(q, 0, 1, 1), lookup(r, 0, 2),
				onTable(p, 1, TableDrop, Update)),
			want: []Race{{0, 1, false}, {0, 2, false}, {2, 3, false}, {1, 3, false}},
		},
		{
			name:   "far back, with nothing but what is ordered in between",
			events: append(inOrder(insert(p, 0, 1, 1)), inserts(q, 0, 20, lookup(q, 20, 1))...),
			want:   []Race{{0, 21, false}},
		}, {
			name:   "far back, behind an event of the same actor that is ordered",
			events: append(inOrder(insert(p, 0, 1, 1), lookup(q, 0, 1), insert(p, 1, 1, 2)), inserts(q, 1, 20, lookup(q, 21, 1))...),
			want:   []Race{{0, 1, false}, {1, 2, false}, {2, 23, false}},
		}, {
			name:   "a change of a cell, and of one with the same hash",
			events: inOrder(onCells(p, 0, change(0, 0)), onCells(q, 0, change(1, 1)), onCells(r, 0, change(0, 0))),
			want:   []Race{{0, 2, false}},
		}, {
			name:   "an event that changes a cell, and then reads one with the same hash",
			events: inOrder(onCells(p, 0, change(0, 0), read(1, 1)), onCells(q, 0, read(0, 0)), onCells(r, 0, read(1, 1))),
			want:   []Race{{0, 1, false}},
		}, {
			name:   "an event that reads a cell, and then changes one with the same hash",
			events: inOrder(onCells(p, 0, read(0, 0), change(1, 1)), onCells(q, 0, change(0, 0)), onCells(r, 0, read(1, 1))),
			want:   []Race{{0, 1, false}, {0, 2, false}},
		}, {
			name:   "two cells",
			events: inOrder(onCells(p, 0, change(0, 0)), onCells(q, 0, change(1, 0)), onCells(r, 0, read(1, 0), read(0, 0))),
			want:   []Race{{1, 2, false}, {0, 2, false}},
		}, {
			name: "many cells",
			events: inOrder(onCells(p, 0, read(0, 0)), onCells(q, 0, change(4, 0)),
				onCells(r, 0, change(0, 0), change(1, 0), read(2, 0), read(3, 0), read(4, 0))),
			want: []Race{{1, 2, false}, {0, 2, false}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Order{Relation: Relation{ReceivePatterns: c.patterns}}
			o.Compute(c.events)
			if diff := cmp.Diff(c.want, slices.Clone(o.Races())); diff != "" {
				t.Errorf("races (-want +got):\n%s", diff)
			}
		})
	}
}

// inserts is n inserts of a row that no other actor accesses, followed by an event.
func inserts(a ActorID, index int32, n int, then Event) (events []Event) {
	for i := range int32(n) {
		events = append(events, insert(a, index+i, 2, 1))
	}
	return append(events, then)
}

// TestBefore shows happens-before of a trace as a matrix: row j, column i.
func TestBefore(t *testing.T) {
	m := send(p, 1, q, 1)
	events := inOrder(
		insert(p, 0, 1, 1),         // 0
		lookup(r, 0, 2),            // 1: of another row
		m,                          // 2
		insert(r, 1, 1, 2),         // 3: after 0
		receive(q, 0, takes{1}, m), // 4
		lookup(q, 1, 1),            // 5: after 3 as well
	)
	want := `
		x
		.x
		x.x
		xx.x
		x.x.x
		xxxxxx`
	var o Order
	o.Compute(events)
	var got strings.Builder
	for j := range events {
		got.WriteString("\n\t\t")
		for i := range j + 1 {
			got.WriteByte(map[bool]byte{true: 'x', false: '.'}[o.Before(i, j)])
		}
	}
	if got.String() != want {
		t.Errorf("happens-before is%s\nwant%s", got.String(), want)
	}
}

func TestPositions(t *testing.T) {
	m, lost := send(p, 0, q, 1), send(p, 1, q, 2)
	var o Order
	o.Compute(inOrder(m, lookup(r, 0, 1), lost, receive(q, 0, takes{1, 2}, m)))
	for _, c := range []struct {
		id   EventID
		want int
	}{
		{EventID{Actor: p, Index: 0}, 0}, {EventID{Actor: p, Index: 1}, 2}, {EventID{Actor: q, Index: 0}, 3},
		{EventID{Actor: p, Index: 2}, -1}, {EventID{Actor: s, Index: 0}, -1}, {NoEvent, -1},
	} {
		if got := o.Position(c.id); got != c.want {
			t.Errorf("event %v is at %d, want %d", c.id, got, c.want)
		}
	}
	if got := o.TakerPosition(&m); got != 3 {
		t.Errorf("the message is taken at %d, want 3", got)
	}
	if taker := o.Taker(&m); taker == nil || taker.Actor != q {
		t.Errorf("the message is taken by %v, want the receive of q", taker)
	}
	if got := o.TakerPosition(&lost); got != -1 {
		t.Errorf("a message that is not taken is taken at %d", got)
	}
	if taker := o.Taker(&lost); taker != nil {
		t.Errorf("a message that is not taken is taken by %v", taker)
	}
}

// history draws a trace of the world.
func history(t *rapid.T) []Event {
	var w world
	w.goOn(t, 14)
	return w.events
}

// world is four actors that send each other messages, take them, time out, and access cells and the rows
// of a table.
type world struct {
	events    []Event
	mailboxes [4][]Event
	index     [4]int32
	rows      [16]ValueID
}

// alike holds patterns that are comparable, as those of models are.
var alike = []Patterns{&takes{1}, &takes{2}, &takes{1, 2}}

// goOn draws at most the given number of further events.
func (w *world) goOn(t *rapid.T, events int) {
	kinds := []Kind{Send, Receive, ReceiveTimeout, TableInsert, TableInsertNew, TableLookup, Announce}
	for range rapid.IntRange(0, events).Draw(t, "events") {
		w.act(t, ActorID(rapid.IntRange(0, 3).Draw(t, "actor")), kinds, 2)
	}
}

// goOnForLong draws about the given number of further events. An actor executes many in a row, and
// few of them depend on each other.
func (w *world) goOnForLong(t *rapid.T, events int) {
	kinds := []Kind{Send, TableInsert, TableLookup, Receive, ReceiveTimeout, Announce}
	for len(w.events) < events {
		a := ActorID(rapid.IntRange(0, 3).Draw(t, "actor"))
		for range rapid.SampledFrom([]int{1, 2, 5, 20}).Draw(t, "in a row") {
			w.act(t, a, kinds[:rapid.SampledFrom([]int{3, 3, 3, 6}).Draw(t, "kinds")], 15)
		}
	}
}

// act draws an event of the actor.
func (w *world) act(t *rapid.T, a ActorID, kinds []Kind, keys int) {
	value := ValueID(rapid.IntRange(1, 2).Draw(t, "value"))
	at := w.index[a]
	var e Event
	switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); kind {
	case Send:
		e = send(a, at, ActorID(rapid.IntRange(0, 3).Draw(t, "to")), value)
		w.mailboxes[e.To] = append(w.mailboxes[e.To], e)
	case Receive, ReceiveTimeout:
		pattern := rapid.SampledFrom(alike).Draw(t, "pattern")
		i := slices.IndexFunc(w.mailboxes[a], func(m Event) bool { return pattern.Match(m.Value) })
		switch {
		case i < 0 && kind == Receive:
			return
		case i < 0:
			e = tooLate(a, at, pattern)
		default:
			e = inTime(a, at, pattern, w.mailboxes[a][i])
			e.Kind = kind
			w.mailboxes[a] = slices.Delete(w.mailboxes[a], i, i+1)
		}
	case Announce:
		var accesses []Access
		for range rapid.IntRange(1, 6).Draw(t, "cells") {
			c := Cell{Space: Board, Object: int32(rapid.IntRange(0, keys).Draw(t, "object")), Key: int32(rapid.IntRange(0, 1).Draw(t, "cell"))}
			accesses = append(accesses, Access{Cell: c, Effect: rapid.SampledFrom([]Effect{Read, Read, Write, Update}).Draw(t, "effect"), After: int32(value)})
		}
		e = onCells(a, at, accesses...)
	default:
		key := ValueID(rapid.IntRange(1, keys).Draw(t, "key"))
		e = onRow(a, at, kind, key, value, RowEffect(&Op{Kind: kind, Key: key}, true, w.rows[key]))
		if ChangesRow(&e) {
			w.rows[key] = value
		}
	}
	w.index[a]++
	w.events = append(w.events, e)
}

// clone returns an independent copy of the world.
func (w world) clone() world {
	w.events = slices.Clone(w.events)
	for a, m := range w.mailboxes {
		w.mailboxes[a] = slices.Clone(m)
	}
	return w
}

// TestUpdate continues traces in one way after the other from where they diverge, as a search does:
// what Update keeps must equal what Compute computes.
func TestUpdate(t *testing.T) {
	for _, relation := range []Relation{{}, {ReceivePatterns: true}} {
		rapid.Check(t, func(t *rapid.T) {
			kept := Order{Relation: relation}
			keptAsAfresh(t, &kept, func(w *world) { w.goOn(t, 6) })
		})
	}
}

// TestLongUpdate is TestUpdate for long traces, for which indices are built on demand.
func TestLongUpdate(t *testing.T) {
	for _, relation := range []Relation{{}, {ReceivePatterns: true}} {
		rapid.Check(t, func(t *rapid.T) {
			kept := Order{Relation: relation}
			keptAsAfresh(t, &kept, func(w *world) { w.goOnForLong(t, len(w.events)+30) })
		})
	}
}

func keptAsAfresh(t *rapid.T, kept *Order, goOn func(*world)) {
	path := []world{{}}
	same := 0
	for range rapid.IntRange(1, 8).Draw(t, "traces") {
		path = path[:rapid.IntRange(1, len(path)).Draw(t, "path")]
		same = min(same, len(path[len(path)-1].events))
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			w := path[len(path)-1].clone()
			goOn(&w)
			path = append(path, w)
		}
		events := path[len(path)-1].events
		kept.Update(events, same)
		same = len(events)
		afresh := Order{Relation: kept.Relation}
		afresh.Compute(events)
		if diff := cmp.Diff(afresh.Races(), kept.Races(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("races (-from nothing +kept):\n%s\nin\n%s", diff, written(events))
		}
		if hash(&afresh) != hash(kept) {
			t.Fatalf("the hash of the class is another one than from nothing in\n%s", written(events))
		}
		for j := range events {
			for i := range j + 1 {
				if afresh.Before(i, j) != kept.Before(i, j) {
					t.Fatalf("that %d happens before %d is %v, and kept as %v in\n%s", i, j, afresh.Before(i, j), kept.Before(i, j), written(events))
				}
			}
			if diff := cmp.Diff(afresh.NotAfter(nil, j), kept.NotAfter(nil, j)); diff != "" {
				t.Fatalf("what is not after %d (-from nothing +kept):\n%s\nin\n%s", j, diff, written(events))
			}
			id := events[j].ID()
			if afresh.Position(id) != kept.Position(id) || afresh.TakerPosition(&events[j]) != kept.TakerPosition(&events[j]) {
				t.Fatalf("what is known of event %d is out of date in\n%s", j, written(events))
			}
		}
	}
}

// TestUpdateOfDelayed: of three interleavings, a channel delivers a message in the first, not in the
// second, and later in the third.
func TestUpdateOfDelayed(t *testing.T) {
	sent := NewEvent(p, 0, Op{Kind: Send, Flags: Delayed, Object: int32(q), Value: 1})
	arrives := NewEvent(r, 0, Op{Kind: Deliver, Object: int32(q), Value: 1})
	arrives.To, arrives.Message, arrives.Cause = q, sent.ID(), sent.ID()
	taken := receive(q, 0, takes{1}, sent)
	o := Order{Relation: Relation{ReceivePatterns: true}}
	o.Update([]Event{sent, arrives, taken, lookup(s, 0, 1)}, 0)
	o.Update([]Event{sent, lookup(s, 0, 1)}, 1)
	o.Update([]Event{sent, lookup(s, 0, 1), arrives, taken}, 2)
	if !o.Before(0, 2) || !o.Before(2, 3) || o.Before(1, 3) || len(o.Races()) > 0 {
		t.Errorf("the message is thought to have come otherwise: %v, races %v", o, o.Races())
	}
}

// TestUpdateOfTakers: two messages are in a mailbox where interleavings part. Whether they race
// depends on what takes them later, with which pattern and in which order.
func TestUpdateOfTakers(t *testing.T) {
	fromP, fromQ := send(p, 0, s, 1), send(q, 0, s, 2)
	one, two, both := &takes{1}, &takes{2}, &takes{1, 2}
	race := []Race{{0, 1, true}}
	ways := []struct {
		name  string
		taken []Event
		want  []Race
	}{
		{"not taken", nil, nil},
		{"one is taken, by what takes only it", []Event{receive(s, 0, one, fromP)}, nil},
		{"one is taken, by what takes both", []Event{receive(s, 0, both, fromP)}, race},
		{"they are taken in their order", []Event{receive(s, 0, both, fromP), receive(s, 1, two, fromQ)}, race},
		{"they are taken in the other order", []Event{receive(s, 0, two, fromQ), receive(s, 1, both, fromP)}, nil},
	}
	for _, before := range ways {
		for _, now := range ways {
			o := Order{Relation: Relation{ReceivePatterns: true}}
			o.Update(append([]Event{fromP, fromQ}, before.taken...), 0)
			o.Update(append([]Event{fromP, fromQ}, now.taken...), 2)
			if diff := cmp.Diff(now.want, o.Races(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s, and in the interleaving before: %s: races (-want +got):\n%s", now.name, before.name, diff)
			}
		}
	}
}

// TestComputeAfresh: what was computed before makes no difference, even if it was for another
// program, in which an actor started q.
func TestComputeAfresh(t *testing.T) {
	var o Order
	o.Compute(inOrder(plain(p, 0, Spawn, q), insert(q, 0, 1, 1)))
	if !o.Before(0, 1) {
		t.Error("what q does does not come behind its start")
	}
	o.Compute(inOrder(plain(p, 0, Spawn, r), insert(q, 0, 1, 1)))
	if o.Before(0, 1) {
		t.Error("what q does comes behind the start of r")
	}
}

// TestFlushedMessages: q tells p that it has ended, and p discards that message, whether it comes
// before the flush (F) or at any time after it (D). In no order does it race with another message
// (m) that p receives (R) after the flush, with a pattern that matches both, or with a receive that
// times out (T); all orders are one class.
func TestFlushedMessages(t *testing.T) {
	for _, orders := range [][]string{
		{"DFmR", "DmFR", "mDFR", "FDmR", "FmDR", "mFDR", "FmRD", "mFRD"},
		{"DFT", "FDT", "FTD"},
	} {
		o := Order{Relation: Relation{ReceivePatterns: true}}
		o.Compute(aroundFlush(orders[0]))
		class := o.Signature()
		for _, order := range orders {
			o.Compute(aroundFlush(order))
			if len(o.Races()) > 0 {
				t.Errorf("%s: there are races, %v", order, o.Races())
			}
			if o.Signature() != class {
				t.Errorf("%s is of another class than %s", order, orders[0])
			}
		}
	}
}

// aroundFlush returns these events, in a program where p monitors q.
func aroundFlush(order string) (events []Event) {
	monitor := NewEvent(p, 0, Op{Kind: Monitor, Object: int32(q), Number: 1})
	state := cells{}.do(&monitor)
	down := NewEvent(q, 0, Op{Kind: Down, Object: int32(p), Number: 1, Value: 9})
	flush := NewEvent(p, 0, Op{Kind: Demonitor, Flags: Flush, Number: 1, Does: takes{9}})
	message := send(r, 0, p, 1)
	for _, what := range order {
		switch what {
		case 'D':
			state = state.do(&down)
			events = append(events, down)
		case 'F':
			state = state.do(&flush)
			if slices.ContainsFunc(events, func(e Event) bool { return e.Kind == Down }) {
				flush.Taken = down.ID()
			}
			events = append(events, flush)
		case 'm':
			events = append(events, message)
		case 'R':
			events = append(events, receive(p, 1, takes{1, 9}, message))
		case 'T':
			events = append(events, tooLate(p, 1, takes{1, 9}))
		}
	}
	return events
}

func written(events []Event) string {
	var b strings.Builder
	for i, e := range events {
		fmt.Fprintf(&b, "%d. %c: %v to %d, key %d, value %d, takes %v, cells %v\n", i, 'p'+rune(e.Actor), e.Kind, e.To, e.Key, e.Value, e.Taken, e.Accesses)
	}
	return b.String()
}

// TestOrderIsTheClosure compares Order, with its clocks and indices and reused from trace to trace,
// with the definitions: happens-before is the transitive closure of dependence; a race is a
// reversible pair that nothing else orders.
func TestOrderIsTheClosure(t *testing.T) {
	for _, relation := range []Relation{{}, {ReceivePatterns: true}} {
		o := Order{Relation: relation}
		rapid.Check(t, func(t *rapid.T) { isTheClosure(t, &o, history(t)) })
	}
}

// TestLongOrderIsTheClosure: in a long trace, most events are not looked at one by one.
func TestLongOrderIsTheClosure(t *testing.T) {
	for _, relation := range []Relation{{}, {ReceivePatterns: true}} {
		o := Order{Relation: relation}
		rapid.Check(t, func(t *rapid.T) {
			var w world
			w.goOnForLong(t, rapid.SampledFrom([]int{100, 150, 200}).Draw(t, "length"))
			isTheClosure(t, &o, w.events)
		})
	}
}

func isTheClosure(t *rapid.T, o *Order, events []Event) {
	o.Compute(events)
	before := closure(o.Relation, events, o)
	for i := range events {
		var notAfter []int32
		for j := i + 1; j < len(events); j++ {
			if got, want := o.Before(i, j), before[i][j]; got != want {
				t.Fatalf("%+v: event %d before %d: %t, want %t, in\n%s", o.Relation, i, j, got, want, written(events))
			}
			if !before[i][j] {
				notAfter = append(notAfter, int32(j))
			}
		}
		if got := o.NotAfter(nil, i); !slices.Equal(got, notAfter) {
			t.Fatalf("%+v: what comes not after event %d (-want +got)\n%s\nin\n%s", o.Relation, i, cmp.Diff(notAfter, got), written(events))
		}
	}
	if got, want := o.Races(), closureRaces(o.Relation, events, before, o); !slices.Equal(got, want) {
		t.Fatalf("%+v: races (-want +got)\n%s\nof\n%s", o.Relation, cmp.Diff(want, got), written(events))
	}
}

func closure(relation Relation, events []Event, takers Takers) [][]bool {
	before := make([][]bool, len(events))
	for i := range before {
		before[i] = make([]bool, len(events))
	}
	for j := range events {
		for i := j - 1; i >= 0; i-- {
			if relation.Dependent(&events[i], &events[j], takers) == Independent {
				continue
			}
			for k := range i + 1 {
				before[k][j] = before[k][j] || k == i || before[k][i]
			}
		}
	}
	return before
}

func closureRaces(relation Relation, events []Event, before [][]bool, takers Takers) []Race {
	var all []Race
	for j := range events {
		for i := j - 1; i >= 0; i-- {
			d := relation.Dependent(&events[i], &events[j], takers)
			if d == Independent || d == Irreversible {
				continue
			}
			direct := true
			for k := i + 1; k < j; k++ {
				direct = direct && !(before[i][k] && before[k][j])
			}
			if direct {
				all = append(all, Race{First: int32(i), Second: int32(j), Observed: d == Observed})
			}
		}
	}
	return all
}

// hash is the hash of the class in which an actor has its number as its name.
func hash(o *Order) uint64 { return o.Class(func(a ActorID) uint64 { return uint64(a) }) }

// TestSignatureIsTheClass exchanges independent neighbours in drawn traces: the signature stays, and the hash of the class, too.
func TestSignatureIsTheClass(t *testing.T) {
	for _, relation := range []Relation{{}, {ReceivePatterns: true}} {
		o := Order{Relation: relation}
		rapid.Check(t, func(t *rapid.T) {
			events := history(t)
			o.Compute(events)
			was, class := o.Signature(), hash(&o)
			for i := range len(events) - 1 {
				if o.Compute(events); o.Before(i, i+1) {
					continue
				}
				exchanged := slices.Clone(events)
				exchanged[i], exchanged[i+1] = events[i+1], events[i]
				o.Compute(exchanged)
				if o.Signature() != was || hash(&o) != class {
					t.Fatalf("exchanging %d and %d makes a difference in\n%s", i, i+1, written(events))
				}
			}
		})
	}
}

func TestSignature(t *testing.T) {
	both := takes{1, 2}
	fromQ, fromR := send(q, 0, p, 1), send(r, 0, p, 2)
	other := plain(p, 0, Choose, NoActor)
	other.Alternative = 1
	for _, c := range []struct {
		name string
		a, b []Event
		same bool
	}{
		{"reads in either order", inOrder(lookup(p, 0, 1), lookup(q, 0, 1)), inOrder(lookup(q, 0, 1), lookup(p, 0, 1)), true},
		{"writes of one value in either order", inOrder(insert(p, 0, 1, 1), insert(q, 0, 1, 1)),
			inOrder(insert(q, 0, 1, 1), insert(p, 0, 1, 1)), true},
		{"writes of two values in either order", inOrder(insert(p, 0, 1, 1), insert(q, 0, 1, 2)),
			inOrder(insert(q, 0, 1, 2), insert(p, 0, 1, 1)), false},
		// In both, the last write of each comes after one of the other.
		{"the last two writes in either order", inOrder(insert(p, 0, 1, 1), insert(q, 0, 1, 2), insert(p, 1, 1, 3), insert(q, 1, 1, 4)),
			inOrder(insert(p, 0, 1, 1), insert(q, 0, 1, 2), insert(q, 1, 1, 4), insert(p, 1, 1, 3)), false},
		{"messages that are not taken", inOrder(fromQ, fromR), inOrder(fromR, fromQ), true},
		{"messages of which the first is taken", inOrder(fromQ, fromR, receive(p, 0, both, fromQ)),
			inOrder(fromR, fromQ, receive(p, 0, both, fromR)), false},
		{"messages each taken by what takes only it",
			inOrder(fromQ, fromR, receive(p, 0, takes{1}, fromQ), receive(p, 1, takes{2}, fromR)),
			inOrder(fromR, fromQ, receive(p, 0, takes{1}, fromQ), receive(p, 1, takes{2}, fromR)), true},
		{"a timeout before or after the message", inOrder(fromQ, inTime(p, 0, both, fromQ)),
			inOrder(tooLate(p, 0, both), fromQ), false},
		{"two alternatives", inOrder(plain(p, 0, Choose, NoActor)), inOrder(other), false},
		{"more and less", inOrder(lookup(p, 0, 1)), inOrder(lookup(p, 0, 1), lookup(p, 1, 1)), false},
	} {
		o := Order{Relation: Relation{ReceivePatterns: true}}
		o.Compute(c.a)
		a, class := o.Signature(), hash(&o)
		o.Compute(c.b)
		if got := a == o.Signature(); got != c.same {
			t.Errorf("%s: same signature: %t, want %t", c.name, got, c.same)
		}
		if got := class == hash(&o); got != c.same {
			t.Errorf("%s: same hash of the class: %t, want %t", c.name, got, c.same)
		}
	}
	// The hash of the class does not tell these apart, as the runs of one program do not differ only in the row.
	var first, second Order
	first.Compute(inOrder(lookup(p, 0, 1)))
	second.Compute(inOrder(lookup(p, 0, 2)))
	if first.Signature() == second.Signature() {
		t.Error("different rows: same signature")
	}
}
