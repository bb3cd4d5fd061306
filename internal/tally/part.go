package tally

import (
	"maps"
	"slices"

	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Part is the findings of another search in successive interleavings of this one. Numbers in it begin with 1.
type Part struct {
	result.Findings
	// Partial says that Findings do not have all: more kinds of violations were found than are kept.
	Partial bool
	Path    trace.Schedule // the beginning of the first interleaving, at least all that it shares with the one before
	Last    trace.Schedule // the beginning of the last one, at least all that it shares with the next
}

// Surplus reports whether a violation was found of which only the number counts, if its kind is known.
func (t *Tally) Surplus() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.surplus
}

// EnterPart adds the interleavings of a part to the result as if they had been entered one by one. It returns false, and changes
// nothing, if the search would end with one of them, or if the kept findings depend on the order of the interleavings. Then these
// must be entered one by one.
func (t *Tally) EnterPart(p *Part) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.Record
	if t.failed != nil || t.spent() && !r.Stop.Late() || p.Partial || p.Unlisted > 0 || t.AtCut && p.DepthCut > 0 {
		return false
	}
	if t.Budget >= 0 && r.Interleavings+p.Interleavings > t.Budget {
		return false
	}
	before := r.Findings
	r.Findings = before.Copy()
	stop, further, last := r.Stop, r.Further, t.last
	if t.add(p) {
		r.Stop = result.NotStopped
		if t.noteGoals(); r.Stop == result.NotStopped && !t.suffices(p.Violations) && !(t.Work > 0 && r.Events >= t.Work) && !t.lookedOn(0) {
			r.Stop, t.last = stop, append(last[:0], p.Last...)
			t.show(&judge.Execution{})
			return true
		}
	}
	r.Findings, r.Stop, r.Further = before, stop, further
	return false
}

// EndWith ends the search with the violations of a part before its turn. The interleavings count as if they were the next ones.
func (t *Tally) EndWith(p *Part) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r := t.Record; t.failed == nil && r.Stop == result.NotStopped {
		t.add(p)
		r.Stop = result.AtViolation
	}
}

// add adds a part to the result. It returns false if there is no room for a violation.
func (t *Tally) add(p *Part) bool {
	r, at := t.Record, t.Record.Interleavings
	if !t.Afresh {
		r.Events -= judge.Common(t.last, p.Path)
	}
	if r.FirstViolation == 0 && p.FirstViolation > 0 {
		r.FirstViolation, r.Before = at+p.FirstViolation, work(r)+p.Before
	}
	switch {
	case r.DepthCut == 0 && p.DepthCut > 0:
		r.Repeated, r.Growth = p.Repeated, p.Growth
	case r.DepthCut == 0 && r.Repeated == nil:
		r.Repeated = p.Repeated
	}
	r.Interleavings += p.Interleavings
	r.Events += p.Events
	r.SleepSetBlocked += p.SleepSetBlocked
	r.DepthCut += p.DepthCut
	r.Beyond += p.Beyond
	r.Left += p.Left
	r.Violating += p.Violating
	for i := range p.Goals {
		g, of := &r.Goals[i], p.Goals[i]
		if g.Hits += of.Hits; g.First == 0 && of.First > 0 {
			g.First = at + of.First
		}
	}
	for i := range p.Claims {
		r.Claims[i].Exchanged += p.Claims[i].Exchanged
	}
	r.Asserted, r.Shown = Union(r.Asserted, p.Asserted), Union(r.Shown, p.Shown)
	r.Visits = slices.Concat(r.Visits, p.Visits)
	slices.SortFunc(r.Visits, trace.Visit.Compare)
	r.Visits = slices.Compact(r.Visits)
	if r.Judged == nil && len(p.Judged) > 0 {
		r.Judged = map[string]int{}
	}
	for name := range maps.Keys(p.Judged) {
		r.Judged[name] += p.Judged[name]
	}
	room := true
	for _, v := range p.Violations {
		room = t.addKind(v, at) && room
	}
	return room
}

// addKind adds the violations of one kind, after so many interleavings. It returns false if there is no room for the kind.
func (t *Tally) addKind(v *result.Violation, at int) bool {
	c := *v
	c.Interleaving, c.Shown = at+v.Interleaving, at+v.Shown
	w := find(t.Record, judge.KindOf(v))
	switch {
	case w == nil && full(t.Record, v.Property):
		return false
	case w == nil:
		t.Record.Violations = append(t.Record.Violations, &c)
		return true
	}
	c.Interleaving, c.Count = w.Interleaving, w.Count+v.Count
	if v.Length < w.Length {
		*w = c
	}
	w.Count = c.Count
	return true
}
