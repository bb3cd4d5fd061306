package published

import "github.com/checkmodel/checkmodel/proc"

// single is a server that keeps the only copy of a register. With several servers, each has a register
// of its own.
func single(p *proc.P, _ int, _ []proc.PID) {
	proc.Loop(p, nothing, func(held *value) bool {
		switch m := p.Receive().(type) {
		case put:
			*held = m.Value
			p.Send(m.From, putOK{})
		case get:
			p.Send(m.From, gotOK{*held})
		}
		return true
	})
}
