package goroutine

import "github.com/checkmodel/checkmodel/trace"

// If only one case of a select is ready, a single event decides: its own event Select, or the receive that takes one of its offers.
// If several are ready, the event Select only finds out which; a choice follows, and another Select that prefers the chosen case. If
// this case is no longer ready, it is as if the goroutine had come later.
//
// A select with a default that sends to a channel without a buffer needs a receiver that waits already. Nobody can tell whether a goroutine that is about to
// receive waits already, so the select makes an offer as any other, and withdraws it by its event Select: a receive between the two takes it. A
// receive that does not wait passes over it.

// Case is a case of a select.
type Case struct {
	Object int32 // the channel or the timer; 0 for a nil channel
	Size   int32 // of the buffer
	Send   bool
	Timer  bool
	Closed bool  // before all interleavings, so that nothing accesses it
	Offer  int32 // of a send to a channel without a buffer: the number of the offer, -1 if the channel was closed before
}

// Offers reports whether the case makes an offer.
func (c *Case) Offers() bool { return c.Send && c.Size == 0 && c.Object != 0 }

// offer makes the offers of a select whose number is u.Object.
func (u *Use) offer(v *view) {
	for i := range u.Cases {
		c := &u.Cases[i]
		if !c.Offers() {
			continue
		}
		n := v.peek(c.Object, sends)
		for k := range i {
			if before := &u.Cases[k]; before.Offers() && before.Object == c.Object {
				n += 2
			}
		}
		if n&1 == 1 {
			v.read(c.Object, sends)
			continue
		}
		v.update(c.Object, sends, n+2)
		at := tentative + u.Object*mostCases + int32(i)
		if u.Default {
			at += passing
		}
		v.update(c.Object, values+n/2, at)
	}
}

// Results of a Select: a mask of ready cases as a negative number; or 1 plus the number of the case, and above it the number of
// the value.
const (
	noCase    = 0
	withdrawn = passing // what the cell of the select holds then
	caseBits  = 6
	aboveCase = 1 << caseBits
)

// choose decides the select if at most one case is ready, or the preferred one: case Number-1 if Number > 0.
func (u *Use) choose(e *trace.Event, v *view) (possible bool) {
	if u.Object != 0 {
		if s := v.peek(u.Object, 0); s > 0 { // a receive has taken the offer of the case
			v.read(u.Object, 0)
			e.Result = trace.ValueID(s)
			return true
		}
	}
	var ready uint32
	last := -1
	for i := range u.Cases {
		if u.ready(v, i) {
			ready |= 1 << i
			last = i
		}
	}
	if i := int(u.Number) - 1; i >= 0 && ready>>i&1 == 1 {
		ready, last = 1<<i, i
	}
	switch {
	case ready == 0:
		switch {
		case u.Object != 0 && u.Default:
			v.update(u.Object, 0, withdrawn)
		case u.Object != 0:
			v.read(u.Object, 0)
		}
		e.Result = noCase
		return u.Default
	case ready&(ready-1) != 0:
		if u.Object != 0 {
			v.read(u.Object, 0)
		}
		e.Result = trace.ValueID(-int32(ready))
		return true
	}
	if u.Object != 0 {
		v.update(u.Object, 0, 1+int32(last))
	}
	u.commit(e, v, last)
	return true
}

// ready reports whether a case is ready, and reads the cells that say so.
func (u *Use) ready(v *view, i int) bool {
	c := &u.Cases[i]
	switch {
	case c.Object == 0:
		return c.Closed
	case c.Timer:
		return v.read(c.Object, turn)&1 == 1
	case c.Offers():
		return c.Offer < 0 || v.read(c.Object, values+c.Offer) == refused
	case c.Send:
		n := v.read(c.Object, sends)
		return n&1 == 1 || n/2 < c.Size || v.read(c.Object, values+n/2-c.Size) == gone
	}
	_, _, is := u.first(v, c.Object)
	return is
}

// commit executes a case that is ready.
func (u *Use) commit(e *trace.Event, v *view, i int) {
	c := &u.Cases[i]
	switch {
	case c.Closed:
		e.Ok = false
	case c.Timer:
		v.update(c.Object, turn, v.peek(c.Object, turn)-1)
	case c.Offers():
		e.Ok = false
	case c.Send:
		u.send(e, v, c.Object, c.Size)
	default:
		var j int32
		j, e.Ok, _ = u.first(v, c.Object)
		u.take(v, c.Object, j, e.Ok)
		e.Result = trace.ValueID(j)
	}
	e.Result = e.Result*aboveCase + trace.ValueID(1+i)
}

// Chosen returns the case that was chosen, by the result of a Select, and the number of its value.
func Chosen(result int32) (i int, value int32) { return int(result%aboveCase) - 1, result / aboveCase }
