package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// Operated is an operation of a history that is not linearizable. The fields are the same as in checker.Operated.
type Operated struct {
	Process  string `json:"process"`
	Call     string `json:"call"`
	Result   string `json:"result,omitempty"`
	Called   int    `json:"called"`
	Returned int    `json:"returned,omitempty"`
	Order    int    `json:"order,omitempty"`
	State    string `json:"state,omitempty"`
	Stuck    bool   `json:"stuck,omitempty"`
}

// what returns the call with its result, as text.
func (o *Operated) what() string {
	if o.Returned == 0 {
		return o.Call
	}
	return o.Call + " → " + o.Result
}

// mark returns the place of the operation in the order, or the sign of the stuck operation.
func (o *Operated) mark() string {
	switch {
	case o.Stuck:
		return "✗"
	case o.Order > 0:
		return fmt.Sprint(o.Order)
	}
	return ""
}

// bar is an operation as an interval between moments, which are numbered from 0: calls and returns in their order.
type bar struct {
	*Operated
	from, to int // to is the number of moments if the operation has not returned
}

// barsOf returns the operations of a history, grouped by process in the order of their calls, and the number of moments.
func barsOf(history []Operated) (bars []bar, moments int) {
	var numbers []int
	var processes []string
	for i := range history {
		o := &history[i]
		numbers = append(numbers, o.Called)
		if o.Returned > 0 {
			numbers = append(numbers, o.Returned)
		}
		if !slices.Contains(processes, o.Process) {
			processes = append(processes, o.Process)
		}
	}
	slices.Sort(numbers)
	for _, p := range processes {
		for i := range history {
			o := &history[i]
			if o.Process != p {
				continue
			}
			b := bar{o, slices.Index(numbers, o.Called), len(numbers)}
			if o.Returned > 0 {
				b.to = slices.Index(numbers, o.Returned)
			}
			bars = append(bars, b)
		}
	}
	return bars, len(numbers)
}

// Widths of the picture of a history.
const (
	mostMoments = 40 // columns
	widestWho   = 16
	fineWhat    = 15 // from which on moments are far from each other
	leastOfWhat = 8  // from which on intervals are drawn
)

// history draws the operations of a violation as intervals, or lists them if the width is too small for that.
func (t description) history() {
	if len(t.v.History) == 0 {
		return
	}
	fmt.Fprintf(t.b, "\n  %s\n\n", t.Broken("The operations, each from its call to its return. Those with a number can take effect in that order; ✗ cannot have its result:", 2, 4))
	bars, moments := barsOf(t.v.History)
	width := cmp.Or(t.Width, defaultWidth)
	left := func(each int) int { return width - widestWho - 9 - moments*each } // for what was done
	each := max(1, min(4, mostMoments/moments))
	for each > 1 && left(each) < fineWhat {
		each--
	}
	who, what := 0, 0
	for _, b := range bars {
		who, what = max(who, printable.Width(clean(b.Process))), max(what, printable.Width(clean(b.what())))
	}
	drawn := moments <= mostMoments && left(each) >= leastOfWhat
	room := width - widestWho - 12
	if drawn {
		room = left(each)
	}
	who, what = min(who, widestWho), min(what, room)
	for _, b := range bars {
		line := fmt.Sprintf("  %s  %s  ", pad(shorten(clean(b.Process), who), who), pad(shorten(clean(b.what()), what), what))
		if drawn {
			line += b.drawn(each, moments)
		} else {
			line += b.mark()
		}
		if rest := width - printable.Width(line) - 9; b.Order > 0 && rest >= 8 {
			line += "  then " + shorten(clean(b.State), rest)
		}
		fmt.Fprintf(t.b, "  %s\n", strings.TrimRight(line, " "))
	}
}

// drawn returns the interval, with so many columns for each moment, and blanks up to the last moment.
func (b *bar) drawn(each, moments int) string {
	from, to := b.from*each, b.to*each
	row := []rune(strings.Repeat(" ", moments*each+1))
	for i := from; i <= to; i++ {
		row[i] = '─'
	}
	row[from] = '├'
	if row[to] = '┤'; b.Returned == 0 {
		row[to] = '╌'
	}
	mark := []rune(b.mark())
	if at := from + 1 + max(0, (to-from-1-len(mark))/2); len(mark) > 0 {
		copy(row[min(at, len(row)-len(mark)):], mark)
	}
	return string(row)
}

// drawnHistory is the picture of a history on a page.
type drawnHistory struct {
	Width, Height int
	Lanes         []drawnLane
	Bars          []drawnBar
}

type drawnLane struct {
	Name string
	Y    int
}

type drawnBar struct {
	X, Y, Width int
	Class       string // stuck, open or both
	Mark, Label string
	Title       string
	From        int // the event of its call
}

// Sizes of the picture, in pixels.
const (
	historyMoment = 96
	historyLane   = 34
	historyLeft   = 120
)

// drawHistory returns the picture of a history, or nil if there is none. Operations of a process that overlap, as the earlier has not
// returned, have lanes of their own.
func drawHistory(history []Operated) *drawnHistory {
	if len(history) == 0 {
		return nil
	}
	bars, moments := barsOf(history)
	d := &drawnHistory{Width: historyLeft + moments*historyMoment + 24}
	for i, b := range bars {
		if i == 0 || bars[i-1].Process != b.Process || bars[i-1].to > b.from {
			d.Lanes = append(d.Lanes, drawnLane{shorten(clean(b.Process), widestWho), len(d.Lanes) * historyLane})
		}
		x := drawnBar{
			X: historyLeft + b.from*historyMoment, Y: d.Lanes[len(d.Lanes)-1].Y, Width: max(1, b.to-b.from) * historyMoment,
			Mark: b.mark(), Label: shorten(clean(b.what()), 13*max(1, b.to-b.from)), From: b.Called,
			Title: fmt.Sprintf("%s: %s, called at event %d", clean(b.Process), clean(b.what()), b.Called),
		}
		if b.Returned > 0 {
			x.Title += fmt.Sprintf(", returned at event %d", b.Returned)
		} else {
			x.Class = "open"
			x.Title += ", not returned"
		}
		if b.Order > 0 {
			x.Title += fmt.Sprintf("; number %d in the order, and the state is then %s", b.Order, clean(b.State))
		}
		if b.Stuck {
			x.Class += " stuck"
			x.Title += "; it cannot have this result in any order"
		}
		d.Bars = append(d.Bars, x)
	}
	d.Height = len(d.Lanes)*historyLane + 4
	return d
}
