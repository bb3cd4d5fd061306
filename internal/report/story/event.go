package story

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// Takes reports whether the entry takes a message out of a mailbox, instead of delivering it, as a
// channel does.
func Takes(e *trace.Entry) bool {
	return e.Sent > 0 && e.Kind != KindDeliver && e.Kind != kindSignal && e.Kind != KindDown
}

func sends(e *trace.Entry) bool { return e.Kind == kindSend || e.Kind == kindSendName && e.With != "" }

func endsNow(e *trace.Entry) bool { return e.Kind == KindExit && e.Result == "" }

// notifies reports whether the entry delivers a message that no process has sent.
func notifies(e *trace.Entry) bool {
	return e.To != "" && (!e.Failed && (e.Kind == KindDown || e.Kind == kindSignal) || e.Kind == KindExpire)
}

// sender returns the process that sends the message of an entry, directly or through a channel.
func sender(e *trace.Entry) string {
	from, _, _ := names.Ends(e.Process)
	return from
}

// IsLost reports whether the message that the entry takes is lost, or dropped.
func IsLost(e *trace.Entry) bool {
	return e.Fault == trace.Lost.String() || e.Fault == trace.Dropped && Takes(e)
}

// CutOff reports whether the message that the entry sends or delivers is lost by a partition, or dropped.
func CutOff(e *trace.Entry) bool {
	return e.Fault == trace.CutOff || e.Fault == trace.Dropped && !Takes(e)
}

// loss describes the fate of a message for which isLost or cutOff holds.
func loss(e *trace.Entry) string {
	switch e.Fault {
	case trace.CutOff:
		return " is lost, as the link is cut"
	case trace.Dropped:
		return fmt.Sprintf(" is dropped, as %s was restarted", prose.Clean(e.With))
	}
	return " is lost"
}

// onItsWay describes the fate of a message that is sent, and when a timer sends it.
func onItsWay(e *trace.Entry) string {
	if e.Clock != "" {
		return ", at " + e.Clock
	}
	switch e.Fault {
	case trace.Duplicated.String():
		return " (duplicated)"
	case trace.Reordered.String():
		return " (reordered)"
	}
	return ""
}

// clockOf says how the clock of a node goes wrong, by the decision about the faults of the node; "" if it does not.
func clockOf(decision *trace.Entry) string {
	var wrong []string
	if decision.Rate != "" {
		wrong = append(wrong, "a "+decision.Rate+" clock")
	}
	if decision.Shift != "" {
		wrong = append(wrong, "a clock that is "+decision.Shift)
	}
	return strings.Join(wrong, ", ")
}

// Outcome returns an operation with its result.
func Outcome(e *trace.Entry) string {
	if e.Result == "" {
		return e.Operation
	}
	return e.Operation + " → " + e.Result
}

// asExpected reports whether the result of a preparation need not be shown.
func asExpected(e *trace.Entry) bool {
	return e.Result == "" || e.Kind == kindRegister && !e.Failed
}

// Fails reports whether the last event is the violation: the end of a process. Its result explains the violation.
func Fails(v *document.Violation) bool {
	if len(v.Trace) == 0 {
		return false
	}
	last := &v.Trace[len(v.Trace)-1]
	return last.Violates != "" && last.Violates == v.Property && last.Process == v.Process
}
