package testdata

import "github.com/checkmodel/checkmodel/proc"

type vote struct{ yes bool }

func pointer(p *proc.P, to proc.PID) {
	v := &vote{}
	p.Send(to, v)
	v.yes = true // want `v is changed after it was sent at line \d+`
}

func unlessOnTheWay(p *proc.P, to proc.PID) {
	v := &vote{}
	p.SendOnce(to, v)
	v.yes = true // want `v is changed after it was sent`
}

func address(p *proc.P, to proc.PID) {
	var v vote
	p.SendAfter(to, &v)
	v.yes = true // want `v is changed after it was sent`
}

func later(p *proc.P, to proc.PID) {
	var v vote
	p.SendIn(3, to, &v)
	v.yes = true // want `v is changed after it was sent`
}

func content(p *proc.P, name string) {
	rows := map[string]int{}
	p.SendName(name, rows)
	if name != "" {
		rows["a"] = 1     // want `rows is changed after it was sent`
		delete(rows, "b") // want `rows is changed after it was sent`
	}
}

func element(p *proc.P, to proc.PID, list []int) {
	switch {
	case len(list) > 0:
		p.Send(to, list)
		list[0]++ // want `list is changed after it was sent`
	}
}
