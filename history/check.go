package history

import (
	"cmp"
	"context"
	"fmt"

	"github.com/anishathalye/porcupine"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// Result is the result of a search, with the verdicts on histories.
type Result struct {
	*checker.Result
	// Histories counts the histories that porcupine has judged.
	Histories int
	// NotLinearizable counts the interleavings with a history that is not linearizable. Unknown
	// counts the other interleavings with a history for which porcupine has found no result.
	NotLinearizable, Unknown int
	// Example is one of these histories as text; "" if there is none. Schedule repeats its
	// interleaving, as the Replay of checker.Options or, in text form, with the flag -replay of the
	// command, which can also show it on a page.
	Example  string
	Schedule trace.NamedSchedule
	// Differences describes where histories and model do not agree.
	Differences []string
}

// Check explores a model, continuing after violations, and judges each interleaving by the
// sequential specification of an object. Histories and model agree if
//
//   - every interleaving that is not linearizable violates some property of the
//     model,
//   - no interleaving that is linearizable violates a visible property: one that is
//     about nothing but what the clients see, and
//   - there is a result for every interleaving.
//
// The Verdict does not depend on histories. So a test should fail if there are Differences or, for
// a model without properties about what the clients see, if NotLinearizable or Unknown is more than
// 0.
//
// Check replaces the observer in the options. It returns the error of checker.Check, or an error if
// the function clients panicked.
func Check(ctx context.Context, m checker.Model, o checker.Options, object porcupine.Model, clients Clients, visible ...string) (*Result, error) {
	result := &Result{}
	ob := &observer{
		clients: clients,
		visible: visible,
		judge:   newJudge(object),
		result:  result,
		values:  map[trace.ValueID]any{},
		// its classes are the largest, whatever those of the search
		order: trace.Order{Relation: trace.Relation{ReceivePatterns: true}},
	}
	o.Until, o.Observer = checker.UntilEnd, ob
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ob.stop = cancel
	var err error
	result.Result, err = checker.Check(ctx, m, o)
	result.Histories = len(ob.judge.ofHistories)
	return result, cmp.Or(err, ob.failed)
}

// findings is the judgement of the model on an interleaving.
type findings struct {
	any     bool // a property is violated
	visible bool // a visible one is
}

// add adds the judgement on the histories of an interleaving.
func (r *Result) add(number int, j judgement, model findings) {
	switch j.verdict {
	case notLinearizable:
		r.NotLinearizable++
		if !model.any {
			r.differ(number, "not linearizable, and the model finds nothing wrong: "+j.history)
		}
	case unknown:
		r.Unknown++
		r.differ(number, "it is unknown whether this is linearizable: "+j.history)
	case linearizable:
		if model.visible {
			r.differ(number, "linearizable, and the model finds a visible property violated")
		}
	}
}

func (r *Result) differ(number int, how string) {
	r.Differences = append(r.Differences, fmt.Sprintf("interleaving %d: %s", number, trace.OneLine(how)))
}
