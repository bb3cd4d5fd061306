package report_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
)

// The golden files name lines of this file.

// majority is a model of a process that is content with two of three votes, one of which it has not expected.
var majority = checker.Model{Name: "majority", Main: elect}

func elect(p *proc.P) {
	self := p.Self()
	for n := range 3 {
		p.Spawn("voter", func(p *proc.P) { p.Send(self, n) })
	}
	votes := proc.Collect[int](p, 2)
	late, _ := proc.CollectTimeout[int](p, 2)
	p.Assert(votes[0]+votes[1] < 3, "few votes", "%v, and late: %v", votes, late)
}

// minority is a model of a process that waits for more votes than there are.
var minority = checker.Model{Name: "minority", Main: waitForMore}

func waitForMore(p *proc.P) {
	p.Send(p.Self(), 1)
	p.Send(p.Self(), 7)
	proc.Collect(p, 2, func(n int) bool { return n < 3 })
}

// TestCollect: an event that takes several messages names each with its sender, and each has an arrow to it.
func TestCollect(t *testing.T) {
	found := documents(searched(t, []checker.Model{majority}, "majority", checker.Options{}))
	stuck := documents(searched(t, []checker.Model{minority}, "minority", checker.Options{}))
	golden(t, "collect.txt", written(t, report.TextFormat, append(stuck, found...)...))
	picture := written(t, report.SVGFormat, found...)
	golden(t, "collect.svg", picture)
	if n := strings.Count(picture, `class="arrow message"`); n != 3 {
		t.Errorf("the picture has %d arrows of messages that are taken, want 3", n)
	}
	if page := written(t, report.HTMLFormat, found...); !strings.Contains(page, `"collected":[`) {
		t.Error("the page does not tell which messages leave the mailbox at once")
	}
}
