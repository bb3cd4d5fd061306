// Package register is a value with two copies, at a head and a tail: writers send to the head,
// which updates the tail before it answers, and readers ask the tail. Clients must not notice that
// there are two copies: what they see must be linearizable, that is, as if one register executed
// one operation at a time, each between its call and its return.
package register

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "register",
			Doc:  "The head tells the tail, and answers then.",
			Main: variant{}.run, Rules: rules, Goals: goals,
		},
		{
			Name: "register-early-answer",
			Doc:  "The head answers, and tells the tail then.",
			Main: variant{early: true}.run, Rules: rules, Goals: goals,
			Violates: []string{linearizable},
		},
	}
}

const linearizable = "linearizable"

// goals lists what must be possible; otherwise the reader would never come in between.
var goals = []checker.Property{{Name: "overtaken", Doc: "The second read finds what the first did not."}}

// step is announced by clients: the call of an operation, or its return.
type step struct {
	Returned bool
	request
}

// operation is an operation of a client, with the numbers of its steps.
type operation struct {
	client           string
	request          // for a read that has returned, with the value that it found
	called, returned int
}

// never is the return of an operation that has not returned.
const never = 1 << 30

// words describes the operations, in the order of the calls.
func words(history []operation) string {
	var all []string
	for _, o := range history {
		switch {
		case o.Writes:
			all = append(all, fmt.Sprintf("%s writes %d", o.client, o.Value))
		case o.returned == never:
			all = append(all, o.client+" reads")
		default:
			all = append(all, fmt.Sprintf("%s reads %d", o.client, o.Value))
		}
	}
	return strings.Join(all, ", ")
}

var rules = []checker.Rule{
	checker.Monitor(checker.Property{Name: linearizable, Doc: "Clients see what one register would let them see."},
		func() func(string, step) error {
			var history []operation
			now := 0
			return func(client string, s step) error {
				now++
				if !s.Returned {
					history = append(history, operation{client, s.request, now, never})
					return nil
				}
				i := slices.IndexFunc(history, func(o operation) bool { return o.client == client && o.returned == never })
				history[i].request, history[i].returned = s.request, now
				if !possible(0, history) {
					return errors.New("no register could have done this: " + words(history))
				}
				return nil
			}
		}),
}

// possible reports whether a register with the given value can execute the operations one at a
// time, each between its call and its return. Operations that have not returned may be executed or
// not.
func possible(value int, left []operation) bool {
	if !slices.ContainsFunc(left, func(o operation) bool { return o.returned != never }) {
		return true
	}
	for i, o := range left {
		late := slices.ContainsFunc(left, func(x operation) bool { return x.returned < o.called })
		wrong := !o.Writes && o.returned != never && o.Value != value
		if late || wrong {
			continue
		}
		next := value
		if o.Writes {
			next = o.Value
		}
		if possible(next, slices.Delete(slices.Clone(left), i, i+1)) {
			return true
		}
	}
	return false
}

// request is a request to a server; the answer is its value.
type request struct {
	Writes bool
	Value  int
}

// variant is the difference between the models.
type variant struct {
	early bool
}

// run is the first process: it starts the others.
func (v variant) run(p *proc.P) {
	tail := p.Spawn("tail", func(p *proc.P) {
		proc.Serve(p, 0, func(value *int, _ proc.PID, r request) int {
			if r.Writes {
				*value = r.Value
			}
			return *value
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

// ask is an operation of a client: it announces the call before it sends the request, and the
// return after it has the answer.
func ask(p *proc.P, server proc.PID, r request) int {
	proc.Announce(p, step{false, r})
	r.Value = proc.Call[int](p, server, r)
	proc.Announce(p, step{true, r})
	return r.Value
}
