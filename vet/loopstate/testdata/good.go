package testdata

import "github.com/checkmodel/checkmodel/proc"

func bank(p *proc.P) {
	proc.Loop(p, account{seen: map[int]bool{}}, func(a *account) bool {
		m := proc.Receive[int](p)
		own := map[int]int{}
		own[m]++
		a.balance += own[m]
		a.seen[m] = true
		for i := range 3 {
			m += i
		}
		return m < 10
	})
}

// What the process was given at its start, and identities, are the same each time.
func start(p *proc.P, limit int, others []proc.PID) {
	names := []string{"a", "b"}
	p.Spawn("server", func(p *proc.P) {
		disk := proc.NewTable[int, int](p, "disk")
		child := p.Spawn("child", func(p *proc.P) { proc.Receive[int](p) })
		half := limit / 2
		proc.Serve(p, 0, func(sum *int, from proc.PID, n int) int {
			disk.Insert(p, n, half)
			p.Send(child, names[0])
			all := append([]proc.PID{from}, others...)
			*sum += len(all)
			return *sum
		})
	}, proc.Daemon)
}

// What was received is a part of the state.
func configured(p *proc.P) {
	first := proc.Receive[account](p)
	proc.Loop(p, first, func(a *account) bool {
		a.balance += proc.Receive[int](p)
		return true
	})
	last := 0
	last++
	p.Send(p.Self(), last)
}

func counted(p *proc.P) {
	reports := 0
	proc.Loop(p, 0, func(*int) bool {
		reports++ //checkmodel:allow loopstate nothing depends on it
		return true
	})
}
