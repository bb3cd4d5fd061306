package randomprograms

import (
	"github.com/checkmodel/checkmodel/proc"
)

// These agents execute every operation: they also give tables away and rename them, wait for rows,
// announce and expose. So operations meet that no other family combines.

// property holds the tables of an agent.
type property struct {
	mine  proc.Table[int, int]
	owned bool // it has owned a table
}

// tableOf returns the table that the act is about.
func (m *agentRun) tableOf(p *proc.P, x act) proc.Table[int, int] {
	switch {
	case x.Which == 1 && m.owned:
		return m.mine
	case x.Which == 2:
		return proc.NamedTable[int, int](p, "table")
	}
	return m.table
}

// keep executes operations on tables and boards. Errors of tables are ignored.
func (m *agentRun) keep(p *proc.P, x act, to proc.PID) {
	proc.Try(func() {
		if !m.rows(p, x, m.tableOf(p, x)) {
			m.rest(p, x, to, m.tableOf(p, x))
		}
	})
}

// rows executes x if it is an operation on rows, and reports whether it is.
func (m *agentRun) rows(p *proc.P, x act, t proc.Table[int, int]) bool {
	key := x.To % 2
	switch x.Do {
	case "insert it":
		t.Insert(p, key, x.Kind)
	case "insert new":
		if !t.InsertNew(p, key, x.Kind) {
			p.Reach("a")
		}
	case "look up":
		if v, _ := t.Lookup(p, key); v == x.Kind {
			p.Reach("b")
		}
	case "delete":
		t.Delete(p, key)
	case "count":
		proc.UpdateCounter(p, t, key, x.Kind)
	case "take":
		t.Take(p, key)
	case "swap":
		t.CompareAndSwap(p, key, x.Kind, x.Kind+1)
	case "member or size":
		if !t.Member(p, key) && t.Size(p) > 0 {
			p.Reach("a")
		}
	case "walk":
		if k, ok := t.First(p); ok {
			t.Next(p, k)
		}
	case "select":
		t.Select(p, func(k, v int) bool { return k == key && v == x.Kind })
	case "await":
		t.Await(p, key, func(v int) bool { return v == x.Kind })
	default:
		return false
	}
	return true
}

func (m *agentRun) rest(p *proc.P, x act, to proc.PID, t proc.Table[int, int]) {
	switch x.Do {
	case "found":
		m.mine, m.owned = proc.NewTable[int, int](p, "mine"), true
	case "found one with a name":
		m.mine, m.owned = proc.NewNamedTable[int, int](p, "table", proc.Heir(to, x.Kind)), true
	case "give":
		t.GiveAway(p, to, x.Kind)
	case "heir":
		t.SetHeir(p, to, x.Kind)
	case "drop":
		t.Drop(p)
	case "rename":
		t.Rename(p, []string{"table", "other", "other"}[x.Kind])
	case "take transfer":
		if got, ok := proc.ReceiveTimeout[proc.Transfer[int, int]](p); ok {
			m.mine, m.owned = got.Table, true
		}
	case "announce":
		proc.Announce(p, x.Kind)
	case "expose":
		proc.Expose(p, State{x.Kind})
	case "unlink":
		p.Unlink(to)
	case "do not trap":
		p.TrapExits(false)
	case "alive":
		if p.IsAlive(to) {
			p.Reach("b")
		}
	case "whereis":
		p.Whereis("name")
	case "unregister":
		p.Unregister("name")
	case "read timer":
		if m.timer != (proc.Timer{}) {
			p.ReadTimer(m.timer)
		}
	case "choose":
		if p.Choose(2) == 0 {
			p.Send(to, Told{Kind: x.Kind, From: p.Self()})
		}
	case "harmless":
		p.SendExit(to, proc.Normal)
	}
}
