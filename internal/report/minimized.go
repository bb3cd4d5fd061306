package report

import (
	"fmt"

	"github.com/checkmodel/checkmodel/minimize"
)

// made writes the size of the original trace, and whether the trace could be smaller.
func (t description) made() {
	m := t.v.Minimized
	if m == nil {
		return
	}
	fmt.Fprintf(t.b, "\n  %s\n", t.Broken("Minimized: "+m.Sizes()+m.Known(), 2, 4))
	if !t.Original {
		return
	}
	if len(m.Stages) > 0 {
		fmt.Fprintf(t.b, "\n  What each stage left:\n")
	}
	for _, s := range m.Stages {
		fmt.Fprintf(t.b, "    %-16s  %s\n", clean(s.Name), t.Broken(s.left(), 22, 8))
	}
	from := t.v.original()
	if from == nil {
		t.paragraph(t.b, "The report does not have what it was made from.")
		return
	}
	fmt.Fprintf(t.b, "\n  Before it was minimized:\n")
	t.describing(t.b, from).happened()
	if from.Replay != "" {
		fmt.Fprintf(t.b, "\n  To execute that again:\n\n  %s\n", t.command(from.Replay))
	}
}

// Sizes says how large the trace was and is.
func (m *Minimized) Sizes() string {
	text := fmt.Sprintf("%s → %d", plural(m.FromEvents, "event"), m.Events)
	if m.FromExternals > 0 {
		text += fmt.Sprintf(", %d external → %d", m.FromExternals, m.Externals)
	}
	return text
}

// Known says whether it could be smaller, to follow the sizes.
func (m *Minimized) Known() string {
	switch m.Claim {
	case string(minimize.Minimal):
		return "; minimal: no external event and no fault can be left out (exhaustive)"
	case string(minimize.Tried):
		return "; 1-minimal: to leave out each event was tried"
	case string(minimize.Reduced):
		return "; reduced: the limits were reached before each event was tried"
	}
	return ""
}

// left describes the result of the stage, and its cost.
func (s Stage) left() string {
	return fmt.Sprintf("%s, %d external; %s", plural(s.Events, "event"), s.Externals, plural(s.Schedules, "schedule"))
}
