package proc

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// SpawnOption changes how a process is started. The zero SpawnOption changes nothing.
type SpawnOption uint8

const (
	// Daemon allows the process, including its deferred functions, to wait for ever, which is
	// otherwise a deadlock. If a deferred function waits after a panic, the panic is no violation.
	Daemon SpawnOption = iota + 1
	// Linked links the process with its parent, in the event of the Spawn.
	Linked
	// Node lets the process crash and be started again, as the faults of the model say (checker.Faults). Without
	// faults it is a process like any other.
	//
	// A crash ends the process between two of its operations, for the reason [Crashed], as a Kill does; it is no
	// violation. A restart executes the function of the process from its beginning. The node keeps its PID and
	// its disk ([File], [Durable]). It loses its variables, its mailbox, its timers, links, monitors and its name,
	// and the tables that it owns go to their heirs or away. Messages that arrive between the crash and the restart
	// are lost.
	Node
)

// Spawn starts a process that executes body and returns its PID. The name is for the trace and for
// identity: it must be UTF-8, not empty, and without '/' and '#'. Several children may have the
// same name; the second is shown with "#2" after it. So is a child of the first process that has
// the name of the first process. A child of any other process is shown after the name of its
// parent, as "supervisor/worker". A name that looks like the name of a timer or a channel is shown
// as "x's #timer" or "x →# y".
//
// The options are [Daemon], for a process that may wait for ever; [Linked], for a process that is
// linked from its first step on, because a Link after the Spawn may be too late; and [Node], for a process
// that may crash.
//
// Variables that body captures must not be changed after the call.
func (p *P) Spawn(name string, body func(*P), options ...SpawnOption) PID {
	return p.spawn(name, body, options, 0, 0)
}

// SpawnMonitor starts a process as Spawn does and monitors it, in one event.
func (p *P) SpawnMonitor(name string, body func(*P), options ...SpawnOption) (PID, Ref) {
	ref := p.MakeRef()
	return p.spawn(name, body, options, kind.Monitoring, ref.id.Number), ref
}

func (p *P) spawn(name string, body func(*P), options []SpawnOption, flags kind.Flags, monitor int32) PID {
	if !p.x.SpawnsAgain(name) {
		p.checkName(name)
	}
	if body == nil {
		p.x.Misuse("Spawn(%q): the process has no function to execute", name)
	}
	for _, o := range options {
		if o > Node {
			p.x.Misuse("Spawn(%q): there is no SpawnOption(%d); the options are Daemon, Linked and Node", name, o)
		}
	}
	if slices.Contains(options, Linked) {
		flags |= kind.Linking
	}
	child, home, life := p.x.Child(name), program.HomeOf(&p.x), int32(0)
	node := slices.Contains(options, Node)
	if node {
		home = child
	}
	if node && program.Crashing(&p.x) {
		flags |= kind.Faulty
		life = 1
	}
	if node && program.Clocks(&p.x).Ways() > 1 {
		flags |= kind.Faulty
	}
	var code *program.Program
	if !program.Repeats(&p.x) {
		code = &program.Program{Actor: child, Body: Body(body), Daemon: slices.Contains(options, Daemon), Node: node, Life: life, Home: home}
	}
	p.x.Perform(program.Operation{
		Op:      trace.Op{Kind: kind.Spawn, Flags: flags, Object: int32(child.ID), Number: monitor, Other: program.Side(&p.x, home)},
		Program: code,
	})
	return PID{child}
}

// checkName reports a name that a process cannot have.
func (p *P) checkName(name string) {
	if name == "" || strings.ContainsAny(name, "/#") {
		p.x.Misuse("Spawn(%q): a process needs a name without '/' and '#'", name)
	}
	if !utf8.ValidString(name) { // schedules and checkpoints are text
		p.x.Misuse("Spawn(%q): the name of a process must be UTF-8", name)
	}
}

// Register gives a process a name by which every process can find it, until it ends or Unregister
// is called. It reports whether that was possible: the name must be free, and the process must
// neither have ended nor have another name.
func (p *P) Register(name string, pid PID) bool {
	return p.x.Ask(trace.Op{Kind: kind.Register, Object: p.target("Register", pid), Key: p.name(name)})
}

// Unregister frees a name, and reports whether a process had it.
func (p *P) Unregister(name string) bool {
	return p.x.Ask(trace.Op{Kind: kind.Unregister, Key: p.name(name)})
}

// Whereis returns the process that has the name, and whether there is one.
func (p *P) Whereis(name string) (PID, bool) {
	got := p.x.Perform(program.Operation{Op: trace.Op{Kind: kind.Whereis, Key: p.name(name)}})
	if got.N == 0 {
		return PID{}, false
	}
	return PID{p.x.ActorByID(trace.ActorID(got.N - 1))}, true
}

// SendName sends a message to the process that has the name, and reports whether there is one.
func (p *P) SendName(name string, message any) bool {
	value := p.x.Intern("the message", message)
	alternatives, _ := p.x.Alternatives()
	delayed, known := program.DelayedByName(&p.x)
	if !known {
		p.x.Misuse("SendName: some messages arrive at once and some later, by the links of the delivery, so it must be known to whom a message goes when it is sent; "+
			"use Send with the result of Whereis, or a delivery of which no part is %s", Instant)
	}
	op := trace.Op{Kind: kind.SendName, Flags: delayed, Key: p.name(name), Value: value, Alternatives: alternatives}
	program.SetOrigin(&p.x, &op)
	return p.x.Ask(op)
}

func (p *P) name(name string) trace.ValueID {
	if name == "" {
		p.x.Misuse("a process cannot have the empty name")
	}
	return p.x.Intern("the name", name)
}
