package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/trace"
)

// Register gives a process a name by which every process can find it, until it
// ends or Unregister is called. It reports whether that was possible: the name
// must be free, the process must not have ended nor have another name.
func (p *P) Register(name string, pid PID) bool {
	return p.x.Ask(trace.Op{Kind: trace.Register, Object: p.target("Register", pid), Key: p.name(name)})
}

// Unregister frees a name, and reports whether a process had it.
func (p *P) Unregister(name string) bool {
	return p.x.Ask(trace.Op{Kind: trace.Unregister, Key: p.name(name)})
}

// Whereis returns the process that has the name, and whether there is one.
func (p *P) Whereis(name string) (PID, bool) {
	got := p.x.Perform(world.Operation{Op: trace.Op{Kind: trace.Whereis, Key: p.name(name)}})
	if got.N == 0 {
		return PID{}, false
	}
	return PID{p.x.ActorByID(trace.ActorID(got.N - 1))}, true
}

// SendName sends a message to the process that has the name, and reports whether there is one.
func (p *P) SendName(name string, message any) bool {
	value := p.x.Intern("the message", message)
	return p.x.Ask(trace.Op{Kind: trace.SendName, Flags: p.x.Delayed(nil), Key: p.name(name), Value: value})
}

func (p *P) name(name string) trace.ValueID {
	if name == "" {
		p.x.Misuse("a process cannot have the empty name")
	}
	return p.x.Intern("the name", name)
}
