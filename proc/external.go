package proc

import (
	"reflect"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/internal/world/program"
)

// External executes an event from outside of the system, such as a request of a client, the start of a server or a change of
// its configuration. The event has a name and a payload. The function happens executes its consequences, usually a Send, with
// the payload:
//
//	proc.External(p, "put 1", put{Value: 1}, func(m put) { p.Send(server, m) })
//
// External events of one process happen in program order, like its other operations. External events of different processes
// happen in any order. Usually each such process stands for a part of the environment. For an event that happens after several
// processes have reached some point, let these processes write rows, and wait for the rows by [Table.Await].
//
// Traces, JSON and kept failures show the name and the payload. An external event can be left out
// (checker.Options.Without, -without): then External does nothing. So a model should not depend on an external event. Events
// with the same name are left out together. Minimizing a failing run (checker.Minimize) may also replace the payload by a
// smaller one, so the function happens should depend on the payload alone. The name must be UTF-8 and not empty, and the
// payload must be plain data, as for a message.
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
