package history

import "encoding/binary"

// point is a call or a return.
type point struct {
	op       int // the number of the operation
	isReturn bool
}

// partialOrder is what happens-before says about the calls and returns of an
// interleaving.
type partialOrder struct {
	points []point  // those of the first client, then those of the next one, …
	before [][]bool // by places in points
}

// code returns a text that is the same for equal orders only.
func (o *partialOrder) code() string {
	b := codes(o.points)
	for _, row := range o.before {
		for _, before := range row {
			if before {
				b = append(b, 1)
			} else {
				b = append(b, 0)
			}
		}
	}
	return string(b)
}

func codes(points []point) []byte {
	b := binary.AppendUvarint(nil, uint64(len(points)))
	for _, pt := range points {
		n := 2 * pt.op
		if pt.isReturn {
			n++
		}
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

// strictest yields the histories that agree with the order, except those to which
// another one is preferred (see preferred). A history must not be kept.
func (o *partialOrder) strictest(yield func(history []point)) {
	e := enumeration{order: o, placed: make([]bool, len(o.points)), yield: yield}
	e.extend(-1)
}

// enumeration is an enumeration of histories under way.
type enumeration struct {
	order   *partialOrder
	placed  []bool  // by places in order.points
	history []point // those that are placed
	yield   func(history []point)
}

// extend yields all histories that go on as the present one does, whose last
// point has the given place in order.points.
func (e *enumeration) extend(last int) {
	if len(e.history) == len(e.placed) {
		e.yield(e.history)
		return
	}
	for next, pt := range e.order.points {
		if !e.possible(next) || last >= 0 && e.preferred(next, last) {
			continue
		}
		e.placed[next] = true
		e.history = append(e.history, pt)
		e.extend(next)
		e.history = e.history[:len(e.history)-1]
		e.placed[next] = false
	}
}

// possible reports whether the point is not placed and all before it are.
func (e *enumeration) possible(next int) bool {
	if e.placed[next] {
		return false
	}
	for i, placed := range e.placed {
		if !placed && e.order.before[i][next] {
			return false
		}
	}
	return true
}

// preferred reports whether next could as well stand before last, directly behind
// which it would stand, and the history would not demand less: where next is a
// return and last a call, it would demand more, as an operation would precede
// another one instead of overlapping it. Two calls, or two returns, can be in any
// order, so it is that of their places. Every history can be turned into one where
// nothing is preferred, by exchanging neighbours, and never demands less on the way.
func (e *enumeration) preferred(next, last int) bool {
	if e.order.before[last][next] {
		return false
	}
	a, b := e.order.points[last], e.order.points[next]
	if a.isReturn == b.isReturn {
		return next < last
	}
	return b.isReturn
}
