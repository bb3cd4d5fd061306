package corfu

import (
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/history"
)

// operation is what a client asks of the key: to write a value, or to read.
type operation struct{ write value }

func (o operation) String() string {
	if o.write == unwritten {
		return "read"
	}
	return "write " + string(o.write)
}

// writeOnce is what the key is to its clients: a register that can be written
// once. A write that was refused because the key has been written already has no
// effect. If strict, it says besides that another value can be read.
func writeOnce(strict bool) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return unwritten },
		Step: func(state, input, output any) (bool, any) {
			op := input.(operation)
			switch {
			case op.write == unwritten:
				return output == state, state
			case output == alreadyWritten:
				return state != unwritten || !strict, state
			case state == unwritten:
				return true, op.write
			default:
				return output != accepted, state
			}
		},
	}
}

// clients derives what the writers and the reader did.
func clients(process string, events []history.Event) []history.Operation {
	switch {
	case strings.HasPrefix(process, "writer-"):
		return writes(events)
	case process == "reader":
		return reads(events)
	}
	return nil
}

// writes derives the write of a writer, from the first request to the last reply. If it has
// starved, it is not known whether it takes effect.
func writes(events []history.Event) []history.Operation {
	op := history.Operation{Return: history.Pending}
	last := 0
	for i, e := range events {
		switch m := e.Message.(type) {
		case request:
			if w, ok := m.Body.(write); ok && op.Input == nil {
				op.Input, op.Call = operation{w.value}, i
			}
		case reply:
			last = i
		case writerDone:
			if m.result.status != starved {
				op.Output, op.Return = m.result.status, last
			}
		}
	}
	return []history.Operation{op}
}

// reads derives the reads of the reader: each begins after the previous one, and ends with a reply
// that is not a rejection. One that has starved says nothing.
func reads(events []history.Event) []history.Operation {
	var all []history.Operation
	begin, attempts := 0, 0
	for i, e := range events {
		m, _ := e.Message.(reply)
		r, ok := m.Body.(result)
		if !ok {
			continue // a layout, or no reply
		}
		attempts++
		if r.rejected() && attempts < maxAttempts {
			continue
		}
		if !r.rejected() {
			all = append(all, history.Operation{Input: operation{}, Output: r.value, Call: begin, Return: i})
		}
		begin, attempts = i+1, 0
	}
	return all
}

// judged explores a model, continuing after violations, with a judgement on the history of every
// interleaving, which must agree with the model's own.
func judged(t *testing.T, m checker.Model, o checker.Options) *history.Result {
	t.Helper()
	r, err := history.Check(t.Context(), m, o, writeOnce(false), clients, immutability, linearizability)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Differences) > 0 {
		t.Errorf("histories and properties differ in %d of %d interleavings; %s",
			len(r.Differences), r.Interleavings, r.Differences[0])
	}
	return r
}

// A writer is refused when the head has another value, and readers find that value
// when the tail has it. So a refusal does not mean that there is something to
// read, whatever the method of repair: CORFU does not promise it.
func TestRefusalIsNoRead(t *testing.T) {
	for _, m := range Models() {
		if m.Violates != nil {
			continue
		}
		r, err := history.Check(t.Context(), m, checker.Options{Bound: bounding.Tree(4)}, writeOnce(true), clients)
		if err != nil {
			t.Fatal(err)
		}
		if r.NotLinearizable == 0 {
			t.Errorf("%s: all of %d histories are linearizable", m.Name, r.Histories)
		}
	}
}
