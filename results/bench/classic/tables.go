package classic

import "github.com/checkmodel/checkmodel/proc"

// Readers is a process that writes a row and n that read it (Optimal DPOR).
func Readers(n int) func(*proc.P) {
	return func(p *proc.P) {
		t := proc.NewTable[string, int](p, "shared")
		processes := []func(*proc.P){func(p *proc.P) { t.Insert(p, "x", 1) }}
		for range n {
			processes = append(processes, func(p *proc.P) { t.Lookup(p, "x") })
		}
		together(p, processes)
	}
}

// Lastzero is n processes that each set a row to one more than the row before it, and another one that looks for the
// last row that is zero (Optimal DPOR).
func Lastzero(n int) func(*proc.P) {
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

// claim is n processes that insert the same row of a table whose owner does not end.
func claim(n int) func(*proc.P) {
	return func(p *proc.P) {
		p.Spawn("owner", func(p *proc.P) {
			t := proc.NewTable[string, int](p, "shared")
			for i := range n {
				p.Spawn("process", func(p *proc.P) { t.InsertNew(p, "x", i) })
			}
			proc.Receive[int](p)
		}, proc.Daemon)
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

// filesystem is n processes that allocate blocks for inodes, each under locks (DPOR).
func filesystem(n int) func(*proc.P) {
	const inodes, blocks = 32, 26
	return func(p *proc.P) {
		owned, busy := zeros(p, inodes), zeros(p, blocks)
		var ofInodes, ofBlocks []proc.PID
		for range min(n, inodes) {
			ofInodes = append(ofInodes, p.Spawn("lock", lock, proc.Daemon))
		}
		for range blocks {
			ofBlocks = append(ofBlocks, p.Spawn("lock", lock, proc.Daemon))
		}
		var processes []func(*proc.P)
		for i := range n {
			processes = append(processes, func(p *proc.P) {
				i := i % inodes
				acquire(p, ofInodes[i])
				if b, _ := owned.Lookup(p, i); b == 0 {
					for b, done := i*2%blocks, false; !done; b = (b + 1) % blocks {
						acquire(p, ofBlocks[b])
						if used, _ := busy.Lookup(p, b); used == 0 {
							busy.Insert(p, b, 1)
							owned.Insert(p, i, b+1)
							done = true
						}
						p.Send(ofBlocks[b], released{})
					}
				}
				p.Send(ofInodes[i], released{})
			})
		}
		together(p, processes)
	}
}

type (
	wanted   struct{ by proc.PID }
	granted  struct{}
	released struct{}
)

// lock is a process that is a lock.
func lock(p *proc.P) {
	for {
		p.Send(proc.Receive[wanted](p).by, granted{})
		proc.Receive[released](p)
	}
}

func acquire(p *proc.P, lock proc.PID) {
	p.Send(lock, wanted{p.Self()})
	proc.Receive[granted](p)
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
