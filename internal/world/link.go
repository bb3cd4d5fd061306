package world

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func performLink(s *System, ev *trace.Event, u *undo) program.Result {
	if ev.Ok {
		p, other := u.process, s.process(trace.ActorID(ev.Object))
		p.peers = append(p.peers, peerOf(s, other))
		other.peers = append(other.peers, peerOf(s, p))
		u.other = other
	}
	return program.Result{}
}

func undoLink(_ *System, u *undo) {
	if u.other != nil {
		pop(&u.process.peers)
		pop(&u.other.peers)
	}
}

// linkedPeers returns the processes that the process was ever linked with, once each. After an Unlink
// there is still an event, without effect: otherwise the Unlink would race with the end of the
// process, although only the signal shows their order.
func (p *process) linkedPeers(actors *trace.Actors) []peer {
	peers := slices.Clone(p.peers)
	// Links may be independent, and numbers depend on earlier interleavings: use neither order.
	slices.SortFunc(peers, func(a, b peer) int {
		return cmp.Or(actors.ByID(a.actor).Compare(actors.ByID(b.actor)), cmp.Compare(a.life, b.life))
	})
	return slices.Compact(peers)
}

func performMonitor(s *System, ev *trace.Event, u *undo) program.Result {
	if ev.Ok {
		u.other = s.process(trace.ActorID(ev.Object))
		u.other.watchers = append(u.other.watchers, watcher{peerOf(s, u.process), ev.MonitorNumber()})
	}
	return program.Result{}
}

func undoMonitor(_ *System, u *undo) {
	if u.other != nil {
		pop(&u.other.watchers)
	}
}

func performDemonitor(_ *System, ev *trace.Event, u *undo) program.Result {
	if ev.Flags&kind.Flush != 0 {
		p := u.process
		if i := p.mailbox.Find(ev.Patterns()); i >= 0 {
			u.place, u.message = i, p.mailbox.Take(i)
			ev.Taken = u.message.ID
		}
	}
	return program.Answer(ev.Ok)
}

func wasThere(_ words, ev *trace.Event) string {
	switch {
	case ev.Flags&kind.Info == 0:
		return ""
	case ev.Ok:
		return "it was there"
	}
	return "it was not"
}
