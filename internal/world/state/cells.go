package state

import (
	"cmp"
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/whole"
	"github.com/checkmodel/checkmodel/trace"
)

// Cells holds the contents of cells. Nearly all cells have either an object or a key, not both.
type Cells struct {
	ofOne   [][2][]int32 // by space, then by object or by key
	ofTwo   map[trace.Cell]int32
	written []OldCell // for stepping back
	printed bool      // print was asked for, and is kept up to date
	print   trace.Fingerprint
	reads   func(trace.Cell) int32 // is Get; see Reader
	lists   [][]trace.Access       // of recent events, by hash; see Behave
	scratch []trace.Access
}

// Behave sets the effects of the operation of an event in the present state. Most events access cells as an earlier one did. So
// equal lists of accesses mostly are one list, instead of a new one each time.
func (cs *Cells) Behave(ev *trace.Event) {
	effects.BehaveIn(ev, cs.Reader(), cs.scratch[:0])
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

// Reader returns Get as a function, without an allocation each time.
func (cs *Cells) Reader() func(trace.Cell) int32 {
	if cs.reads == nil {
		cs.reads = cs.Get
	}
	return cs.reads
}

func (cs *Cells) Get(c trace.Cell) int32 {
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

func (cs *Cells) set(c trace.Cell, value int32) {
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

// Each calls f for the cells that were ever written, in an order of its own.
func (cs *Cells) Each(f func(OldCell)) {
	for space, lists := range cs.ofOne {
		for object, held := range lists[0] {
			f(OldCell{trace.Cell{Space: trace.Space(space), Object: int32(object)}, held})
		}
		for key, held := range lists[1] {
			f(OldCell{trace.Cell{Space: trace.Space(space), Key: int32(key)}, held})
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(cs.ofTwo), compareCells) {
		f(OldCell{c, cs.ofTwo[c]})
	}
}

// Writes returns how many writes can be undone.
func (cs *Cells) Writes() int { return len(cs.written) }

// OldCell is the content of a cell before an event changed it.
type OldCell struct {
	Cell trace.Cell
	Held int32
}

// Write changes cells as an event does, and records their contents.
func (cs *Cells) Write(accesses []trace.Access) {
	for _, a := range accesses {
		if a.Effect != trace.Read {
			before, after := OldCell{a.Cell, cs.Get(a.Cell)}, OldCell{a.Cell, a.After}
			cs.written = append(cs.written, before)
			cs.set(a.Cell, a.After)
			if cs.printed && a.After != before.Held {
				cs.print = cs.print.Plus(after.Print()).Minus(before.Print())
			}
		}
	}
}

// Unwrite undoes all writes except the first n.
func (cs *Cells) Unwrite(n int) {
	for i := len(cs.written) - 1; i >= n; i-- {
		w := &cs.written[i]
		if after := (OldCell{w.Cell, cs.Get(w.Cell)}); cs.printed && after.Held != w.Held {
			cs.print = cs.print.Plus(w.Print()).Minus(after.Print())
		}
		cs.set(w.Cell, w.Held)
	}
	cs.written = cs.written[:n]
}

// Fingerprint returns the sum of the fingerprints of all cells.
func (cs *Cells) Fingerprint() trace.Fingerprint {
	if !cs.printed {
		cs.printed = true
		cs.Each(func(c OldCell) { cs.print = cs.print.Plus(c.Print()) })
	}
	return cs.print
}

// Print returns the fingerprint of the cell with that content.
func (c OldCell) Print() trace.Fingerprint {
	if c.Held == 0 || c.Cell.Space == effects.Board { // the same as if it had never been written; nothing reads the content of a board
		return trace.Fingerprint{}
	}
	return cellPart.Print(int32(c.Cell.Space)).With32(c.Cell.Object, c.Cell.Key).With(uint64(c.Held))
}

// Held appends the cells that make a difference.
func (cs *Cells) Held(held []OldCell) []OldCell {
	cs.Each(func(c OldCell) {
		if c.Held != 0 && c.Cell.Space != effects.Board { // 0 is the same as if it had never been written
			held = append(held, c)
		}
	})
	return held
}

// After returns what stands for a cell and its content.
func (c OldCell) After(e *Equivalence) OldCell { return OldCell{e.Cell(c.Cell), e.contentNumber(c)} }

// Holder returns the process that is registered under a name, or NoActor.
func (cs *Cells) Holder(name trace.ValueID) trace.ActorID {
	return trace.ActorID(cs.Get(trace.Cell{Space: effects.NameHolder, Key: int32(name)}) - 1)
}

// Life returns the life of an actor that is a node, 0 of any other one.
func (cs *Cells) Life(id trace.ActorID) int32 {
	return cs.Get(trace.Cell{Space: effects.Life, Object: int32(id)})
}

// Disk returns the number of the disk of a node.
func (cs *Cells) Disk(node trace.ActorID) trace.ValueID {
	return trace.ValueID(cs.Get(trace.Cell{Space: effects.Files, Object: int32(node)}))
}

// Whole appends the contents of all cells except boards; nothing reads the content of a board.
func (cs *Cells) Whole(e *Equivalence, b []byte) []byte {
	b = whole.Append(b, int(cellPart))
	held := cs.Held(nil)
	for i, c := range held {
		held[i] = c.After(e)
	}
	if e.exchange != nil {
		slices.SortFunc(held, func(c, d OldCell) int { return cmp.Or(compareCells(c.Cell, d.Cell), cmp.Compare(c.Held, d.Held)) })
	}
	for _, c := range held {
		b = whole.Append(b, int32(c.Cell.Space), c.Cell.Object, c.Cell.Key, c.Held)
	}
	return b
}

func compareCells(c, d trace.Cell) int {
	return cmp.Or(cmp.Compare(c.Space, d.Space), cmp.Compare(c.Object, d.Object), cmp.Compare(c.Key, d.Key))
}
