package proc_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/proc"
)

// TestTableOfOtherTypes: every operation by a handle with other types than those of the table is
// refused, and the error names the line of the call.
func TestTableOfOtherTypes(t *testing.T) {
	type table = proc.Table[int, int]
	for kind, operation := range map[string]func(*proc.P, table){
		"insert":          func(p *proc.P, t table) { t.Insert(p, 1, 1) },
		"insert new":      func(p *proc.P, t table) { t.InsertNew(p, 1, 1) },
		"lookup":          func(p *proc.P, t table) { t.Lookup(p, 1) },
		"delete":          func(p *proc.P, t table) { t.Delete(p, 1) },
		"take":            func(p *proc.P, t table) { t.Take(p, 1) },
		"swap":            func(p *proc.P, t table) { t.CompareAndSwap(p, 1, 1, 2) },
		"member":          func(p *proc.P, t table) { t.Member(p, 1) },
		"update counter":  func(p *proc.P, t table) { proc.UpdateCounter(p, t, 1, 1) },
		"await":           func(p *proc.P, t table) { t.Await(p, 1, func(int) bool { return false }) },
		"size":            func(p *proc.P, t table) { t.Size(p) },
		"first key":       func(p *proc.P, t table) { t.First(p) },
		"next key":        func(p *proc.P, t table) { t.Next(p, 1) },
		"select":          func(p *proc.P, t table) { t.Select(p, nil) },
		"rename table":    func(p *proc.P, t table) { t.Rename(p, "u") },
		"choose heir":     func(p *proc.P, t table) { t.SetHeir(p, p.Self(), nil) },
		"give away table": func(p *proc.P, t table) { t.GiveAway(p, p.Spawn("heir", func(*proc.P) {}), nil) },
		"drop table":      func(p *proc.P, t table) { t.Drop(p) },
	} {
		want := kind + ": the handle of the table t is a proc.Table[int,int], but the table was created as a proc.Table[int,string]; " +
			"call NamedTable with the types that NewNamedTable was called with"
		expectModelError(t, "main", want, func(p *proc.P) {
			proc.NewNamedTable[int, string](p, "t").Insert(p, 1, "text")
			operation(p, proc.NamedTable[int, int](p, "t"))
		})
		mustPlay(t, func(p *proc.P) { // by the right types, and where there is another table of that name
			proc.NewNamedTable[int, string](p, "t").Drop(p)
			proc.NewNamedTable[int, int](p, "t").Insert(p, 1, 1)
			operation(p, proc.NamedTable[int, int](p, "t"))
		})
	}
}
