package proc

import "github.com/checkmodel/checkmodel/trace"

// PID names a process. It is a plain value: compare it with ==, send it in messages, store it in
// tables. The zero PID names no process; sending to it is an error in the model.
type PID struct{ actor *trace.Actor }

// String returns the name of the process: the name it was spawned under, with
// "#2" and so on for later processes of the same name and parent, and with the
// name of its parent before it unless that is the first process. See [P.Spawn].
func (p PID) String() string {
	if p.actor == nil {
		return "no process"
	}
	return p.actor.Name
}
