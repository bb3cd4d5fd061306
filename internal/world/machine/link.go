package machine

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

func performLink(m *Machine, ev *trace.Event, r *Record) program.Result {
	if ev.Ok {
		p, other := r.Process, m.Process(trace.ActorID(ev.Object))
		p.peers = append(p.peers, other.peer())
		other.peers = append(other.peers, p.peer())
		r.other = other
	}
	return program.Result{}
}

func undoLink(r *Record) {
	if r.other != nil {
		pop(&r.Process.peers)
		pop(&r.other.peers)
	}
}

func performMonitor(m *Machine, ev *trace.Event, r *Record) program.Result {
	if ev.Ok {
		r.other = m.Process(trace.ActorID(ev.Object))
		r.other.watchers = append(r.other.watchers, watcher{r.Process.peer(), ev.MonitorNumber()})
	}
	return program.Result{}
}

func undoMonitor(r *Record) {
	if r.other != nil {
		pop(&r.other.watchers)
	}
}

func performDemonitor(_ *Machine, ev *trace.Event, r *Record) program.Result {
	if ev.Flags&kind.Flush != 0 {
		p := r.Process
		if i := p.Mailbox.Find(ev.Patterns()); i >= 0 {
			r.place, r.Message = i, p.Mailbox.Take(i)
			ev.Taken = r.Message.ID
		}
	}
	return program.Answer(ev.Ok)
}
