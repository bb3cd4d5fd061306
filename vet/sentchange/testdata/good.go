package testdata

import "github.com/checkmodel/checkmodel/proc"

func before(p *proc.P, to proc.PID) {
	v := &vote{}
	v.yes = true
	p.Send(to, v)
	v = &vote{}
	v.yes = false
	p.Send(to, v)
}

// A plain value is another one in the message, as everywhere in Go.
func value(p *proc.P, to proc.PID) {
	var v vote
	p.Send(to, v)
	v.yes = true
}

// A server goes on with its state when it has shown it.
func server(p *proc.P) {
	rows := map[string]int{}
	for {
		switch m := p.Receive().(type) {
		case proc.PID:
			p.Send(m, rows)
		case string:
			rows[m]++
		}
	}
}

func allowed(p *proc.P, to proc.PID, list []int) {
	p.Send(to, list)
	list[0]++ //checkmodel:allow sentchange the receiver shall have the old one
}
