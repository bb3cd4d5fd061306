package testdata

import "github.com/checkmodel/checkmodel/proc"

type account struct {
	balance int
	seen    map[int]bool
}

type meter struct{ n int }

func (m *meter) count() { m.n++ }

func (m *meter) turn(s *int) bool { m.n++; return *s < m.n }

func counts(p *proc.P) {
	turns, total, seen, log := 0, 0, map[int]bool{}, make([]int, 1)
	proc.Loop(p, 0, func(sum *int) bool {
		m := proc.Receive[int](p)
		turns++              // want `the turn changes turns \(line 17\), which is no part of its state`
		total += m           // want `the turn changes total \(line 17\)`
		seen[m] = true       // want `the turn changes seen \(line 17\)`
		log[0] = m           // want `the turn changes log \(line 17\)`
		log = append(log, m) // want `the turn changes log \(line 17\)`
		delete(seen, m)      // want `the turn changes seen \(line 17\)`
		*sum += m
		return true
	})
}

func answers(p *proc.P) {
	total := 0
	proc.Serve(p, 0, func(_ *int, _ proc.PID, n int) int {
		total += n // want `the turn changes total \(line 32\)`
		return total
	})
}

func keeps(p *proc.P) {
	var kept *account
	var seen map[int]bool
	var balance *int
	n, base := 0, []int{1}
	proc.Loop(p, account{}, func(a *account) bool {
		kept = a             // want `the turn keeps a pointer to its state in kept \(line 40\)`
		seen = a.seen        // want `the turn keeps a pointer to its state in seen \(line 41\)`
		balance = &a.balance // want `the turn keeps a pointer to its state in balance \(line 42\)`
		add(&n)              // want `the turn takes the address of n \(line 43\)`
		_ = append(base, 1)  // want `the turn appends to base \(line 43\)`
		p.Send(p.Self(), 1)
		return kept != nil && seen != nil && balance != nil
	})
}

func add(n *int) { *n++ }

func calls(p *proc.P) {
	m := &meter{}
	bump := func() { m.n++ } // want `the turn changes m \(line 58\)`
	turn := func(*int) bool {
		m.count() // want `the turn changes m \(line 58\)`
		bump()
		return true
	}
	proc.Loop(p, 0, turn)
	proc.Loop(p, 0, m.turn) // want `the turn turn changes its receiver`
}

func receivesBefore(p *proc.P) {
	leader := proc.Receive[proc.PID](p)
	first, ok := proc.ReceiveTimeout[int](p)
	next := first + 1
	from := elected(p)
	proc.Loop(p, 0, func(*int) bool {
		p.Send(leader, 1) // want `the turn reads leader \(line 70\), which depends on what the process did before the loop`
		p.Send(from, ok)  // want `the turn reads from \(line 73\)` `the turn reads ok \(line 71\)`
		return next > 1   // want `the turn reads next \(line 72\)`
	})
}

func elected(p *proc.P) proc.PID { return proc.Receive[proc.PID](p) }

func rounds(p *proc.P) {
	round := 0
	for round < 2 {
		proc.Loop(p, 0, func(*int) bool {
			p.Send(p.Self(), round) // want `the turn reads round \(line 84\), which changes after the loop`
			return false
		})
		round++
	}
}
