package classic

import "github.com/checkmodel/checkmodel/proc"

// readers is a process that writes a row and n that read it (Optimal DPOR).
func readers(n int) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[string, int](p, "shared")
		processes := []func(*proc.P){func(p *proc.P) { t.Insert(p, "x", 1) }}
		for range n {
			processes = append(processes, func(p *proc.P) { t.Lookup(p, "x") })
		}
		together(p, processes)
	}
}

// lastzero is n processes that each set a row to one more than the row before it, and another one that looks for the
// last row that is zero (Optimal DPOR).
func lastzero(n int) func(*proc.P) {
	return func(p *proc.P) {
		t := zeros(p, n+1)
		processes := []func(*proc.P){func(p *proc.P) {
			for i := n; i >= 0; i-- {
				if v, _ := t.Lookup(p, i); v == 0 {
					return
				}
			}
		}}
		for i := range n {
			processes = append(processes, func(p *proc.P) {
				v, _ := t.Lookup(p, i)
				t.Insert(p, i+1, v+1)
			})
		}
		together(p, processes)
	}
}

// wakeup is n times the program with which the paper explains wakeup trees (Optimal DPOR, section 5): without them,
// a search begins interleavings that it cannot complete.
func wakeup(n int) func(*proc.P) {
	return func(p *proc.P) {
		t := zeros(p, 3*n)
		var processes []func(*proc.P)
		for i := range n {
			x, y, z := 3*i, 3*i+1, 3*i+2
			processes = append(processes,
				func(p *proc.P) { t.Insert(p, x, 1) },
				func(p *proc.P) { t.Insert(p, y, 1) },
				func(p *proc.P) {
					if m, _ := t.Lookup(p, y); m == 0 {
						t.Insert(p, z, 1)
					}
				},
				func(p *proc.P) {
					m, _ := t.Lookup(p, z)
					if l, _ := t.Lookup(p, y); m == 1 && l == 0 {
						t.Insert(p, x, 2)
					}
				})
		}
		together(p, processes)
	}
}

// indexer is n processes that insert four messages each into a hash table (DPOR).
func indexer(n int) func(*proc.P) {
	const size, messages = 128, 4
	return func(p *proc.P) {
		t := proc.NewTable[int, int](p, "shared")
		var processes []func(*proc.P)
		for i := range n {
			processes = append(processes, func(p *proc.P) {
				for m := 1; m <= messages; m++ {
					w := m*11 + i
					for h := w * 7 % size; !t.InsertNew(p, h, w); h = (h + 1) % size {
					}
				}
			})
		}
		together(p, processes)
	}
}

// zeros returns a table of rows that are zero. Its name is the number of rows.
func zeros(p *proc.P, rows int) proc.Table[int, int] {
	t := proc.NewTable[int, int](p, proc.Format(rows))
	for i := range rows {
		t.Insert(p, i, 0)
	}
	return t
}

// together starts processes and waits until they are done, independent of their order.
func together(p *proc.P, bodies []func(*proc.P)) {
	me := p.Self()
	for i, body := range bodies {
		p.Spawn("process", func(p *proc.P) {
			body(p)
			p.Send(me, i)
		})
	}
	for i := range bodies {
		proc.Receive(p, func(done int) bool { return done == i })
	}
}
