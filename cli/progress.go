package cli

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/trace"
)

// How often progress is shown: on a line that is overwritten, and in successive lines.
const (
	progressInterval = 200 * time.Millisecond
	lineInterval     = 30 * time.Second
)

const (
	// firstEstimate is the number of interleavings before the first estimate; an earlier one would
	// mean nothing.
	firstEstimate = 500
	// estimates is the number of latest estimates whose range is shown.
	estimates = 50
	// telling is the largest ratio of the limits of that range; a wider range says nothing.
	telling = 1000
)

// progress shows the progress of the search of a model.
type progress struct {
	name  string
	out   io.Writer
	lines bool // successive lines instead of one that is overwritten
	limit int  // the maximal width of a line
	now   func() time.Time

	mu    sync.Mutex // guards the line: it is cleared before other messages
	width int        // of the current line

	shown       time.Time // when a line was last shown
	start, last time.Time // of the present search, which may be one of several; of its last interleaving
	first       int       // how many interleavings a search that is resumed had before
	number      int       // of its last interleaving
	violating   int
	cut         int
	outlook     func() checker.Estimate // nil if the algorithm cannot tell
	totals      []float64               // the last estimates
	next        int                     // the interleaving of the next estimate
}

// begin begins to show a search.
func (p *progress) begin() {
	p.last = p.now()
	p.shown = p.last
}

// follow records that the interleaving with the given number ends now. With several bounds, the
// numbers begin again for each.
func (p *progress) follow(number int, now time.Time) {
	if number <= p.number || p.number == 0 {
		p.start, p.first, p.violating, p.cut = p.last, number-1, 0, 0
	}
	p.number, p.last = number, now
}

// Forecast implements [checker.Forecaster].
func (p *progress) Forecast(outlook func() checker.Estimate) {
	p.outlook, p.totals, p.next = outlook, nil, 0
}

// Counting implements [checker.Counting].
func (p *progress) Counting() {}

// Interleaving implements [checker.Observer].
func (p *progress) Interleaving(number int, outcome trace.Outcome, _ []trace.Event) {
	now := p.now()
	p.follow(number, now)
	switch outcome {
	case trace.Violated, trace.Deadlocked:
		p.violating++
	case trace.Cut:
		p.cut++
	}
	if p.outlook != nil && number >= max(firstEstimate, p.next) {
		p.estimate(number)
		p.next = number + number/16 // so that the range is that of several parts of the search
	}
	if p.isTime(now) {
		p.show(p.text(number, now.Sub(p.start)))
	}
}

// Judging implements [checker.Judging].
func (p *progress) Judging(states, transitions int) {
	if p.isTime(p.now()) {
		p.show(fmt.Sprintf("%s: all was explored, and %d states and %d transitions again, to judge what must hold some time", report.Quoted(p.name), states, transitions))
	}
}

// isTime reports whether to show a line now.
func (p *progress) isTime(now time.Time) bool {
	interval := progressInterval
	if p.lines {
		interval = lineInterval
	}
	if now.Sub(p.shown) < interval {
		return false
	}
	p.shown = now
	return true
}

// estimate records an estimate of the total number of interleavings. A search of states has no estimate.
func (p *progress) estimate(number int) {
	o := p.outlook()
	if o.States != nil {
		return
	}
	p.totals = append(p.totals, max(o.Total, float64(number+o.Planned)))
	if len(p.totals) > estimates {
		p.totals = p.totals[1:]
	}
}

// text describes the progress of the search.
func (p *progress) text(number int, elapsed time.Duration) string {
	parts := p.explored(number, elapsed)
	if p.cut > 0 {
		parts = append(parts, fmt.Sprintf("%d cut by the depth limit (so the model cannot be verified; an interrupt shows what repeats)", p.cut))
	}
	if p.violating > 0 {
		parts = append(parts, fmt.Sprintf("%d with a violation", p.violating))
	}
	return fmt.Sprintf("%s: %s", report.Quoted(p.name), strings.Join(parts, ", "))
}

// explored describes what was explored so far, and how much there may be in all.
func (p *progress) explored(number int, elapsed time.Duration) (parts []string) {
	rate := float64(number-p.first) / elapsed.Seconds()
	parts = []string{fmt.Sprintf("%d interleavings", number), fmt.Sprintf("%.0f per second", rate)}
	if p.outlook == nil {
		return parts
	}
	o := p.outlook()
	if s := o.States; s != nil {
		return []string{
			fmt.Sprintf("%d states", s.States), fmt.Sprintf("%d transitions", s.Transitions),
			fmt.Sprintf("%.0f per second", float64(s.Transitions)/elapsed.Seconds()), fmt.Sprintf("for %s interleavings so far", s.Interleavings),
		}
	}
	parts = append(parts, fmt.Sprintf("%d more planned", o.Planned))
	if number >= firstEstimate {
		p.estimate(number)
		low, high := p.totals[0], p.totals[0]
		for _, t := range p.totals {
			low, high = min(low, t), max(high, t)
		}
		low = max(low, float64(number+o.Planned))
		parts = append(parts, forecast(low, high, number, rate)...)
	}
	return parts
}

// forecast describes the estimated total number of interleavings and the remaining time. Explored
// is the number of interleavings so far, and rate the number per second.
func forecast(low, high float64, explored int, rate float64) []string {
	if high > telling*low || math.IsInf(high, 0) || math.IsNaN(high) {
		return []string{"no telling yet how many in all"}
	}
	rest := func(all float64) string { return left((all - float64(explored)) / rate) }
	return []string{between(rough(low), rough(high)) + " in all", between(rest(low), rest(high)) + " left"}
}

// between returns a range as text.
func between(low, high string) string {
	if low == high {
		return "about " + low
	}
	return low + " to " + high
}

// rough returns an estimate with two significant digits, in groups of three digits.
func rough(n float64) string {
	if n >= 1e15 {
		digits := math.Floor(math.Log10(n))
		return fmt.Sprintf("%.1f·10^%.0f", n/math.Pow(10, digits), digits)
	}
	digit := math.Pow(10, math.Floor(math.Log10(n))-1)
	s := fmt.Sprintf("%.0f", math.Round(n/digit)*digit)
	if n < 1e4 {
		return s
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// left returns a remaining time as text.
func left(seconds float64) string {
	switch {
	case seconds < 1:
		return "1s"
	case seconds < 100:
		return fmt.Sprintf("%.0fs", seconds)
	case seconds < 100*60:
		return fmt.Sprintf("%.0fm", seconds/60)
	case seconds < 48*3600:
		return fmt.Sprintf("%.0fh", seconds/3600)
	case seconds < 1000*86400:
		return fmt.Sprintf("%.0f days", seconds/86400)
	}
	return "years"
}

// clear removes the line.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		p.over("")
		fmt.Fprint(p.out, "\r")
	}
}

// show writes a line, or overwrites the current one.
func (p *progress) show(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lines {
		fmt.Fprintf(p.out, "checkmodel: %s\n", s)
		return
	}
	p.over(s)
}

// over overwrites the current line. It uses no escape sequences, so that it works on any terminal.
func (p *progress) over(s string) {
	if p.limit > 0 { // a line that wraps could not be overwritten
		s = printable.Head(s, p.limit-1)
	}
	width := printable.Width(s)
	fmt.Fprintf(p.out, "\r%s%s", s, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}
