package published

import "github.com/checkmodel/checkmodel/proc"

// single is a server that keeps the only copy of a register. With several servers, each has a register
// of its own.
func single(p *proc.P, _ int, _ []proc.PID) {
	proc.Loop(p, nothing, func(held *value) bool {
		r := proc.Receive[request](p)
		if r.Body.Puts != nothing {
			*held = r.Body.Puts
		}
		proc.Answer(p, r, *held)
		return true
	})
}
