package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"unicode"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// object is the JSON form of an item. Its fields are described in [JSON].
type object struct {
	Package  string          `json:"package"`
	Model    string          `json:"model"`
	Doc      string          `json:"doc,omitempty"`
	Verdict  checker.Verdict `json:"verdict"`
	Expected bool            `json:"expected"`
	Declared []string        `json:"declared"`
	Stop     string          `json:"stop"`
	Error    string          `json:"error,omitempty"`

	Violations     int `json:"violations"`
	FirstViolation int `json:"first_violation"`

	Interleavings   int `json:"interleavings"`
	SleepSetBlocked int `json:"sleep_set_blocked"`
	BoundCut        int `json:"bound_cut"`
	DepthCut        int `json:"depth_cut"`
	Events          int `json:"events"`

	Strategy         checker.Algorithm `json:"strategy"`
	ReceivePatterns  bool              `json:"receive_patterns"`
	Bound            *int              `json:"bound"`
	BoundKind        *string           `json:"bound_kind"`
	MaxInterleavings int               `json:"max_interleavings"`
	Depth            int               `json:"depth"`
	KeepGoing        bool              `json:"keep_going"`
	Delivery         proc.Delivery     `json:"delivery"`

	Elapsed float64 `json:"elapsed_seconds"`
	Rate    float64 `json:"interleavings_per_second"`

	Distinct []violation `json:"distinct_violations"`
}

// violation is the JSON form of a checker.Violation.
type violation struct {
	Property     string        `json:"property"`
	Explanation  string        `json:"explanation"`
	Declared     bool          `json:"declared"`
	Process      string        `json:"process,omitempty"`
	Interleaving int           `json:"interleaving"`
	Count        int           `json:"count"`
	Trace        []trace.Entry `json:"trace"`
	Waiting      []waiting     `json:"waiting,omitempty"`
	Stack        []string      `json:"stack,omitempty"`
}

// waiting is the JSON form of a proc.Waiting.
type waiting struct {
	Process string   `json:"process"`
	For     string   `json:"for"`
	Source  string   `json:"source,omitempty"`
	Mailbox []string `json:"mailbox"`
}

// JSON writes an item as a JSON object on one line. An error is one of w.
//
// The fields are:
//   - package, model, doc: which model, and what it shows
//   - verdict: verified, violated, bounded, incomplete or failed
//   - expected: whether the model behaved as it declares; declared holds the
//     names of the properties that it declares to violate
//   - stop: why the search ended before it was through: "first violation",
//     "interleaving budget", "interrupted" or "timeout"; "" if it did not
//   - error: why the verdict is failed
//   - violations: the number of interleavings with a violation;
//     first_violation: the number of the first of them, 0 if there is none
//   - interleavings: the number of those explored; sleep_set_blocked and
//     depth_cut: how many of these ended early; bound_cut: how many branches
//     were not explored because of the bound; events: executed in total
//   - strategy, receive_patterns, bound and bound_kind (null without a bound),
//     max_interleavings (0 without a budget), depth, keep_going, delivery: how
//     it was searched
//   - elapsed_seconds, interleavings_per_second
//   - distinct_violations: for each property and explanation the property, the
//     explanation, whether it is declared, the process that saw it, the number
//     of the first interleaving with it, the count of all of them, and the trace
//     of the first: its events with number, process, operation, result, source
//     and log; for a deadlock waiting says who waits for what, for a panic stack
//     holds the calls
func JSON(w io.Writer, it Item) error {
	r := it.Result
	o := object{
		Package: it.Package, Model: r.Model.Name, Doc: r.Model.Doc,
		Verdict: r.Verdict, Expected: r.Expected && it.Err == nil, Declared: append([]string{}, r.Model.Violates...),
		Stop: it.stop(), Violations: r.Violating, FirstViolation: r.FirstViolation,
		Interleavings: r.Interleavings, SleepSetBlocked: r.SleepSetBlocked,
		BoundCut: r.BoundCut, DepthCut: r.DepthCut, Events: r.Events,
		Strategy: r.Options.Algorithm, ReceivePatterns: r.Options.Relation().ReceivePatterns,
		MaxInterleavings: r.Options.MaxInterleavings, Depth: r.Options.MaxEvents, KeepGoing: r.Options.KeepGoing,
		Elapsed: it.Elapsed.Seconds(), Distinct: []violation{},
	}
	if r.Stop == checker.AtViolation {
		o.Stop = string(r.Stop)
	}
	if o.Strategy == "" {
		o.Strategy = checker.Optimal
	}
	if o.Delivery = r.Options.Delivery; o.Delivery == "" {
		o.Delivery = proc.Instant
	}
	if o.Depth == 0 {
		o.Depth = checker.DefaultMaxEvents
	}
	if b := r.Options.Bound; b != nil {
		limit, kind := b.Limit(), b.Name()
		o.Bound, o.BoundKind = &limit, &kind
	}
	if it.Err != nil {
		o.Error = it.Err.Error()
	}
	if o.Elapsed > 0 {
		o.Rate = float64(r.Interleavings) / o.Elapsed
	}
	for _, v := range r.Violations {
		o.Distinct = append(o.Distinct, violationObject(&r.Model, v))
	}
	return writeJSON(w, o)
}

func violationObject(m *checker.Model, v *checker.Violation) violation {
	o := violation{
		Property: v.Property, Explanation: v.Explanation, Declared: slices.Contains(m.Violates, v.Property),
		Process: v.Process, Interleaving: v.Interleaving, Count: v.Count,
		Trace: []trace.Entry{}, Stack: v.Stack,
	}
	if v.Trace != nil {
		o.Trace = append(o.Trace, v.Trace.Entries...)
	}
	for _, w := range v.Waiting {
		o.Waiting = append(o.Waiting, waitingObject(w))
	}
	return o
}

func waitingObject(w proc.Waiting) waiting {
	return waiting{Process: w.Process, For: w.For, Source: w.Source, Mailbox: append([]string{}, w.Mailbox...)}
}

// writeJSON writes an object on a line of its own. What is not printable is
// escaped; outside of strings JSON has no such characters.
func writeJSON(w io.Writer, object any) error {
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if err := e.Encode(object); err != nil {
		return err
	}
	var b bytes.Buffer
	for _, r := range string(bytes.TrimSuffix(plain.Bytes(), []byte("\n"))) {
		switch {
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff: // as two surrogates
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}
