// Package register is a value with two copies, at a head and a tail. Writers send to the head,
// which updates the tail before it answers. Readers ask the tail. The history of the clients must be
// linearizable: as if one register executed one operation at a time, each between its call and its
// return.
package register

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "register",
			Doc:  "The head tells the tail, and then answers.",
			Main: variant{}.run, Rules: rules, Goals: goals,
		},
		{
			Name: "register-early-answer",
			Doc:  "The head answers, and then tells the tail.",
			Main: variant{early: true}.run, Rules: rules, Goals: goals,
			Violates: []string{linearizable},
		},
	}
}

const linearizable = "linearizable"

// goals lists what must be possible; otherwise the reader would never come in between.
var goals = []checker.Property{{Name: "overtaken", Doc: "The second read finds what the first did not."}}

var rules = []checker.Rule{
	checker.Linearizable(checker.Property{Name: linearizable, Doc: "Clients see what one register would let them see."}, 0, register),
}

// register is the object that clients must see: it returns the value after a request, and the answer.
func register(value int, r request) (int, int) {
	if r.Writes {
		value = r.Value
	}
	return value, value
}

// request is a request to a server; the answer is its value.
type request struct {
	Writes bool
	Value  int
}

func (r request) String() string {
	if r.Writes {
		return fmt.Sprint("write ", r.Value)
	}
	return "read"
}

// variant is the configuration of a model.
type variant struct {
	early bool
}

// run is the first process: it starts the others.
func (v variant) run(p *proc.P) {
	tail := p.Spawn("tail", func(p *proc.P) {
		proc.Serve(p, 0, func(value *int, _ proc.PID, r request) (answer int) {
			*value, answer = register(*value, r)
			return answer
		})
	}, proc.Daemon)
	head := p.Spawn("head", func(p *proc.P) { v.write(p, tail) }, proc.Daemon)
	p.Spawn("writer", func(p *proc.P) { ask(p, head, request{Writes: true, Value: 1}) })
	p.Spawn("reader", func(p *proc.P) {
		first, second := ask(p, tail, request{}), ask(p, tail, request{})
		if first < second {
			p.Reach("overtaken")
		}
	})
}

// write is the head.
func (v variant) write(p *proc.P, tail proc.PID) {
	for {
		m := proc.Receive[proc.Request[request]](p)
		if v.early {
			proc.Answer(p, m, m.Body.Value)
		}
		proc.Call[int](p, tail, m.Body)
		if !v.early {
			proc.Answer(p, m, m.Body.Value)
		}
	}
}

// ask is an operation of a client.
func ask(p *proc.P, server proc.PID, r request) int {
	return checker.Operate(p, r, func() int { return proc.Call[int](p, server, r) })
}
