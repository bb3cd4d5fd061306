package program

import (
	"fmt"
	"reflect"

	"github.com/checkmodel/checkmodel/internal/coverage"
	"github.com/checkmodel/checkmodel/internal/world/conditions"
	"github.com/checkmodel/checkmodel/mailbox"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Operations are recorded where a process comes to a new point of its histories: nothing happens for the first time elsewhere. A runner
// asks the record, which it may share, only about visits that are new to the runner.

// visit identifies what an operation does.
type visit struct {
	site    *site
	kind    kind.Kind
	happens bool
	outcome int32        // of a choice, or a fault of a message
	message reflect.Type // of a receive
}

// manyAlternatives is the number of alternatives of a choice above which none is recorded.
const manyAlternatives = 64

// requested records that a process requests an operation, and its possible outcomes.
func (r *Runner) requested(op *Operation) {
	if op.Site == nil || r.Covered == nil {
		return
	}
	if r.first(visit{site: op.Site, kind: op.Kind, happens: true, outcome: op.Alternatives}) {
		r.record(op, "", true)
		switch {
		case op.Kind == kind.Choose && op.Alternatives <= manyAlternatives:
			for i := range op.Alternatives {
				r.record(op, alternative(i, op.Alternatives), false)
			}
		case op.Kind.Is(kind.Receives):
			r.record(op, coverage.Message, false)
			if op.Kind == kind.ReceiveTimeout || op.Kind == kind.CollectTimeout {
				r.record(op, coverage.Timeout, false)
			}
		}
	}
	if s, selects := op.Does.(*conditions.Selection); selects && !op.Kind.Is(kind.Collects) {
		for t := range s.Types {
			if r.first(visit{site: op.Site, kind: op.Kind, message: t}) {
				r.record(op, mailbox.TypeName(t), false)
			}
		}
	}
}

// happened records the result of an operation.
func (r *Runner) happened(op *Operation, got Result) {
	v := visit{site: op.Site, kind: op.Kind, happens: true}
	switch {
	case op.Site == nil || r.Covered == nil:
	case op.Kind == kind.Choose && op.Alternatives <= manyAlternatives:
		if v.outcome = -op.Alternatives - manyAlternatives*got.N; r.first(v) {
			r.record(op, alternative(got.N, op.Alternatives), true)
		}
	case op.Kind.Is(kind.Receives) && got.Status == TimedOut:
		if v.outcome = -1; r.first(v) {
			r.record(op, coverage.Timeout, true)
		}
	case op.Kind.Is(kind.Receives):
		v.message, v.outcome = reflect.TypeOf(r.Values.Peek(got.Value)), -2
		if r.first(v) {
			r.record(op, coverage.Message, true)
			if !op.Kind.Is(kind.Collects) {
				r.record(op, mailbox.TypeName(v.message), true)
			}
		}
	}
}

// Struck records a fault: an event of the kind, or the fault of a message. name is its name in traces.
func (r *Runner) Struck(k kind.Kind, of trace.MessageFault, name func() string) {
	if r.Covered != nil && r.first(visit{kind: k, outcome: int32(of)}) {
		r.Covered.Add(trace.Visit{Operation: name(), Happened: true})
	}
}

// first reports whether the runner has not met the visit before.
func (r *Runner) first(v visit) bool {
	if r.met[v] {
		return false
	}
	r.met[v] = true
	return true
}

func (r *Runner) record(op *Operation, outcome string, happened bool) {
	name := op.Kind.String()
	switch op.Kind {
	case kind.ReceiveTimeout:
		name = kind.Receive.String()
	case kind.CollectTimeout:
		name = kind.Collect.String()
	}
	r.Covered.Add(trace.Visit{Place: op.Site.Line(&r.Helpers), Operation: name, Outcome: outcome, Happened: happened})
}

func alternative(i, n int32) string { return fmt.Sprintf("alternative %d of %d", i+1, n) }
