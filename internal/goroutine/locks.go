package goroutine

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// The cells of an RWMutex: 1 while a goroutine holds it to write, or waits until all readers have ended; and the numbers of
// readers. The cell of a Mutex is the first one.
const (
	held    = 0
	readers = 1
)

func (u *Use) useLock(e *trace.Event, v *view) (possible bool) {
	switch o := u.Object; u.Verb {
	case Lock, Announce:
		v.update(o, held, 1)
		return v.peek(o, held) == 0
	case TryLock:
		u.change(e, v, 0, 1)
	case Unlock, WUnlock:
		u.change(e, v, 1, 0)
	case RLock, TryRLock:
		if e.Ok = v.read(o, held) == 0; e.Ok || u.Verb == RLock {
			own := readers + u.Slot
			v.update(o, own, v.peek(o, own)+1)
		}
		return e.Ok || u.Verb == TryRLock
	case RUnlock:
		u.endReading(e, v)
	case Drain:
		return u.sum(v, readers) == 0
	case TryWrite:
		if u.sum(v, readers) > 0 {
			e.Ok = v.read(o, held) == 2
			return true
		}
		u.change(e, v, 0, 1)
	}
	return true
}

// change changes whether a lock is held. Ok is false if that was not as expected.
func (u *Use) change(e *trace.Event, v *view, from, to int32) {
	if e.Ok = v.peek(u.Object, held) == from; e.Ok {
		v.update(u.Object, held, to)
	} else {
		v.read(u.Object, held)
	}
}

// sum returns the sum of the cells that goroutines share.
func (u *Use) sum(v *view, from int32) (n int32) {
	v.all = slices.Grow(v.all, slots+1)
	for k := range int32(slots) {
		n += v.read(u.Object, from+k)
	}
	return n
}

// endReading ends the reading of the goroutine itself, or else of any other one: any goroutine may call RUnlock.
func (u *Use) endReading(e *trace.Event, v *view) {
	for k := range int32(slots) {
		own := readers + (u.Slot+k)%slots
		if n := v.peek(u.Object, own); n > 0 {
			v.update(u.Object, own, n-1)
			return
		}
		v.read(u.Object, own)
	}
	e.Ok = false
}

// The cells of a WaitGroup: the sum of additions, and of subtractions.
const (
	added = 0
	taken = 1
)

func (u *Use) useGroup(e *trace.Event, v *view) (possible bool) {
	o := u.Object
	switch {
	case u.Verb == Wait:
		return u.sum(v, taken) == v.read(o, added)
	case u.Number >= 0:
		v.update(o, added, v.peek(o, added)+u.Number)
		return true
	}
	own := taken + u.Slot
	v.read(o, added)
	v.update(o, own, v.peek(o, own)-u.Number)
	return true
}

// The cell of a Once is running while its function is called, and done after that. The cells of a Cond count the goroutines that have
// begun to wait, and the goroutines that were woken, in the same order.
const (
	running = 1
	done    = 2

	queued = 0
	woken  = 1
)

func (u *Use) useOnce(e *trace.Event, v *view) (possible bool) {
	o := u.Object
	switch u.Verb {
	case Once:
		at := v.peek(o, 0)
		if e.Ok = at != done; e.Ok {
			v.update(o, 0, running)
		} else {
			v.read(o, 0)
		}
		return at != running
	case Called:
		v.write(o, 0, done)
	case Queue:
		n := v.peek(o, queued)
		v.update(o, queued, n+1)
		e.Result = trace.ValueID(n)
	case Woken:
		return v.read(o, woken) > u.Number
	case Signal, Broadcast:
		n, all := v.peek(o, woken), v.read(o, queued)
		if n == all {
			v.read(o, woken)
			return true
		}
		if u.Verb == Signal {
			all = n + 1
		}
		v.update(o, woken, all)
	}
	return true
}

// useWord is about a word of memory. Its cell has the number that stands for its content; of a word that is no number, it has
// another number after each change.
func (u *Use) useWord(e *trace.Event, v *view) {
	switch o := u.Object; u.Verb {
	case Load:
		e.Result = trace.ValueID(v.read(o, 0))
	case Store:
		v.update(o, 0, u.Number) // also if it stores the same: a load synchronizes with the last store
	case Exchange:
		v.update(o, 0, u.Number)
	case Modify:
		old := v.peek(o, 0)
		e.Result = trace.ValueID(old)
		var n int64
		if n, e.Ok = u.Compute(u.known.content(old)); e.Ok {
			v.update(o, 0, u.known.number(n))
		} else {
			v.read(o, 0)
		}
	}
}
