package history

import (
	"cmp"
	"context"
	"fmt"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// Result is what a search has established, the verdicts on histories included.
type Result struct {
	*checker.Result
	// Histories counts the histories that porcupine has judged.
	Histories int
	// NotLinearizable counts the interleavings with a history that is not
	// linearizable, and Unknown those of the rest with one that porcupine has come
	// to no result about.
	NotLinearizable, Unknown int
	// Example is one of these histories in words; "" if there is none. Schedule executes
	// its interleaving again, as the Replay of checker.Options, and, as text, that of the
	// command: on a page one can go through it.
	Example  string
	Schedule trace.NamedSchedule
	// Differences says where histories and model do not agree.
	Differences []string
}

// Check explores a model, also behind violations, and judges each interleaving by
// the sequential specification of an object. Histories and model agree if
//
//   - every interleaving that is not linearizable violates some property of the
//     model,
//   - no interleaving that is linearizable violates a visible property: one that is
//     about nothing but what the clients see, and
//   - there is a result for every interleaving.
//
// The Verdict knows nothing of histories. So of a model in which no property says what the
// clients may see, a test fails where NotLinearizable or Unknown is more than 0, and of
// another one where there are Differences.
//
// Check takes the place of the observer in the options. An error is one of checker.Check, or
// says that clients panicked.
func Check(ctx context.Context, m checker.Model, o checker.Options, object porcupine.Model, clients Clients, visible ...string) (*Result, error) {
	result := &Result{}
	ob := &observer{
		clients: clients,
		visible: visible,
		judge:   newJudge(object),
		result:  result,
		values:  map[trace.ValueID]any{},
		// Its classes are the largest, whatever those of the search.
		order: trace.Order{Relation: trace.Relation{ReceivePatterns: true}},
	}
	o.KeepGoing, o.Observer = true, ob
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ob.stop = cancel
	var err error
	result.Result, err = checker.Check(ctx, m, o)
	result.Histories = len(ob.judge.ofHistories)
	return result, cmp.Or(err, ob.failed)
}

// findings are what the model says about an interleaving.
type findings struct {
	any     bool // a property is violated
	visible bool // a visible one is
}

// add adds the judgement on an interleaving.
func (r *Result) add(number int, j judgement, model findings) {
	switch j.verdict {
	case notLinearizable:
		r.NotLinearizable++
		if !model.any {
			r.differ(number, "not linearizable, and the model finds nothing wrong: "+j.history)
		}
	case unknown:
		r.Unknown++
		r.differ(number, "nobody knows whether this is linearizable: "+j.history)
	case linearizable:
		if model.visible {
			r.differ(number, "linearizable, and the model finds a visible property violated")
		}
	}
}

func (r *Result) differ(number int, how string) {
	r.Differences = append(r.Differences, fmt.Sprintf("interleaving %d: %s", number, trace.OneLine(how)))
}
