package console

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
)

// Widths of the picture of a history.
const (
	mostMoments = 40 // columns
	fineWhat    = 15 // from which on moments are far from each other
	leastOfWhat = 8  // from which on intervals are drawn
)

// history draws the operations of a violation as intervals, or lists them if the width is too small for that.
func (t description) history() {
	if len(t.v.History) == 0 {
		return
	}
	fmt.Fprintf(t.b, "\n  %s\n\n", t.Broken("The operations, each from its call to its return. Those with a number can take effect in that order; ✗ cannot have its result:", 2, 4))
	bars, moments := story.BarsOf(t.v.History)
	width := cmp.Or(t.Width, prose.DefaultWidth)
	left := func(each int) int { return width - prose.WidestWho - 9 - moments*each } // for what was done
	each := max(1, min(4, mostMoments/moments))
	for each > 1 && left(each) < fineWhat {
		each--
	}
	who, what := 0, 0
	for _, b := range bars {
		who, what = max(who, printable.Width(prose.Clean(b.Process))), max(what, printable.Width(prose.Clean(b.String())))
	}
	drawn := moments <= mostMoments && left(each) >= leastOfWhat
	room := width - prose.WidestWho - 12
	if drawn {
		room = left(each)
	}
	who, what = min(who, prose.WidestWho), min(what, room)
	for _, b := range bars {
		line := fmt.Sprintf("  %s  %s  ", prose.Pad(prose.Shorten(prose.Clean(b.Process), who), who), prose.Pad(prose.Shorten(prose.Clean(b.String()), what), what))
		if drawn {
			line += interval(&b, each, moments)
		} else {
			line += b.Mark()
		}
		if rest := width - printable.Width(line) - 9; b.Order > 0 && rest >= 8 {
			line += "  then " + prose.Shorten(prose.Clean(b.State), rest)
		}
		fmt.Fprintf(t.b, "  %s\n", strings.TrimRight(line, " "))
	}
}

// drawn returns the interval, with so many columns for each moment, and blanks up to the last moment.
func interval(b *story.Bar, each, moments int) string {
	from, to := b.From*each, b.To*each
	row := []rune(strings.Repeat(" ", moments*each+1))
	for i := from; i <= to; i++ {
		row[i] = '─'
	}
	row[from] = '├'
	if row[to] = '┤'; b.Returned == 0 {
		row[to] = '╌'
	}
	mark := []rune(b.Mark())
	if at := from + 1 + max(0, (to-from-1-len(mark))/2); len(mark) > 0 {
		copy(row[min(at, len(row)-len(mark)):], mark)
	}
	return string(row)
}
