package world

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

func performLink(s *System, ev *trace.Event, u *undo) Result {
	if ev.Ok {
		p, other := u.process, s.process(trace.ActorID(ev.Object))
		p.peers = append(p.peers, other.id.ID)
		other.peers = append(other.peers, p.id.ID)
		u.other = other
	}
	return Result{}
}

func undoLink(_ *System, u *undo) {
	if u.other != nil {
		pop(&u.process.peers)
		pop(&u.other.peers)
	}
}

// linkedPeers returns the actors that the process was ever linked with, once each. One whose
// link was undone gets no signal, but the event is there: else the end of the process and an
// Unlink would conflict, though only the signal shows their order.
func (p *process) linkedPeers(actors *trace.Actors) []trace.ActorID {
	var peers []trace.ActorID
	for _, peer := range p.peers {
		if !slices.Contains(peers, peer) {
			peers = append(peers, peer)
		}
	}
	// Not in the order of the links, which may be independent; nor by number,
	// which depends on what was met first.
	slices.SortFunc(peers, func(a, b trace.ActorID) int {
		return actors.ByID(a).Compare(actors.ByID(b))
	})
	return peers
}
