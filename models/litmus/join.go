package litmus

import "github.com/checkmodel/checkmodel/proc"

// joined tells the parent of a process its result.
type joined struct {
	From   proc.PID
	Result any
}

// run starts a process that does the work and then tells its parent, which
// must call join.
func run(p *proc.P, name string, work func(*proc.P)) proc.PID {
	return compute(p, name, func(p *proc.P) any { work(p); return nil })
}

// compute is run for work that has a result.
func compute(p *proc.P, name string, work func(*proc.P) any) proc.PID {
	parent := p.Self()
	return p.Spawn(name, func(p *proc.P) {
		p.Send(parent, joined{p.Self(), work(p)})
	})
}

// join waits for processes that were started by run or compute, in turn, and
// returns their results.
func join(p *proc.P, children ...proc.PID) []any {
	var results []any
	for _, child := range children {
		m := proc.Receive(p, func(m joined) bool { return m.From == child })
		results = append(results, m.Result)
	}
	return results
}
