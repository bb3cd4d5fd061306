package console

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// details writes the sections about an item, if there are any; without its violations if they are concealed.
func details(t prose.Text, b *bytes.Buffer, it document.Item, concealed bool) {
	d := document.NewDocument(it)
	if it.Err != nil && !t.Elsewhere {
		if _, rest := advice.Sentences(&it); rest != "" {
			b.WriteByte('\n')
			for line := range strings.SplitSeq(rest, "\n") {
				fmt.Fprintf(b, "  %s\n", t.Broken(prose.SeenIn(prose.Clean(t.Dir), line), 2, 4))
			}
		}
		Failure(t, b, it.Err) // a buffer does not fail
	}
	levels(t, b, &it)
	sections{t, b, it.Result, &d, concealed}.write()
}

// write writes all sections.
func (t sections) write() {
	if t.r.Chosen != "" {
		t.Paragraph(t.b, t.r.Chosen)
	}
	t.states()
	t.sample()
	t.around()
	t.claims()
	t.cycles()
	if len(t.d.Distinct) == 0 {
		t.endless()
	}
	t.notFound()
	t.misspelt()
	t.goals()
	t.vacuous()
	t.skipped()
	if !t.concealed {
		WriteViolations(t.Text, t.b, t.d.Distinct)
		t.unlisted()
	}
	if len(t.d.Distinct) == 0 || t.r.Verdict == checker.Failed || t.d.Witness() != nil {
		for i := range t.d.Examples {
			if v := &t.d.Examples[i]; len(v.Trace) > 0 || len(v.Stack) > 0 { // otherwise nothing had happened
				t.b.WriteByte('\n')
				describing(t.Text, t.b, v).write()
			}
		}
	}
	t.causes()
	if len(t.d.Distinct) > 0 { // endless interleavings may be a consequence of the violation
		t.endless()
	}
}

// unlisted says how many interleavings have violations that were not kept.
func (t sections) unlisted() {
	if text := advice.FurtherKinds(t.d.Unlisted, len(t.d.Distinct)); text != "" {
		fmt.Fprintf(t.b, "\n  %s\n", t.Broken(text, 2, 4))
	}
}
