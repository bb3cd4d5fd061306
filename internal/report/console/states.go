package console

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// states says how much a stateful search explored and remembered.
func (t sections) states() {
	m := t.r.Merged
	if m == nil || m.States == 0 {
		return
	}
	t.Paragraph(t.b, fmt.Sprintf("%s (%s with a sleep set) and %s; %g bytes for each state. %s",
		prose.Plural(m.States, "state"), prose.Plural(m.Pairs, "pair"), prose.Plural(m.Transitions, "transition"), document.BytesPerState(m), fmt.Sprintf("The odds that two different states were taken for one are at most %.0e.", m.CollisionOdds())))
	if t.r.Viewed {
		t.Paragraph(t.b, "States that look the same by the View of the model were taken for one. So the verdict holds if they go on in the same way, except for the parts that the View leaves out.")
	}
	if m.Symmetric {
		t.Paragraph(t.b, "States that differ only in which of the processes of Model.Symmetric is which were taken for one. So the verdict holds if these processes are alike. Some of the states were compared, and went on in the same way. The interleavings are all counted.")
	}
	if m.Forgotten > 0 {
		t.Paragraph(t.b, fmt.Sprintf("Of the pairs, %d were forgotten to stay within the memory limit of %s. States, pairs and transitions that were explored again "+
			"are counted again; the number of interleavings is exact. With more memory the search is faster.", m.Forgotten, memory.Size(t.r.Options.Memory)))
	}
}

// cycles writes how many states were explored to find fair infinite interleavings, and dead ends.
func (t sections) cycles() {
	c := t.r.Cycles
	if c == nil || c.States == 0 {
		return
	}
	text := fmt.Sprintf("To judge what must hold some time, or be possible again, %s and %s were explored.", prose.Plural(c.States, "state"), prose.Plural(c.Transitions, "transition"))
	if c.Cut > 0 {
		text += fmt.Sprintf(" What follows %s of them is not known, as these are at the depth limit of %s.", fmt.Sprint(c.Cut), prose.Plural(t.r.Options.MaxEvents, "event"))
	}
	if c.Beyond > 0 {
		text += fmt.Sprintf(" What follows %d of them is not known, as Within of the model returns false for these.", c.Beyond)
	}
	if t.r.Stop == checker.Canceled || t.r.Stop == checker.OutOfMemory {
		text += " There may be more, so it is not known whether that holds."
	}
	t.Paragraph(t.b, text)
	if t.r.DepthCut == 0 { // otherwise endless lists it
		t.growth()
	}
}

// withoutEnd explains that interleavings need not end, and shows one.
func (t sections) withoutEnd() {
	violated := slices.ContainsFunc(t.d.Distinct, func(v document.Violation) bool { return v.LoopFrom > 0 }) // which shows one
	if t.d.States == nil || t.d.Loop == nil || violated {
		return
	}
	text := "Interleavings need not end, and those that do not are not counted. All their states were visited, "
	if t.d.Cycles == nil {
		text += "but nothing is said of what must happen in them."
	} else {
		text += "and what must hold some time in those that are fair, or be possible again, was judged."
	}
	t.Paragraph(t.b, text)
	t.b.WriteByte('\n')
	describing(t.Text, t.b, t.d.Loop).write()
}
