package progress

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// How often progress is shown: on a line that is overwritten, and in successive lines.
const (
	progressInterval = 200 * time.Millisecond
	lineInterval     = 30 * time.Second
)

// firstEstimate is the number of interleavings before the first estimate is shown; a search that is not larger will have ended.
const firstEstimate = 500

// Display shows the progress of the search of a model. It observes the search (checker.Observer).
type Display struct {
	Name  string // of the model
	Out   io.Writer
	Lines bool // successive lines instead of one that is overwritten
	Width int  // the maximal width of a line; 0 if it is not known
	Now   func() time.Time

	mu    sync.Mutex // guards the line: it is cleared before other messages
	width int        // of the current line

	shown       time.Time // when a line was last shown
	start, last time.Time // of the present search; of its last interleaving
	first       int       // how many interleavings a search that is resumed had before
	number      int       // of its last interleaving
	violating   int
	cut         int
	ask         func() checker.Estimate // nil if the algorithm cannot tell
	estimates   Outlook
}

// Begin begins to show a search.
func (p *Display) Begin() {
	p.last = p.Now()
	p.shown = p.last
}

// follow records that the interleaving with the given number ends now. With several bounds, the
// numbers begin again for each.
func (p *Display) follow(number int, now time.Time) {
	if number <= p.number || p.number == 0 {
		p.start, p.first, p.violating, p.cut = p.last, number-1, 0, 0
	}
	p.number, p.last = number, now
}

// Forecast implements [checker.Forecaster].
func (p *Display) Forecast(ask func() checker.Estimate) {
	p.ask, p.estimates = ask, Outlook{}
}

// Counting implements [checker.Counting].
func (p *Display) Counting() {}

// Interleaving implements [checker.Observer].
func (p *Display) Interleaving(number int, outcome trace.Outcome, _ []trace.Event) {
	now := p.Now()
	p.follow(number, now)
	switch outcome {
	case trace.Violated, trace.Deadlocked:
		p.violating++
	case trace.Cut:
		p.cut++
	}
	if p.ask != nil && p.estimates.Wants(number) {
		if o := p.ask(); o.States == nil { // a stateful search has no estimate
			p.estimates.Add(number, o.Total)
		}
	}
	if p.isTime(now) {
		p.show(p.text(number, now.Sub(p.start)))
	}
}

// Judging implements [checker.Judging].
func (p *Display) Judging(states, transitions int) {
	if p.isTime(p.Now()) {
		p.show([]string{fmt.Sprintf("%s: done; %d states and %d transitions re-explored", prose.Quoted(p.Name), states, transitions), "to judge what must hold some time"})
	}
}

// isTime reports whether to show a line now.
func (p *Display) isTime(now time.Time) bool {
	interval := progressInterval
	if p.Lines {
		interval = lineInterval
	}
	if now.Sub(p.shown) < interval {
		return false
	}
	p.shown = now
	return true
}

// text describes the progress of the search in parts, the first of which matter most: how much is left, then how much was explored.
func (p *Display) text(number int, elapsed time.Duration) (parts []string) {
	rate := float64(number-p.first) / elapsed.Seconds()
	name := prose.Quoted(p.Name)
	explored := fmt.Sprintf("%d interleavings", number)
	switch o, known := p.outlook(number); {
	case o.States != nil:
		s := o.States
		parts = []string{fmt.Sprintf("%s: %d states", name, s.States), fmt.Sprintf("%d transitions", s.Transitions),
			fmt.Sprintf("%.0f per second", float64(s.Transitions)/elapsed.Seconds()), fmt.Sprintf("for %s interleavings so far", s.Interleavings)}
	case known == 0 || number < firstEstimate:
		parts = []string{name + ": " + explored, fmt.Sprintf("%.0f per second", rate)}
		if known > 0 {
			parts = append(parts, fmt.Sprintf("%d more planned", o.Planned))
		}
	default:
		parts = append(p.forecast(name, number, known, rate), fmt.Sprintf("%.0f per second", rate), fmt.Sprintf("%d more planned", o.Planned))
	}
	if p.violating > 0 {
		parts = slices.Insert(parts, 1, fmt.Sprintf("%d with a violation", p.violating))
	}
	if p.cut > 0 {
		parts = append(parts, fmt.Sprintf("%d cut by the depth limit (so the model cannot be verified; an interrupt shows what repeats)", p.cut))
	}
	return parts
}

// outlook returns the present estimate, and how many interleavings are explored or planned; 0 if that is not known.
func (p *Display) outlook(number int) (o checker.Estimate, known int) {
	if p.ask == nil {
		return o, 0
	}
	if o = p.ask(); o.States != nil {
		return o, 0
	}
	return o, number + o.Planned
}

// forecast describes the remaining time and the total number of interleavings, as far as they are known.
func (p *Display) forecast(name string, number, known int, rate float64) []string {
	low, high, stable := p.estimates.Interval(known)
	if !stable {
		return []string{fmt.Sprintf("at least %s left of %s", remainingText(float64(known-number)/rate), name), fmt.Sprintf("%d of at least %d interleavings", number, known)}
	}
	rest := func(all float64) string { return remainingText((all - float64(number)) / rate) }
	return []string{between(rest(low), rest(high)) + " left of " + name, fmt.Sprintf("%d of %s interleavings", number, between(rough(low), rough(high)))}
}

// between returns a range as text.
func between(low, high string) string {
	if low == high {
		return low
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

// remainingText returns a remaining time as text.
func remainingText(seconds float64) string {
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

// Rest removes the line, and forgets the search, which has ended or waits for its next turn. It does nothing if p is nil.
func (p *Display) Rest() {
	if p.Clear(); p != nil {
		p.ask = nil
	}
}

// Clear removes the line. It does nothing if p is nil.
func (p *Display) Clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		p.over("")
		fmt.Fprint(p.Out, "\r")
	}
}

// show writes a line of the parts, or overwrites the current one. On a terminal, those at the end for which there is no room are left
// out.
func (p *Display) show(parts []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Lines {
		fmt.Fprintf(p.Out, "checkmodel: %s\n", strings.Join(parts, ", "))
		return
	}
	for p.Width > 0 && len(parts) > 1 && !printable.Fits(strings.Join(parts, ", "), p.Width-1) {
		parts = parts[:len(parts)-1]
	}
	p.over(strings.Join(parts, ", "))
}

// over overwrites the current line. It uses no escape sequences, so that it works on any terminal.
func (p *Display) over(s string) {
	if p.Width > 0 { // a line that wraps could not be overwritten
		s = printable.Head(s, p.Width-1)
	}
	width := printable.Width(s)
	fmt.Fprintf(p.Out, "\r%s%s", s, strings.Repeat(" ", max(0, p.width-width)))
	p.width = width
}
