package report

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// Repeated is an operation for which one place in the model asks again and again. The
// fields are those of [checker.Repeated].
type Repeated struct {
	Process   string `json:"process"`
	Processes int    `json:"processes"`
	Operation string `json:"operation"`
	Source    string `json:"source"`
	Count     int    `json:"count"`
}

// endless says what it means that interleavings were cut because of their length, and
// where they go on for ever.
func (t Text) endless(b *bytes.Buffer, r *checker.Result, d *Document) {
	if r.DepthCut == 0 {
		t.long(b, d)
		return
	}
	limit := cmp.Or(r.Options.MaxEvents, checker.DefaultMaxEvents)
	text := fmt.Sprintf("%s cut after %s, so what would come next is not known,\n  and neither are other orders of that: "+
		"a violation may be missed that takes fewer events. A model should end:\n  let what goes on for ever, such as polling or a timer that is set anew, stop after a few rounds.",
		were(r.DepthCut, "interleaving"), plural(limit, "event"))
	fmt.Fprintf(b, "\n  %s\n", t.broken(text, 2, 2))
	t.repeated(b, d)
}

// long says the same of interleavings of a search that was not through, none of which was
// cut, but which may have an end only because others get their turn.
func (t Text) long(b *bytes.Buffer, d *Document) {
	if len(d.Repeated) == 0 {
		return
	}
	text := "There are interleavings of 1000 events and more. If something is asked for again and again in them, as in polling, " +
		"the search has to try how often that may be in vain: let it stop after a few rounds."
	fmt.Fprintf(b, "\n  %s\n", t.broken(text, 2, 2))
	t.repeated(b, d)
}

// repeated lists what is done again and again.
func (t Text) repeated(b *bytes.Buffer, d *Document) {
	if len(d.Repeated) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  Most often in the first of them:\n")
	width := 0
	for i := range d.Repeated {
		width = max(width, min(maxWho, printable.Width(t.source(d.Repeated[i].Source))))
	}
	for _, p := range d.Repeated {
		others := ""
		if p.Processes > 1 {
			others = fmt.Sprintf(" and %s", plural(p.Processes-1, "other"))
		}
		text := fmt.Sprintf("%s  %s%s: %s", pad(t.source(p.Source), width), shorten(clean(p.Process), fairWho), others, t.value(clean(brief(p.Operation, p.Process)), eventWidth))
		fmt.Fprintf(b, "  %6d  %s\n", p.Count, t.broken(text, 10, 14))
	}
	t.polling(b, d.Repeated)
}
