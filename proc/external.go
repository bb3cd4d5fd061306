package proc

import (
	"reflect"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/world/program"
)

// External lets an event come from outside of the system: a request of a client, the start of a server, a change of
// its configuration. It is an event with a name and a payload. Then happens executes its consequences, usually a
// Send, with the payload:
//
//	proc.External(p, "put 1", put{Value: 1}, func(m put) { p.Send(server, m) })
//
// External events of one process come in its order, and wait like its other operations; external events of several processes
// come in any order. Usually these are processes of their own, which stand for the environment. For an event that comes once
// several processes have reached some point, let them write rows, and wait for the rows by [Table.Await].
//
// Traces, JSON and kept failures show the name and the payload. An external event can be left out: then External does
// nothing. So a model should not depend on it (checker.Options.Without, -without). Events with the same name are
// left out together. Minimizing a failing run (checker.Minimize) may also replace the payload by a smaller one, so the function
// happens should depend on the payload alone. The name must be UTF-8 and not empty, and the payload plain data, as a message is.
func External[M any](p *P, name string, payload M, happens func(M)) {
	if name == "" || !utf8.ValidString(name) {
		p.x.Misuse("External: the name %q of the event must be UTF-8 and not empty", name)
	}
	if happens == nil {
		p.x.Misuse("External: the event %q has no function to execute", name)
	}
	for {
		op, has, ok := program.External(&p.x, name, payload)
		if !ok {
			p.x.Idle("External with an event that is left out")
			return
		}
		payload = payloadOf[M](p, name, has)
		switch result := p.x.Perform(program.Operation{Op: op}); {
		case result.Is():
			happens(payload)
			return
		case result.N == 0: // it is left out
			return
		default:
			payload = payloadOf[M](p, name, program.Replaced(&p.x, name, payload, result))
		}
	}
}

// payloadOf returns v, which may come from the model, as a payload.
func payloadOf[M any](p *P, name string, v any) M {
	m, ok := v.(M)
	if !ok && v != nil {
		p.x.Misuse("checker.Model.Shrink returns a %T for the external event %q, whose payload is of type %v", v, name, reflect.TypeFor[M]())
	}
	return m
}
