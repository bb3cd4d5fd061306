package states

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// In a bag, each message or signal has a channel of its own, which is named after the send. States that differ only in
// which sends have put equal messages on their way are one: the rest is the same except for these names. So nothing
// that is kept from one path to another may depend on the name of such a channel:
//
//   - a sleep set has the content of a message instead of the channel (path.go);
//   - steps are explored in the order of contents, as the sleep sets below depend on the order;
//   - the recorded uses of resources say "several" instead of a channel (persistent.go), as another
//     message may have had that name on another path.
//
// Equal messages can be exchanged in a sleep set. So it says only how many of them sleep.
//
// A channel is a user of the mailbox to which it delivers all the same, as a state tells whether a process has got any
// message. If a message was explored alone, and another one could have come before, then the other one comes after it, perhaps
// on another path where it has the same name. On that path the process has got a message before, from another channel,
// as the channel of that name has not delivered yet. So there are several users. With ties, only a tied message
// counts. The state tells which ones a process has got if it has kept all results; otherwise a channel is a user
// only as long as no other has delivered anything to the process.

// order sorts the enabled actors, as a state has no order of them: first by their numbers, then messages in a bag by their contents. Among
// equal messages, the ones that do not sleep come first.
func (s *Explorer) order(v trace.View) {
	named := v.Enabled[:0]
	s.inBag = s.inBag[:0]
	for _, p := range v.Enabled {
		if s.Bags && v.State.InBag(p.Actor) {
			s.inBag = append(s.inBag, p)
		} else {
			named = append(named, p)
		}
	}
	slices.SortFunc(named, func(p, q trace.Pending) int { return cmp.Compare(p.Actor, q.Actor) })
	slices.SortFunc(s.inBag, func(p, q trace.Pending) int {
		if c := p.Op.Compare(q.Op); c != 0 {
			return c
		}
		return cmp.Or(s.sleeping(p.Actor)-s.sleeping(q.Actor), cmp.Compare(p.Actor, q.Actor))
	})
	copy(v.Enabled[len(named):], s.inBag)
}

// sleeping returns how many steps of an actor sleep in the next state.
func (s *Explorer) sleeping(a trace.ActorID) (n int) {
	for i := range s.asleep {
		if s.asleep[i].Actor == a {
			n++
		}
	}
	return n
}

// ofBag reports whether an event is of a channel of one message.
func (c *Config) ofBag(e *trace.Event) bool { return c.Bags && e.Cause != trace.NoEvent }
