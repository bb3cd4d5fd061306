package history_test

import (
	"testing"

	"github.com/anishathalye/porcupine"
	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/history"
	"github.com/checkmodel/checkmodel/proc"
)

// The clients of these models set a switch and read it.
type (
	set  struct{}
	get  struct{}
	done struct{}
	is   struct{ On bool }
)

var toggle = porcupine.Model{
	Init: func() any { return is{false} },
	Step: func(state, input, output any) (bool, any) {
		if input == (set{}) {
			return true, is{true}
		}
		return output == state, state
	},
}

// clients derives operations: each message is a request, or the answer to the request before.
func clients(process string, events []history.Event) []history.Operation {
	var all []history.Operation
	for i, e := range events {
		switch m := e.Message.(type) {
		case set, get:
			all = append(all, history.Operation{Input: m, Call: i, Return: history.Pending})
		case done, is:
			last := &all[len(all)-1]
			last.Output, last.Return = m, i
		}
	}
	return all
}

// say returns a process that sends messages to a process that does not receive them.
func say(messages ...any) func(*proc.P) {
	return func(p *proc.P) {
		sink := p.Spawn("sink", func(p *proc.P) {})
		for _, m := range messages {
			p.Send(sink, m)
		}
	}
}

func concurrently(bodies ...func(*proc.P)) func(*proc.P) {
	return func(p *proc.P) {
		for _, body := range bodies {
			p.Spawn("client", body)
		}
	}
}

func TestCheck(t *testing.T) {
	setting := say(set{}, done{})
	tests := []struct {
		name            string
		main            func(*proc.P)
		histories       int
		notLinearizable int
		example         string
		differences     []string
	}{
		{
			name: "one client", main: concurrently(say(get{}, is{false}, set{}, done{}, get{}, is{true})),
			histories: 1,
		},
		{
			name: "one client that is told something wrong", main: concurrently(say(set{}, done{}, get{}, is{false})),
			histories: 1, notLinearizable: 1,
			example: "client calls set{}, client gets done{}, client calls get{}, client gets is{On: false}",
			differences: []string{"interleaving 1: not linearizable, and the model finds nothing wrong: " +
				"client calls set{}, client gets done{}, client calls get{}, client gets is{On: false}"},
		},
		{
			// The search explores one interleaving, in which they come one after the other.
			// It represents those in which they overlap.
			name: "independent clients", main: concurrently(say(get{}, is{false}), setting),
			histories: 2, notLinearizable: 1,
			example: "client#2 calls set{}, client#2 gets done{}, client calls get{}, client gets is{On: false}",
			differences: []string{"interleaving 1: not linearizable, and the model finds nothing wrong: " +
				"client#2 calls set{}, client#2 gets done{}, client calls get{}, client gets is{On: false}"},
		},
		{
			name: "a pending operation takes effect late", histories: 1,
			main: func(p *proc.P) {
				say(set{})(p)
				p.Spawn("client", say(get{}, is{false}, get{}, is{true}))
			},
		},
		{name: "a pending operation that the object refuses never takes effect", histories: 1, main: say(get{})},
		{
			name: "a pending operation does not take effect twice", histories: 1, notLinearizable: 1,
			main: func(p *proc.P) {
				say(set{})(p)
				p.Spawn("client", say(get{}, is{true}, get{}, is{false}))
			},
			example: "main calls set{}, client calls get{}, client gets is{On: true}, client calls get{}, client gets is{On: false}",
			differences: []string{"interleaving 1: not linearizable, and the model finds nothing wrong: " +
				"main calls set{}, client calls get{}, client gets is{On: true}, client calls get{}, client gets is{On: false}"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := checker.Model{Name: test.name, Main: test.main}
			r, err := history.Check(t.Context(), m, checker.Options{}, toggle, clients)
			if err != nil {
				t.Fatal(err)
			}
			if r.Interleavings != 1 || r.Histories != test.histories || r.Unknown != 0 ||
				r.NotLinearizable != test.notLinearizable || r.Example != test.example {
				t.Errorf("got %d histories in %d interleavings, %d not linearizable, %d unknown: %s",
					r.Histories, r.Interleavings, r.NotLinearizable, r.Unknown, r.Example)
			}
			if diff := cmp.Diff(test.differences, r.Differences); diff != "" {
				t.Errorf("the differences (-want +got)\n%s", diff)
			}
		})
	}
}
