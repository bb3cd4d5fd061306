package report

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// cleaned returns the document with everything escaped that is not printable.
func cleaned(d Document) Document {
	d.Package, d.Model, d.Doc, d.Error = clean(d.Package), clean(d.Model), clean(d.Doc), clean(d.Error)
	d.Distinct, d.Examples = cleanViolations(d.Distinct), cleanViolations(d.Examples)
	return d
}

func cleanViolations(all []Violation) []Violation {
	all = slices.Clone(all)
	for i := range all {
		all[i] = cleanViolation(all[i])
	}
	return all
}

func cleanViolation(v Violation) Violation {
	v.Property, v.Doc, v.Explanation, v.Process = clean(v.Property), clean(v.Doc), clean(v.Explanation), clean(v.Process)
	v.Replay = clean(v.Replay)
	v.Trace, v.Actors, v.Next = slices.Clone(v.Trace), cleanAll(v.Actors), slices.Clone(v.Next)
	for i := range v.Trace {
		e := &v.Trace[i]
		for _, s := range []*string{&e.Process, &e.Operation, &e.Result, &e.With, &e.Message, &e.To, &e.Table, &e.Board, &e.State} {
			*s = clean(*s)
		}
		e.Log, e.Instead = cleanAll(e.Log), cleanAll(e.Instead)
		if e.Row != nil {
			e.Row = &trace.Row{Key: clean(e.Row.Key), Value: clean(e.Row.Value), Gone: e.Row.Gone}
		}
	}
	for i := range v.Next {
		p := &v.Next[i]
		p.Process, p.Operation = clean(p.Process), clean(p.Operation)
	}
	if v.Reversal != nil {
		r := *v.Reversal
		for _, s := range []*Side{&r.First, &r.Second} {
			s.Process, s.Operation = clean(s.Process), clean(s.Operation)
		}
		v.Reversal = &r
	}
	return v
}

func cleanAll(list []string) []string {
	list = slices.Clone(list)
	for i := range list {
		list[i] = clean(list[i])
	}
	return list
}

// located returns the violation with sources relative to the working directory.
func (t Text) located(v *Violation) *Violation {
	g := *v
	g.Trace, g.Next = slices.Clone(v.Trace), slices.Clone(v.Next)
	for i := range g.Trace {
		g.Trace[i].Source, g.Trace[i].Handled = t.source(g.Trace[i].Source), t.source(g.Trace[i].Handled)
	}
	for i := range g.Next {
		g.Next[i].Source = t.source(g.Next[i].Source)
	}
	if g.Reversal != nil {
		r := *g.Reversal
		r.First.Source, r.Second.Source = t.source(r.First.Source), t.source(r.Second.Source)
		g.Reversal = &r
	}
	return &g
}
