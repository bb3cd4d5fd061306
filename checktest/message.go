package checktest

import (
	"os"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// failure returns the text about a search that failed.
func failure(err error) string {
	var b strings.Builder
	t := text()
	b.WriteString(prose.Seen(t.Dir, err) + "\n")
	if err := console.Failure(t, &b, err); err != nil {
		return err.Error()
	}
	return localeText(b.String())
}

// where shows the interleaving in which the model failed, and the command that repeats it. It
// returns "" if there is none. The result may be nil.
func (c *check) where(r *checker.Result) string {
	if r == nil || len(r.Examples) == 0 {
		return ""
	}
	v := r.Examples[len(r.Examples)-1]
	var b strings.Builder
	b.WriteByte('\n')
	if err := console.Violation(text(), &b, c.model, v); err != nil {
		return err.Error()
	}
	if len(v.Steps) == 0 {
		return localeText(b.String())
	}
	b.WriteString("\n  To execute just this order of events again:\n\n  " +
		c.replaying(printable.Quote(v.Steps.Short(v.Trace.Actors).String())+c.unlessOwn(" -checkmodel.delivery ", r.Options.Delivery)+
			leftOut("-checkmodel.without=", r.Options.Without)+c.set()) + "\n")
	return localeText(b.String())
}

// complaint describes how the model does not behave as it declares.
func complaint(m checker.Model, r *checker.Result) string {
	var b strings.Builder
	if err := console.Violations(text(), &b, m, r.Violations); err != nil {
		return err.Error()
	}
	if unlisted := advice.Unlisted(r); unlisted != "" {
		b.WriteString(unlisted + "\n")
	}
	if r.Violating == 0 && len(m.Violates) > 0 {
		b.WriteString("the model declares that it violates " + strings.Join(m.Violates, ", ") +
			", but no interleaving does; if the protocol was fixed, remove the declaration\n")
	}
	for _, hint := range advice.Misspelt(r) {
		b.WriteString(hint + "\n")
	}
	if missed := advice.Missed(r); missed != "" {
		b.WriteString("the model does not reach its goals; " + missed + "\n")
	}
	return localeText(b.String())
}

// localeText returns a text for the log with the symbols of the locale.
func localeText(text string) string {
	if printable.ASCIILocale(os.Getenv) {
		return printable.ASCII(text)
	}
	return text
}

// text writes reports with positions relative to the working directory.
func text() prose.Text {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return prose.Text{Dir: dir}
}
