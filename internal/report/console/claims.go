package console

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// claims writes the model's claims that messages commute, and how they were checked.
func (t sections) claims() {
	if len(t.d.Claims) == 0 || t.r.Verdict == checker.Failed || t.r.Options.Replay != nil {
		return
	}
	sum := 0
	var never []string
	for _, c := range t.d.Claims {
		if sum += c.Exchanged; c.Exchanged == 0 {
			never = append(never, prose.Clean(c.Name))
		}
	}
	text := fmt.Sprintf("The model has %s that messages commute. Two such messages were executed in both orders %s, with the same outcome.",
		prose.Plural(len(t.d.Claims), "claim"), prose.Plural(sum, "time"))
	if len(never) > 0 {
		text += " Not checked, as two such messages were not met, or seldom: " + strings.Join(never, "; ") + "."
	}
	t.Paragraph(t.b, text)
}
