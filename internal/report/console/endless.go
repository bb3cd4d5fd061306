package console

import (
	"cmp"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace"
)

// fair explains a violation in an infinite interleaving.
func (t description) fair() {
	if t.v.LoopFrom == 0 || t.v.Property == "" {
		return
	}
	as, view := "", ""
	if t.v.Viewed {
		as, view = ", as the View of the model shows it", " like these"
	}
	t.Paragraph(t.b, fmt.Sprintf("After event %d all is as before event %d%s, so %s can repeat for ever. That is fair: each process, timer and channel takes a step then, or "+
		"cannot move for a while.", len(t.v.Trace), t.v.LoopFrom, as, events(t.v.LoopFrom, len(t.v.Trace))+view))
}

// deadEnd explains a violation by its continuations.
func (t description) deadEnd() {
	if text := t.v.Follows(); text != "" {
		t.Paragraph(t.b, text)
	}
}

// events names the events from one to another.
func events(from, to int) string {
	if from == to {
		return fmt.Sprintf("event %d", from)
	}
	return fmt.Sprintf("events %d to %d", from, to)
}

// endless explains that interleavings were cut because of their length, and lists the operations that they repeat.
func (t sections) endless() {
	t.withoutEnd()
	t.beyond()
	if t.r.DepthCut == 0 {
		t.long()
		return
	}
	limit := cmp.Or(t.r.Options.MaxEvents, checker.DefaultMaxEvents)
	after := prose.Plural(limit, "event")
	if t.r.Model.World != nil {
		after += ", or where a goroutine had waited for timers, yielded or polled again and again"
	}
	text := fmt.Sprintf("%s cut after %s, so a violation may be missed. Let what repeats for ever stop after a few rounds.", prose.Were(t.r.DepthCut, "interleaving"), after)
	t.Paragraph(t.b, text)
	t.repeatedOperations()
	t.growth()
}

// beyond explains that interleavings were cut by Within.
func (t sections) beyond() {
	if t.r.Beyond > 0 {
		t.Paragraph(t.b, fmt.Sprintf("%s cut at a state for which Within of the model returns false. These states were judged, but a violation after them may be missed.",
			prose.Were(t.r.Beyond, "interleaving")))
	}
	if t.r.Unexplored != "" && t.r.Verdict == checker.Bounded {
		t.Paragraph(t.b, "The search has ended, but it does not explore everything: "+t.r.Unexplored+".")
	}
}

// growth lists the reasons why states do not come again.
func (t sections) growth() {
	if len(t.d.Growth) == 0 {
		return
	}
	t.Paragraph(t.b, "No state comes again in the first interleaving that was cut, as this grows up to its end:")
	t.b.WriteByte('\n')
	width := 0
	for _, g := range t.d.Growth {
		width = max(width, min(prose.MaxWho, printable.Width(t.Source(g.Source))))
	}
	timers, counted := false, false
	for _, g := range t.d.Growth {
		who := ""
		if g.Process != "" {
			who = prose.Shorten(prose.Clean(g.Process), prose.FairWho) + ": "
		}
		text := fmt.Sprintf("%s  %s%s, from %d to %d", prose.Pad(t.Source(g.Source), width), who, t.Value(prose.Clean(g.What), eventWidth), g.From, g.To)
		fmt.Fprintf(t.b, "    %s\n", t.Broken(text, 4, 8))
		timers = timers || g.Of == trace.GrowingTimers
		counted = counted || g.Of == trace.GrowingLoop
	}
	text := "If there is no limit to that, the states are infinitely many, and no -depth is large enough: let each of these return to an earlier value."
	if timers {
		text += " Start a timer once and let ResetTimer start it again, or use a receive with a timeout: neither numbers anything."
	}
	if counted {
		text += " If only the differences of such values matter, as of terms, say so in a View of the model; its Within says where to stop."
	}
	t.Paragraph(t.b, text)
}

// long does the same for a stopped search in which no interleaving was cut: some may have ended only
// because other interleavings had their turn.
func (t sections) long() {
	if len(t.d.Repeated) == 0 {
		return
	}
	t.Paragraph(t.b, "There are interleavings of 1000 events and more. Let what repeats in them stop after a few rounds.")
	t.repeatedOperations()
}

// repeatedOperations lists the repeated operations.
func (t sections) repeatedOperations() {
	if len(t.d.Repeated) == 0 {
		return
	}
	fmt.Fprintf(t.b, "\n  Most often in the first of them:\n")
	width := 0
	for i := range t.d.Repeated {
		width = max(width, min(prose.MaxWho, printable.Width(t.Source(t.d.Repeated[i].Source))))
	}
	for _, p := range t.d.Repeated {
		others := ""
		if p.Processes > 1 {
			others = fmt.Sprintf(" and %s", prose.Plural(p.Processes-1, "other"))
		}
		text := fmt.Sprintf("%s  %s%s: %s", prose.Pad(t.Source(p.Source), width), prose.Shorten(prose.Clean(p.Process), prose.FairWho), others, t.Value(prose.Clean(story.Shortened(p.Operation, p.Message, p.Brief)), eventWidth))
		fmt.Fprintf(t.b, "  %6d  %s\n", p.Count, t.Broken(text, 10, 14))
	}
	for _, text := range advice.Polling(t.d.Repeated) {
		t.Paragraph(t.b, text)
	}
}
