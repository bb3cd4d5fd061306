package history

import "encoding/binary"

// point is a call or a return.
type point struct {
	op       int // the number of the operation
	isReturn bool
}

// partialOrder is the happens-before relation between the calls and returns of an interleaving.
type partialOrder struct {
	points []point  // those of the first client, then those of the next one, …
	before [][]bool // by indices in points
}

// code returns a text that is equal exactly for equal orders.
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

// strictest yields the histories that are consistent with the order, except those to which another
// one is preferred (see preferred). The callback must not retain a history.
func (o *partialOrder) strictest(yield func(history []point)) {
	e := enumeration{order: o, placed: make([]bool, len(o.points)), yield: yield}
	e.extend(-1)
}

// enumeration is the state of an enumeration of histories.
type enumeration struct {
	order   *partialOrder
	placed  []bool  // by indices in order.points
	history []point // the points that are placed
	yield   func(history []point)
}

// extend yields all histories that extend the current one, whose last point has the given index in
// order.points.
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

// preferred reports whether next could also stand directly before last, which it would follow,
// without making the history less strict. If next is a return and last a call, the history would
// become stricter, because one operation would precede the other instead of overlapping it. Two
// calls, or two returns, can be in any order, so they are ordered by index. Every history can be
// turned into one where nothing is preferred by exchanging neighbours, and never becomes less
// strict on the way.
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
