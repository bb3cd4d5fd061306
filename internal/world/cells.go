package world

import (
	"cmp"
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/trace"
)

// cells holds the contents of cells. Nearly all cells have either an object or a key, not both.
type cells struct {
	ofOne   [][2][]int32 // by space, then by object or by key
	ofTwo   map[trace.Cell]int32
	written []written // for stepping back
	printed bool      // print was asked for, and is kept up to date
	print   trace.Fingerprint
	reads   func(trace.Cell) int32 // is get; see reader
	lists   [][]trace.Access       // of recent events, by hash; see behave
	scratch []trace.Access
}

// behave sets the effects of the operation of an event in the present state. Most events access cells as an earlier one did. So
// equal lists of accesses mostly are one list, instead of a new one each time.
func (cs *cells) behave(ev *trace.Event) {
	effects.BehaveIn(ev, cs.reader(), cs.scratch[:0])
	cs.scratch = ev.Accesses
	if len(ev.Accesses) == 0 {
		ev.Accesses = nil
		return
	}
	if cs.lists == nil {
		cs.lists = make([][]trace.Access, manyLists)
	}
	h := uint64(len(ev.Accesses))
	for i := range ev.Accesses {
		a := &ev.Accesses[i]
		h = trace.Mix(h^uint64(uint32(a.Object))<<32^uint64(uint32(a.Key)), uint64(uint32(a.After))<<16^uint64(a.Space)<<8^uint64(a.Effect))
	}
	list := &cs.lists[h%manyLists]
	if !slices.Equal(*list, ev.Accesses) {
		*list = slices.Clone(ev.Accesses)
	}
	ev.Accesses = *list
}

// manyLists is the number of lists of accesses that are found again.
const manyLists = 1 << 8

// reader returns get as a function, without an allocation each time.
func (cs *cells) reader() func(trace.Cell) int32 {
	if cs.reads == nil {
		cs.reads = cs.get
	}
	return cs.reads
}

func (cs *cells) get(c trace.Cell) int32 {
	if c.Object != 0 && c.Key != 0 {
		return cs.ofTwo[c]
	}
	if int(c.Space) < len(cs.ofOne) {
		which, n := of(c)
		if list := cs.ofOne[c.Space][which]; n < len(list) {
			return list[n]
		}
	}
	return 0
}

func (cs *cells) set(c trace.Cell, value int32) {
	if c.Object != 0 && c.Key != 0 {
		if cs.ofTwo == nil {
			cs.ofTwo = map[trace.Cell]int32{}
		}
		cs.ofTwo[c] = value
		return
	}
	for int(c.Space) >= len(cs.ofOne) {
		cs.ofOne = append(cs.ofOne, [2][]int32{})
	}
	which, n := of(c)
	list := &cs.ofOne[c.Space][which]
	for n >= len(*list) {
		*list = append(*list, 0)
	}
	(*list)[n] = value
}

// of returns 0 and the object if the cell has no key, and otherwise 1 and the key.
func of(c trace.Cell) (which, n int) {
	if c.Key == 0 {
		return 0, int(c.Object)
	}
	return 1, int(c.Key)
}

// each calls f for the cells that were ever written, in an order of its own.
func (cs *cells) each(f func(written)) {
	for space, lists := range cs.ofOne {
		for object, held := range lists[0] {
			f(written{trace.Cell{Space: trace.Space(space), Object: int32(object)}, held})
		}
		for key, held := range lists[1] {
			f(written{trace.Cell{Space: trace.Space(space), Key: int32(key)}, held})
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(cs.ofTwo), func(c, d trace.Cell) int {
		return cmp.Or(cmp.Compare(c.Space, d.Space), cmp.Compare(c.Object, d.Object), cmp.Compare(c.Key, d.Key))
	}) {
		f(written{c, cs.ofTwo[c]})
	}
}

// written is the content of a cell before an event changed it.
type written struct {
	cell trace.Cell
	held int32
}

// write changes cells as an event does, and records their contents.
func (cs *cells) write(accesses []trace.Access) {
	for _, a := range accesses {
		if a.Effect != trace.Read {
			before, after := written{a.Cell, cs.get(a.Cell)}, written{a.Cell, a.After}
			cs.written = append(cs.written, before)
			cs.set(a.Cell, a.After)
			if cs.printed && a.After != before.held {
				cs.print = cs.print.Plus(after.fingerprint()).Minus(before.fingerprint())
			}
		}
	}
}

// unwrite undoes all writes except the first n.
func (cs *cells) unwrite(n int) {
	for i := len(cs.written) - 1; i >= n; i-- {
		w := &cs.written[i]
		if after := (written{w.cell, cs.get(w.cell)}); cs.printed && after.held != w.held {
			cs.print = cs.print.Plus(w.fingerprint()).Minus(after.fingerprint())
		}
		cs.set(w.cell, w.held)
	}
	cs.written = cs.written[:n]
}

// fingerprint returns the sum of the fingerprints of all cells.
func (cs *cells) fingerprint() trace.Fingerprint {
	if !cs.printed {
		cs.printed = true
		cs.each(func(c written) { cs.print = cs.print.Plus(c.fingerprint()) })
	}
	return cs.print
}

// fingerprint returns the fingerprint of the cell with that content.
func (c written) fingerprint() trace.Fingerprint {
	if c.held == 0 || c.cell.Space == effects.Board { // the same as if it had never been written; nothing reads the content of a board
		return trace.Fingerprint{}
	}
	return part(aCell, int32(c.cell.Space)).With32(c.cell.Object, c.cell.Key).With(uint64(c.held))
}

// holder returns the process that is registered under a name, or NoActor.
func (cs *cells) holder(name trace.ValueID) trace.ActorID {
	return trace.ActorID(cs.get(trace.Cell{Space: effects.NameHolder, Key: int32(name)}) - 1)
}
