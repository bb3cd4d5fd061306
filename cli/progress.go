package cli

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/trace"
)

// How often progress is shown.
const progressInterval = 200 * time.Millisecond

// progress shows how far the search of a model is, on a single line.
type progress struct {
	name string
	out  io.Writer
	now  func() time.Time

	start, last time.Time
	width       int // of what is there now
}

func (p *progress) begin() {
	p.start = p.now()
	p.last = p.start
}

// Interleaving implements [checker.Observer].
func (p *progress) Interleaving(number int, _ trace.Outcome, _ []trace.Event) {
	now := p.now()
	if now.Sub(p.last) < progressInterval {
		return
	}
	p.last = now
	rate := float64(number) / now.Sub(p.start).Seconds()
	p.show(fmt.Sprintf("%q: %d interleavings, %.0f per second", p.name, number, rate))
}

// clear removes the line.
func (p *progress) clear() {
	if p.width > 0 {
		p.show("")
		fmt.Fprint(p.out, "\r")
	}
}

// show writes over what is there. It needs no escape sequences, so that any
// terminal will do.
func (p *progress) show(s string) {
	width := utf8.RuneCountInString(s)
	fmt.Fprintf(p.out, "\r%s%s", s, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}
