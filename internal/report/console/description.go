package console

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// write writes the whole description.
func (t description) write() {
	how := prose.Bad
	if t.v.Property == "" {
		how = prose.Strong
	}
	fmt.Fprintf(t.b, "  %s\n", t.Style(how, t.Broken(advice.Headline(t.v), 2, 4)))
	if t.v.Doc != "" {
		fmt.Fprintf(t.b, "  %s\n", t.Broken("What should hold: "+prose.Clean(t.v.Doc), 2, 4))
	}
	t.writeTrace()
	t.history()
	t.originalSize()
	t.fair()
	t.deadEnd()
	t.missingTable()
	t.waiting()
	t.silence()
	t.daemons()
	calls(t.Text, t.b, "The calls that led there, innermost first:", t.v.Stack)
	t.reversal()
	if t.v.Replay != "" {
		fmt.Fprintf(t.b, "\n  %s\n\n  %s\n", t.Broken("To execute just this order of events again:", 2, 2), t.Command(t.v.Replay))
	}
	if t.v.Around != "" {
		fmt.Fprintf(t.b, "\n  %s\n\n  %s\n", t.Broken("To explore what departs from it once:", 2, 2), t.Command(t.v.Around))
	}
}

// reversal says why this order of events was explored.
func (t description) reversal() {
	r := t.v.Reversal
	switch {
	case r == nil:
	case r.Choice:
		fmt.Fprintf(t.b, "\n  %s\n    %s\n", t.Broken("Why this order was tried: an earlier one"+reversalMarks(r)+" had another outcome of", 2, 4), t.side(&r.Second))
	case r.Ends:
		fmt.Fprintf(t.b, "\n  %s\n    %s\n  which ends it here%s\n",
			t.Broken("Why this order was tried: in an earlier one "+prose.Clean(r.First.Process)+" went further before", 2, 4), t.side(&r.Second), reversalMarks(r))
	default:
		fmt.Fprintf(t.b, "\n  %s\n    %s\n  came only after\n    %s\n",
			t.Broken("Why this order was tried: in an earlier one"+reversalMarks(r), 2, 4), t.side(&r.Second), t.side(&r.First))
	}
}

// reversalMarks returns the marks of the steps of the two events.
func reversalMarks(r *checker.Reversal) string {
	if r.First.Number > 0 || r.Second.Number > 0 {
		return " (*)"
	}
	return ""
}

// absent says that an event of a reversal is not in the trace, if the trace has others.
func absent(v *document.Violation, s *checker.Side) string {
	if s.Number == 0 && len(v.Trace) > 0 {
		return "  (not in this trace)"
	}
	return ""
}

// side names an event of a reversal, with its message as the steps show it.
func (t description) side(s *checker.Side) string {
	text := prose.Clean(s.Process)
	operation := s.Operation
	if !t.Full {
		operation = story.Briefly(t.v.Trace, s)
	}
	if operation != "" {
		text += ": " + t.Value(prose.Clean(operation), eventWidth)
	}
	if s.Number > 0 {
		text = fmt.Sprintf("%d  %s", s.Number, text)
	}
	if s.Source != "" {
		text += "  " + t.Source(s.Source)
	}
	return t.Broken(text+absent(t.v, s), 4, 8)
}
