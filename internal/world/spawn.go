package world

import "github.com/checkmodel/checkmodel/trace"

func performSpawn(s *System, _ *trace.Event, u *undo) Result {
	parent, op := u.process, u.op
	h := parent.at.child.Load()
	if h == nil {
		h = s.begin(op.Program)
		parent.at.child.Store(h)
	}
	startProcess(s, h)
	if op.Flags == 0 {
		return Result{}
	}
	child := s.process(trace.ActorID(op.Object))
	if op.Flags&trace.Linking != 0 {
		child.peers = append(child.peers, parent.id.ID)
		parent.peers = append(parent.peers, child.id.ID)
	}
	if op.Flags&trace.Monitoring != 0 {
		child.watchers = append(child.watchers, watcher{parent.id.ID, op.Key})
	}
	return Result{}
}

func undoSpawn(s *System, u *undo) {
	s.unstart()
	if u.op.Flags&trace.Linking != 0 {
		pop(&u.process.peers)
	}
}

// pop removes the last element.
func pop[E any](list *[]E) { *list = (*list)[:len(*list)-1] }

func asksSpawn(w words, op *trace.Op) string {
	text := "spawn " + w.actor(op.Object)
	switch op.Flags & (trace.Linking | trace.Monitoring) {
	case trace.Linking:
		text += " (linked)"
	case trace.Monitoring:
		text += " (monitored)"
	case trace.Linking | trace.Monitoring:
		text += " (linked, monitored)"
	}
	return text
}
