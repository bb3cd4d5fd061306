package goroutine

import "github.com/checkmodel/checkmodel/trace"

// Use implements trace.Cells. Each cell whose content decides about other accesses is itself an access. Operations that prevent this one
// change a cell that it accesses in any case.
func (u *Use) Use(e *trace.Event, state func(trace.Cell) int32, all []trace.Access) ([]trace.Access, bool) {
	v := view{state: state, all: all}
	possible := true
	switch u.Verb {
	case Lock, TryLock, Unlock, RLock, TryRLock, RUnlock, Announce, Drain, TryWrite, WUnlock:
		possible = u.useLock(e, &v)
	case Add, Wait:
		possible = u.useGroup(e, &v)
	case Once, Called, Queue, Woken, Signal, Broadcast:
		possible = u.useOnce(e, &v)
	case Load, Store, Modify, Exchange:
		u.useWord(e, &v)
	case Send, Offer, Taken, Receive, Close, Length:
		possible = u.useChannel(e, &v)
	case Offers:
		u.offer(&v)
	case Select:
		possible = u.choose(e, &v)
	case Fire, Stop, Due, stopped:
		possible = u.useTimer(e, &v)
	case Begin: // the order among calls makes no difference, nor the order among returns
		v.read(u.Object, ended)
	case Return:
		own := returned + u.Slot
		v.write(u.Object, ended, 1)
		v.update(u.Object, own, v.peek(u.Object, own)+1)
	case unchanged:
		for _, seen := range u.Seen {
			possible = v.read(seen.Cell.Object, seen.Cell.Key) == seen.After && possible
		}
	case Changed:
		possible = false
		for _, seen := range u.Seen {
			possible = v.read(seen.Cell.Object, seen.Cell.Key) != seen.After || possible
		}
	case Never:
		possible = false
	}
	return v.all, possible
}

// The cells of an object that is to be linearizable: 1 once an operation has returned, and how many have.
const (
	ended    = 0
	returned = 1
)
