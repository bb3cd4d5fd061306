package report

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// cleaned returns the document with everything escaped that is not printable.
func cleaned(d Document) Document {
	d.Package, d.Model, d.Doc = clean(d.Package), clean(d.Model), clean(d.Doc)
	d.Distinct, d.Examples = cleanFindings(d.Distinct), cleanFindings(d.Examples)
	return d
}

func cleanFindings(all []Finding) []Finding {
	all = slices.Clone(all)
	for i := range all {
		all[i] = cleanFinding(all[i])
	}
	return all
}

func cleanFinding(f Finding) Finding {
	f.Property, f.Doc, f.Explanation, f.Process = clean(f.Property), clean(f.Doc), clean(f.Explanation), clean(f.Process)
	f.Replay = clean(f.Replay)
	f.Trace, f.Actors, f.Next = slices.Clone(f.Trace), cleanAll(f.Actors), slices.Clone(f.Next)
	for i := range f.Trace {
		e := &f.Trace[i]
		for _, s := range []*string{&e.Process, &e.Operation, &e.Result, &e.With, &e.Message, &e.To, &e.Table} {
			*s = clean(*s)
		}
		e.Log, e.Instead = cleanAll(e.Log), cleanAll(e.Instead)
		if e.Row != nil {
			e.Row = &trace.Row{Key: clean(e.Row.Key), Value: clean(e.Row.Value), Gone: e.Row.Gone}
		}
	}
	for i := range f.Next {
		p := &f.Next[i]
		p.Process, p.Operation = clean(p.Process), clean(p.Operation)
	}
	if f.Reversal != nil {
		r := *f.Reversal
		for _, s := range []*Side{&r.First, &r.Second} {
			s.Process, s.Operation = clean(s.Process), clean(s.Operation)
		}
		f.Reversal = &r
	}
	return f
}

func cleanAll(list []string) []string {
	list = slices.Clone(list)
	for i := range list {
		list[i] = clean(list[i])
	}
	return list
}

// located returns the finding with sources relative to the working directory.
func (t Text) located(f *Finding) *Finding {
	g := *f
	g.Trace, g.Next = slices.Clone(f.Trace), slices.Clone(f.Next)
	for i := range g.Trace {
		g.Trace[i].Source = t.source(g.Trace[i].Source)
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
