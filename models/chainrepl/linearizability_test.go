package chainrepl

import (
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/history"
)

// To its clients a chain is a register: a read finds what was written last.
var register = porcupine.Model{
	Init: func() any { return value("") },
	Step: func(state, input, output any) (bool, any) {
		if op, ok := input.(update); ok {
			return true, op.value
		}
		return output == state, state
	},
}

// clients derives what writers and readers did.
func clients(process string, events []history.Event) []history.Operation {
	switch {
	case strings.HasPrefix(process, "writer-"):
		return updates(events)
	case process == "reader":
		return reads(events)
	}
	return nil
}

// updates derives the update of a writer, from the first request to the reply. An
// update that was refused has not happened.
func updates(events []history.Event) []history.Operation {
	op := history.Operation{Return: history.Pending}
	for i, e := range events {
		switch m := e.Message.(type) {
		case request:
			if op.Input == nil {
				op.Input, op.Call = m.op, i
			}
		case reply:
			if m.result.status == refused {
				return nil
			}
			op.Output, op.Return = m.result.status, i
		}
	}
	return []history.Operation{op}
}

// reads derives the reads of a reader: each begins after the previous one, and ends with the reply
// of the tail. A read that has not found the tail says nothing.
func reads(events []history.Event) []history.Operation {
	var all []history.Operation
	begin, attempts := 0, 0
	for i, e := range events {
		m, ok := e.Message.(reply)
		if !ok {
			continue
		}
		attempts++
		if m.result.status == notTail && attempts < maxAttempts {
			continue
		}
		if m.result.status == found {
			all = append(all, history.Operation{Input: read{}, Output: m.result.revision.value, Call: begin, Return: i})
		}
		begin, attempts = i+1, 0
	}
	return all
}

// judged explores a model, continuing after violations, with a judgement on every interleaving,
// which must agree with the model's own.
func judged(t *testing.T, m checker.Model, o checker.Options) *history.Result {
	t.Helper()
	r, err := history.Check(t.Context(), m, o, register, clients, monotonicReads)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Differences) > 0 {
		t.Errorf("histories and properties differ in %d of %d interleavings; %s",
			len(r.Differences), r.Interleavings, r.Differences[0])
	}
	return r
}

// A head that takes a repeated update for a new one brings an overwritten value back
// to life. The revisions are in order, so reads do not seem to go back; only the
// history of both writers and the reader tells.
func TestAppliedTwice(t *testing.T) {
	m := named(t, "crash-head-no-dedup").model()
	r := judged(t, m, checker.Options{Bound: bounding.Delay(5)})
	if got := violated(r.Result); !slices.Equal(got, []string{appliedOnce}) {
		t.Errorf("violated: %q, want %q", got, appliedOnce)
	}
	want := `writer-red calls update{value: "red"}, writer-blue calls update{value: "blue"}, writer-red gets "ok", ` +
		`reader calls read{}, writer-blue gets "ok", reader gets "blue", reader calls read{}, reader gets "red"`
	if r.NotLinearizable != 3 || r.Example != want {
		t.Errorf("%d of %d interleavings are not linearizable, want 3: %s", r.NotLinearizable, r.Interleavings, r.Example)
	}
}
