package goroutine

import (
	"github.com/checkmodel/checkmodel/internal/races"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Accesses to memory are no events: they would multiply the interleavings. Instead, each interleaving is searched for pairs of
// accesses that nothing orders, by the happens-before of the Go memory model, whose edges synchronize has. This finds every data
// race, as a search executes an interleaving of each class:
//
//   - Each edge is between two events that depend on each other, and what an operation acquires depends only on the events on
//     which it depends, and on their order: releases that commute (RUnlock, Done) are joined. So all interleavings of a class have the same
//     happens-before, and the same pairs of accesses without an order. Two stores of the same word depend on each other even if they
//     store the same: a load synchronizes with the last one.
//   - The dependence relation orders more than the memory model does: a failed TryLock, the number of values in a buffer, who of
//     two readers announces himself first, the deadlines of timers. It only makes classes smaller, and each is explored.
//   - Until the first data race, reads return what happens-before says, so goroutines do the same in all interleavings of a
//     class. So an interleaving ends with its first data race, and with it the search: what comes later may depend on what it cannot see.

// The parts of objects where goroutines synchronize. Send k of a channel is at values+k, and its receipt at receipt-k; waiter n
// of a Cond is at n. Everything else is at whole, except:
const (
	whole   = 0
	reading = 1  // of an RWMutex: the ends of readers
	started = 1  // of a timer: who has set it
	receipt = -1 // of the first value of a channel; the others follow below
)

// synchronize updates what the actors know by an event, which has not changed the cells yet.
func synchronize(d *races.Detector, e *trace.Event, state func(trace.Cell) int32) {
	by := int32(e.Actor)
	switch e.Kind {
	case kind.Spawn:
		d.Start(e.Object, by)
	case kind.TimerStart: // an alarm knows nothing until it fires
		d.Begin(e.Object)
	case kind.Use:
		u := e.Does.(*Use)
		s := synchronization{d, by, u.Object}
		switch u.Verb {
		case Send, Offer, Offers, Taken, Receive, Close, Select:
			s.channel(u, e)
		case Queue, Woken, Signal, Broadcast:
			s.cond(u, state)
		case Fire, Due:
			s.timer(u, e)
		default:
			s.lock(u, e)
		}
	}
}

// synchronization is an event of an actor on an object.
type synchronization struct {
	*races.Detector
	by     int32
	object int32
}

func (s synchronization) acquire(part int32) {
	s.Acquire(s.by, races.Place{Object: s.object, Part: part})
}
func (s synchronization) release(part int32) {
	s.Release(s.by, races.Place{Object: s.object, Part: part})
}
func (s synchronization) join(part int32) { s.Join(s.by, races.Place{Object: s.object, Part: part}) }

// lock is about locks, WaitGroups, Onces and words of memory.
func (s synchronization) lock(u *Use, e *trace.Event) {
	switch u.Verb {
	case TryLock, RLock, TryRLock:
		if e.Ok {
			s.acquire(whole)
		}
	case Drain, TryWrite:
		if e.Ok {
			s.acquire(whole)
			s.acquire(reading)
		}
	case Unlock, WUnlock, Called, Store:
		s.release(whole)
	case RUnlock:
		s.join(reading)
	case Add:
		if u.Number < 0 {
			s.join(whole)
		}
	case Once:
		if !e.Ok {
			s.acquire(whole)
		}
	case Lock, Wait, Load, Exchange: // the goroutine itself releases after an Exchange that has changed something
		s.acquire(whole)
	case Modify:
		if s.acquire(whole); e.Ok {
			s.release(whole)
		}
	}
}

// channel is about channels, and selects.
func (s synchronization) channel(u *Use, e *trace.Event) {
	n := int32(e.Result)
	switch u.Verb {
	case Send:
		s.sent(u.Size, n, e.Ok)
	case Offer:
		if e.Ok {
			s.release(values + n)
		}
	case Offers:
		for i := range e.Accesses {
			if a := &e.Accesses[i]; a.Effect == trace.Update && a.Cell.Key >= values {
				s.object = a.Cell.Object
				s.release(a.Cell.Key)
			}
		}
	case Taken:
		if e.Ok {
			s.acquire(receipt - u.Number)
		}
	case Receive:
		s.received(n, e.Ok)
	case Close:
		s.release(whole)
	case Select:
		if n > 0 {
			s.chosen(u, e)
		}
	}
}

// sent is about the send of value n to a channel with a buffer.
func (s synchronization) sent(size, n int32, ok bool) {
	if !ok {
		return
	}
	if n >= size {
		s.acquire(receipt - (n - size))
	}
	s.release(values + n)
}

// received is about the receipt of value n, or of the end of a channel.
func (s synchronization) received(n int32, ok bool) {
	if !ok {
		s.acquire(whole)
		return
	}
	s.acquire(values + n)
	s.release(receipt - n)
}

// chosen is about the chosen case of a select.
func (s synchronization) chosen(u *Use, e *trace.Event) {
	i, n := Chosen(int32(e.Result))
	c := &u.Cases[i]
	switch s.object = c.Object; {
	case c.Closed:
	case c.Timer:
		s.acquire(whole)
	case c.Offers():
		if e.Ok {
			s.acquire(receipt - c.Offer)
		}
	case c.Send:
		s.sent(c.Size, n, e.Ok)
	default:
		s.received(n, e.Ok)
	}
}

// cond is about Conds: a signal lets those know that it wakes.
func (s synchronization) cond(u *Use, state func(trace.Cell) int32) {
	switch from, to := state(cellOf(s.object, woken)), state(cellOf(s.object, queued)); u.Verb {
	case Woken:
		s.acquire(u.Number)
	case Signal, Broadcast:
		if u.Verb == Signal {
			to = min(from+1, to)
		}
		for n := from; n < to; n++ {
			s.release(n)
		}
	}
}

// timer is about timers: who starts one lets those know that it starts, or that receive its value.
func (s synchronization) timer(u *Use, e *trace.Event) {
	switch {
	case u.Verb == Due:
		s.acquire(whole)
	case e.Ok:
		s.acquire(started)
		s.release(whole)
	}
}
