package literal

import "github.com/checkmodel/checkmodel/proc"

// single is a server with a register of its own.
func single(p *proc.P, _ int, _ []proc.PID) {
	value := 0
	for {
		switch m := p.Receive().(type) {
		case request:
			if m.Body.Puts != 0 {
				value = m.Body.Puts
			}
			proc.Answer(p, m, value)
		}
	}
}
