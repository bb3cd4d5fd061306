package world

import "github.com/checkmodel/checkmodel/trace"

func performSpawn(s *System, a *process, op *Operation, ev *trace.Event, u *undo) Result {
	child := a.at.child.Load()
	if child == nil {
		child = s.begin(op.Program)
		a.at.child.Store(child)
	}
	s.start(child)
	if op.Flags == 0 {
		return Result{}
	}
	it := s.process(trace.ActorID(op.Object))
	if op.Flags&trace.Linking != 0 {
		it.peers = append(it.peers, a.actor.ID)
		a.peers = append(a.peers, it.actor.ID)
	}
	if op.Flags&trace.Monitoring != 0 {
		it.watchers = append(it.watchers, watcher{a.actor.ID, op.Key})
	}
	return Result{}
}

func undoSpawn(s *System, a *process, op *Operation, u *undo) {
	s.process(trace.ActorID(op.Object)).state = unborn
	s.born = s.born[:len(s.born)-1]
	if op.Flags&trace.Linking != 0 {
		a.peers = a.peers[:len(a.peers)-1]
	}
}
