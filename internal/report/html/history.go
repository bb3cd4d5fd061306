package html

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/result"
)

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
func drawHistory(history []result.HistoryOperation) *drawnHistory {
	if len(history) == 0 {
		return nil
	}
	bars, moments := story.BarsOf(history)
	d := &drawnHistory{Width: historyLeft + moments*historyMoment + 24}
	for i, b := range bars {
		if i == 0 || bars[i-1].Process != b.Process || bars[i-1].To > b.From {
			d.Lanes = append(d.Lanes, drawnLane{prose.Shorten(prose.Clean(b.Process), prose.WidestWho), len(d.Lanes) * historyLane})
		}
		x := drawnBar{
			X: historyLeft + b.From*historyMoment, Y: d.Lanes[len(d.Lanes)-1].Y, Width: max(1, b.To-b.From) * historyMoment,
			Mark: b.Mark(), Label: prose.Shorten(prose.Clean(b.String()), 13*max(1, b.To-b.From)), From: b.Called,
			Title: fmt.Sprintf("%s: %s, called at event %d", prose.Clean(b.Process), prose.Clean(b.String()), b.Called),
		}
		if b.Returned > 0 {
			x.Title += fmt.Sprintf(", returned at event %d", b.Returned)
		} else {
			x.Class = "open"
			x.Title += ", not returned"
		}
		if b.Order > 0 {
			x.Title += fmt.Sprintf("; number %d in the order, and the state is then %s", b.Order, prose.Clean(b.State))
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
