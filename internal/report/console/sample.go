package console

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// sample writes the number of runs that were drawn, and the odds.
func (t sections) sample() {
	s := t.d.Sample
	if s == nil || s.Runs == 0 {
		return
	}
	text := fmt.Sprintf("%s with seed %d: %s of interleavings", prose.Plural(s.Runs, "run"), t.d.Seed, advice.Plurals(s.Classes, "class", "classes"))
	if s.Run > 0 {
		text = fmt.Sprintf("Run %d with seed %d", s.Run, t.d.Seed)
	} else if s.Classes < s.Runs {
		text += fmt.Sprintf(", one of them drawn %s and one only %s", prose.Plural(s.MostFrequent, "time"), prose.Plural(s.LeastFrequent, "time"))
	}
	if s.Run == 0 {
		share := fmt.Sprintf("%.2g", 100*s.UnseenShare)
		if s.UnseenShare >= 0.995 {
			share = "100" // not 1e+02
		}
		text += fmt.Sprintf(". About %s %% of further runs would draw a class that none has drawn so far (Good and Turing's estimate). "+
			"That is about what these draws come to, not about the model: what they hardly ever come to, a bug included, may be most of it", share)
	}
	t.Paragraph(t.b, text+".")
	if t.r.Violating == 0 {
		t.Paragraph(t.b, advice.Odds(s, t.d.Strategy))
	}
}
