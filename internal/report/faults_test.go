package report_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// faulty are models that are violated because of one fault each. inForms is what a form must contain in this order;
// the JSON form is written without spaces.
var faulty = map[string]struct {
	faults   checker.Faults
	delivery proc.Delivery
	main     func(*proc.P)
	inForms  map[report.Format][]string
}{
	"lost": {checker.Faults{Losses: 1}, "", pair(inTurn), map[report.Format][]string{
		report.TextFormat: {"×────●", "1 is lost"},
		report.JSONFormat: {`"result":"1 from a, which is lost"`, `"fault":"lost"`},
		report.HTMLFormat: {`class="arrow lost"`, `marker-end="url(#lost)"`, "1 is lost"},
		report.SVGFormat:  {`class="arrow lost"`, `marker-end="url(#lost)"`, "1 is lost"},
	}},
	"duplicated": {checker.Faults{Duplicates: 1}, "", pair(inTurn), map[report.Format][]string{
		report.TextFormat: {"1", "duplicated"},
		report.JSONFormat: {`"result":"which arrives twice"`, `"fault":"duplicated"`},
		report.HTMLFormat: {`class="arrow message"`, "arrives twice"},
		report.SVGFormat:  {`class="arrow message"`, "arrives twice"},
	}},
	"reordered": {checker.Faults{Reorderings: 1}, "", pair(inTurn), map[report.Format][]string{
		report.TextFormat: {"1", "(reordered)"},
		report.JSONFormat: {`"result":"which arrives in any order"`, `"fault":"reordered"`},
		report.HTMLFormat: {`class="arrow message"`, "arrives in any order"},
		report.SVGFormat:  {`class="arrow message"`, "arrives in any order"},
	}},
	"crashed": {checker.Faults{Crashes: 1, Restarts: 1}, "", pair(inTurn), map[report.Format][]string{
		report.TextFormat: {"■", "crashes; is restarted"},
		report.JSONFormat: {`"kind":"crash"`, `"kind":"restart"`},
		report.HTMLFormat: {gapInLane, "crashes; is restarted"},
		report.SVGFormat:  {gapInLane, "crashes; is restarted"},
	}},
	"cut":      {checker.Faults{Partitions: 1}, "", pair(inTurn), cutInForms},
	"cut late": {checker.Faults{Partitions: 1}, proc.Channel, pair(inTurn), cutInForms},
	"disk": {checker.Faults{Crashes: 1, Restarts: 1, Disk: checker.DiskTorn}, "", keeping(false), map[report.Format][]string{
		report.TextFormat: {"■", "crashes; its disk has log []; is restarted", "read log → []"},
		report.JSONFormat: {`"operation":"what is left of the disk of node"`, `"result":"log []"`, `"kind":"restart"`},
		report.HTMLFormat: {gapInLane, "crashes; its disk has log []; is restarted"},
		report.SVGFormat:  {gapInLane, "crashes; its disk has log []; is restarted"},
	}},
	"failed sync": {checker.Faults{SyncFailures: 1}, "", keeping(true), map[report.Format][]string{
		report.TextFormat: {"sync log → fails; not durable"},
		report.JSONFormat: {`"operation":"sync log"`, `"result":"fails; not durable"`},
		report.HTMLFormat: {"sync log", "fails; not durable"},
		report.SVGFormat:  {"sync log", "fails; not durable"},
	}},
	"ended life": {checker.Faults{Crashes: 1, Restarts: 1, Connections: true}, "", again, map[report.Format][]string{
		report.TextFormat: {"(lost at 9)", "is restarted", "×", "is dropped, as node was restarted"},
		report.JSONFormat: {`"kind":"restart"`, `"fault":"dropped"`},
		report.HTMLFormat: {`class="arrow lost"`},
		report.SVGFormat:  {`class="arrow lost"`},
	}},
	"one link": {checker.Faults{Partitions: 1, OneLink: true}, "", overlapping, map[report.Format][]string{
		report.TextFormat: {"cut a | b, not c", "is lost, as the link is cut"},
		report.JSONFormat: {`"operation":"cut a | b, not c"`, `"fault":"cut off"`},
		report.HTMLFormat: {`<g class="cuts"><rect `, "cut a | b, not c", `class="arrow lost"`},
		report.SVGFormat:  {`<g class="cuts"><rect `, "cut a | b, not c", `class="arrow lost"`},
	}},
	"offset": {checker.Faults{Offset: 3}, "", shifted, map[report.Format][]string{
		report.TextFormat: {"has a clock that is ahead", "now"},
		report.JSONFormat: {`"result":"a clock that is ahead"`},
		report.HTMLFormat: {"has a clock that is ahead"},
		report.SVGFormat:  {"has a clock that is ahead"},
	}},
	"jump": {checker.Faults{Jump: 3}, "", shifted, map[report.Format][]string{
		report.TextFormat: {"●     set the clock ahead by 3", "now → 3, at 0"},
		report.JSONFormat: {`"jump":3`, `"operation":"set the clock ahead by 3"`, `"kind":"jump"`},
		report.HTMLFormat: {"set the clock ahead by 3"},
		report.SVGFormat:  {"set the clock ahead by 3"},
	}},
	"cut one way": {checker.Faults{Partitions: 1, OneWay: true}, "", talking, map[report.Format][]string{
		report.TextFormat: {"cut a ↛ b", "×", "1 is lost, as the link is cut", "2 is lost, as the link is cut"},
		report.JSONFormat: {`"operation":"cut a ↛ b"`, `"fault":"cut off"`},
		report.HTMLFormat: {`<g class="cuts"><rect `, "cut a ↛ b", `class="arrow lost"`},
		report.SVGFormat:  {`<g class="cuts"><rect `, "cut a ↛ b", `class="arrow lost"`},
	}},
	"drift": {checker.Faults{Drift: 10}, "", late, map[report.Format][]string{
		report.TextFormat: {"has a slow clock", "sleep 10 → until 11.11", "now → 11, at 11.11"},
		report.JSONFormat: {`"result":"a slow clock"`, `"result":"until 11.11"`},
		report.HTMLFormat: {"has a slow clock", "until 11.11"},
		report.SVGFormat:  {"has a slow clock", "until 11.11"},
	}},
	"timer": {checker.Faults{}, "", func(p *proc.P) {
		p.SendIn(7, p.Self(), "ring")
		p.Assert(p.Receive() == nil, "in turn", "it rings")
	}, map[report.Format][]string{
		report.TextFormat: {"until 7", "ring", "at 7"},
		report.JSONFormat: {`"result":"until 7"`, `"clock":"7"`},
		report.HTMLFormat: {`class="arrow start"`, "until 7", "at 7"},
		report.SVGFormat:  {`class="arrow start"`, "until 7", "at 7"},
	}},
}

var cutInForms = map[report.Format][]string{
	report.TextFormat: {"╌╌╌╌", "cut a | b", "×────●", "is lost, as the link is cut"},
	report.JSONFormat: {`"operation":"cut a | b"`, `"fault":"cut off"`},
	report.HTMLFormat: {`<g class="cuts"><rect `, "cut a | b", `class="arrow lost"`},
	report.SVGFormat:  {`<g class="cuts"><rect `, "cut a | b", `class="arrow lost"`},
}

// gapInLane stands for a lane of several segments.
const gapInLane = "a gap in the column"

// pair returns the first process of a model with two nodes: a sends 1 and 2 to b.
func pair(b func(*proc.P)) func(*proc.P) {
	return func(p *proc.P) {
		to := p.Spawn("b", b, proc.Node, proc.Daemon)
		p.Spawn("a", func(p *proc.P) {
			p.Send(to, 1)
			p.Send(to, 2)
		}, proc.Node)
	}
}

// keeping returns the first process of a model with a node that relies on what it has written: after a crash, or if a sync
// has failed.
func keeping(syncs bool) func(*proc.P) {
	const log proc.File[string] = "log"
	return func(p *proc.P) {
		told := p.Spawn("told", func(p *proc.P) { p.Receive() }, proc.Daemon)
		p.Spawn("node", func(p *proc.P) {
			if all, err := log.Read(p); err == nil {
				p.Assert(len(all) == 1 && all[0] == "first", "whole", "the log has %q", all)
			}
			log.Write(p)
			p.SyncDir()
			log.Append(p, "first")
			if syncs {
				p.Assert(log.Sync(p) == nil, "synced", "the sync has failed")
			}
			p.Send(told, "written")
		}, proc.Node)
	}
}

// talking is violated only if b is heard while it hears nothing.
func talking(p *proc.P) {
	b := p.Spawn("b", func(p *proc.P) {
		p.Send(proc.Receive[proc.PID](p), "hello")
		p.Assert(p.Receive() != "last", "one of two", "both are lost")
	}, proc.Node, proc.Daemon)
	main := p.Self()
	a := p.Spawn("a", func(p *proc.P) {
		p.Send(b, 1)
		p.Send(main, "sent")
		p.Receive()
		p.Send(b, 2)
		p.Send(main, "done")
	}, proc.Node, proc.Daemon)
	p.Receive()
	p.Send(b, a)
	if _, done := p.ReceiveTimeout(); done {
		p.Send(b, "last")
	}
}

// late relies on exact clocks.
func late(p *proc.P) {
	main := p.Self()
	p.Spawn("node", func(p *proc.P) {
		p.Sleep(10)
		p.Send(main, 1)
	}, proc.Node)
	p.Receive()
	now := p.Now()
	p.Assert(now <= 10, "in time", "it is %d", now)
}

// again is violated if a message of the first life of a node is dropped, which the node knows to have sent.
func again(p *proc.P) {
	const sent = proc.Durable[bool]("sent")
	main := p.Self()
	p.Spawn("node", func(p *proc.P) {
		if before, _ := sent.Get(p); before {
			p.Send(main, 2)
		} else {
			p.Send(main, 1)
			sent.Set(p, true)
		}
		p.Receive()
	}, proc.Node, proc.Daemon)
	if n, ok := proc.ReceiveTimeout[int](p); ok {
		p.Assert(n == 1, "first", "the first one is dropped")
	}
}

// overlapping is violated if b hears c, and not a, although a and c reach each other all the time.
func overlapping(p *proc.P) {
	main := p.Self()
	b := p.Spawn("b", func(p *proc.P) {
		if p.Receive() == "c" {
			p.Assert(p.Receive() == "a", "both", "it does not hear a")
		}
	}, proc.Node, proc.Daemon)
	c := p.Spawn("c", func(p *proc.P) {
		a := proc.Receive[proc.PID](p)
		p.Send(b, "c")
		p.Send(a, "done")
	}, proc.Node, proc.Daemon)
	p.Spawn("a", func(p *proc.P) {
		p.Send(b, "a")
		p.Send(c, p.Self())
		p.Receive()
		p.Send(b, "a")
		p.Send(main, "done")
	}, proc.Node, proc.Daemon)
	if _, done := p.ReceiveTimeout(); done {
		p.Send(b, "end")
	}
}

// shifted relies on clocks that are not ahead.
func shifted(p *proc.P) {
	p.Spawn("node", func(p *proc.P) { p.Assert(p.Now() <= 0, "exact", "it is later") }, proc.Node)
}

// inTurn takes numbers, which must be 1 and 2.
func inTurn(p *proc.P) {
	for _, want := range [...]int{1, 2} {
		got := proc.Receive[int](p)
		p.Assert(got == want, "in turn", "%d comes before %d", got, want)
	}
}

// Each form shows each fault: a message that is lost is an arrow that ends, a crash a gap in a column, and a partition a
// band.
func TestFaultsInForms(t *testing.T) {
	for name, c := range faulty {
		m := checker.Model{Name: "faulty", Main: c.main, Faults: c.faults, Delivery: c.delivery}
		doc := document.NewDocument(searched(t, []checker.Model{m}, "faulty", checker.Options{}))
		for _, format := range report.Formats() {
			var b strings.Builder
			if err := report.Write((prose.Text{Width: 100}), &b, format, []document.Document{doc}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if format == report.JSONFormat {
				text = strings.ReplaceAll(text, `": `, `":`)
			}
			rest, ok := text, true
			for _, want := range c.inForms[format] {
				switch {
				case want != gapInLane:
					_, rest, ok = strings.Cut(rest, want)
				case !hasGap(text):
					ok = false
				}
				if !ok {
					t.Errorf("%s as %s: %q is missing or too early:\n%s", name, format, want, text)
					break
				}
			}
		}
	}
}

// hasGap reports whether a picture has a lane of several lines, between which there is nothing.
func hasGap(picture string) bool {
	_, picture, _ = strings.Cut(picture, `<g class="lanes">`)
	picture, _, _ = strings.Cut(picture, "</g>")
	ends := map[string]string{} // by lane
	for _, line := range regexp.MustCompile(`x1="(\d+)" x2="\d+" y1="(\d+)" y2="(\d+)"`).FindAllStringSubmatch(picture, -1) {
		if end, ok := ends[line[1]]; ok && end != line[2] {
			return true
		}
		ends[line[1]] = line[3]
	}
	return false
}
