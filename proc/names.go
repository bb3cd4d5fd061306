package proc

import "github.com/checkmodel/checkmodel/trace"

// Register gives a process a name by which every process can find it, until it
// ends or Unregister is called. It reports whether that was possible: the name
// must be free, the process must not have ended nor have another name.
func (p *P) Register(name string, pid PID) bool {
	return p.ask(trace.Op{Kind: trace.Register, Object: p.target("Register", pid), Key: p.name(name)})
}

// Unregister frees a name, and reports whether somebody had it.
func (p *P) Unregister(name string) bool {
	return p.ask(trace.Op{Kind: trace.Unregister, Key: p.name(name)})
}

// Whereis returns the process that has the name, and whether there is one.
func (p *P) Whereis(name string) (PID, bool) {
	got := p.perform(operation{Op: trace.Op{Kind: trace.Whereis, Key: p.name(name)}})
	if got.n == 0 {
		return PID{}, false
	}
	return PID{p.sys.actors.ByID(trace.ActorID(got.n - 1))}, true
}

// SendName sends a message to the process that has the name, and reports
// whether there is one.
func (p *P) SendName(name string, message any) bool {
	value := p.intern("the message", message)
	return p.ask(trace.Op{Kind: trace.SendName, Flags: p.delayed(PID{}), Key: p.name(name), Value: value})
}

func (p *P) name(name string) trace.ValueID {
	if name == "" {
		p.misuse("a process cannot have the empty name")
	}
	return p.intern("the name", name)
}

func performSendName(s *System, a *process, op *operation, ev *trace.Event, u *undo) result {
	if ev.Ok && !ev.Delivers() { // a channel will
		holder := s.cell(trace.Cell{Space: trace.NameHolder, Key: int32(op.Key)})
		to := trace.ActorID(holder - 1)
		s.handOver(a, to, delivery(to, op.Value), ev, u)
	}
	return answer(ev.Ok)
}

func performWhereis(s *System, _ *process, op *operation, ev *trace.Event, _ *undo) result {
	holder := s.cell(trace.Cell{Space: trace.NameHolder, Key: int32(op.Key)})
	ev.Result = trace.ValueID(holder)
	return result{n: holder}
}
