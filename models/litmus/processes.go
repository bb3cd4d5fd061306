package litmus

import "github.com/checkmodel/checkmodel/proc"

func idle(*proc.P) {}

func spawnTree(p *proc.P) {
	for range 2 {
		p.Spawn("child", func(p *proc.P) {
			for range 2 {
				p.Spawn("child", idle)
			}
		})
	}
}

func deadLetter(p *proc.P) {
	child := p.Spawn("child", idle)
	p.Send(child, "too late")
}

func orphanWaits(p *proc.P) {
	p.Spawn("orphan", func(p *proc.P) { p.Receive() })
}

func trappedLinks(p *proc.P) {
	p.TrapExits(true)
	for _, n := range []int{1, 2} {
		p.Spawn("child", func(p *proc.P) { p.Exit(n) }, proc.Linked)
	}
	for range 2 {
		proc.Receive[proc.Exited](p)
	}
}

func linkPullsDown(p *proc.P) {
	p.Spawn("child", func(p *proc.P) { p.Exit("broken") }, proc.Linked)
}

func linkOrMessage(p *proc.P) {
	p.TrapExits(true)
	self := p.Self()
	p.Spawn("linked", func(p *proc.P) { p.Exit("gone") }, proc.Linked)
	p.Spawn("sender", func(p *proc.P) { p.Send(self, "hello") })
	p.Receive()
	p.Receive()
}

func monitorTwo(p *proc.P) {
	children := []proc.PID{p.Spawn("child", idle), p.Spawn("child", idle)}
	var refs []proc.Ref
	for _, child := range children {
		refs = append(refs, p.Monitor(child))
	}
	for _, ref := range refs {
		proc.Receive(p, func(d proc.Down) bool { return d.Ref == ref })
	}
}

func downBeforeMessage(p *proc.P) {
	self := p.Self()
	_, ref := p.SpawnMonitor("child", func(p *proc.P) { p.Send(self, "last word") })
	first, second := p.Receive(), p.Receive()
	down, ok := second.(proc.Down)
	p.Assert(first == "last word" && ok && down.Ref == ref && down.Reason == proc.Normal,
		arrivesInOrder.Name, "%v arrived before %v", first, second)
}

func demonitorFlush(p *proc.P) {
	_, ref := p.SpawnMonitor("child", idle)
	p.Demonitor(ref, true)
	down, left := proc.ReceiveTimeout(p, func(d proc.Down) bool { return d.Ref == ref })
	p.Assert(!left, nothingLeft.Name, "%v was left in the mailbox", down)
}

func registerRace(p *proc.P) {
	claim := func(p *proc.P) any {
		p.Register("chair", p.Self())
		m, _ := p.ReceiveTimeout()
		return m
	}
	join(p, compute(p, "claimant", claim), compute(p, "claimant", claim))
}

func whereisOrGone(p *proc.P) {
	p.Register("desk", p.Self())
	p.Spawn("looker", func(p *proc.P) { p.Whereis("desk") })
	p.Unregister("desk")
}

func sendByName(p *proc.P) {
	self := p.Self()
	p.Spawn("registrar", func(p *proc.P) {
		p.Assert(p.Register("inbox", self), nameGiven.Name, "the name was refused to %v, which has ended", self)
	})
	if p.SendName("inbox", "hello") {
		p.Receive(proc.Equal("hello"))
	}
}

func killOrReport(p *proc.P) {
	self := p.Self()
	child := p.Spawn("child", func(p *proc.P) { p.Send(self, "report") })
	p.Kill(child)
	p.ReceiveTimeout(proc.Equal("report"))
}

func exitSignalOrTrap(p *proc.P) {
	child := p.Spawn("child", func(p *proc.P) {
		p.TrapExits(true)
		proc.Receive(p, func(e proc.Exited) bool { return e.Reason == "please" })
	})
	p.SendExit(child, "please")
}

func aliveOrNot(p *proc.P) {
	p.IsAlive(p.Spawn("child", idle))
}
