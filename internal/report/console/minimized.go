package console

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// originalSize writes the size of the original trace, and whether the trace could be smaller.
func (t description) originalSize() {
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
		fmt.Fprintf(t.b, "    %-16s  %s\n", prose.Clean(s.Name), t.Broken(stageResult(s), 22, 8))
	}
	from := t.v.Original()
	if from == nil {
		t.Paragraph(t.b, "The report does not have what it was made from.")
		return
	}
	fmt.Fprintf(t.b, "\n  Before it was minimized:\n")
	describing(t.Text, t.b, from).writeTrace()
	if from.Replay != "" {
		fmt.Fprintf(t.b, "\n  To execute that again:\n\n  %s\n", t.Command(from.Replay))
	}
}

// stageResult describes the result of the stage, and its cost.
func stageResult(s document.Stage) string {
	return fmt.Sprintf("%s, %d external; %s", prose.Plural(s.Events, "event"), s.Externals, prose.Plural(s.Schedules, "schedule"))
}
