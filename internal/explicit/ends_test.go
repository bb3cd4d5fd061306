package explicit_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// The ends of processes, and which processes are told of them.

// performOther executes the instructions about the ends of processes.
func (x *interpreter) performOther(s state, name string, p process, in instruction, to string) string {
	v := in.value(p.Last)
	signal := parcel{What: "signal", From: name, To: to, Wanted: true}
	switch in.do {
	case doStart:
		x.start(s, name, peer(in.k), 1+in.k, x.ties[in.k], x.isNode(peer(in.k)))
		s.with(peer(in.k), func(p *process) { p.Clock = in.fate })
	case "spawn", "spawn node":
		s.with(name, func(p *process) { p.Spawned++; p.Child = childName(name, p.Life, p.Spawned) })
		child := s.Processes[name].Child
		x.start(s, name, child, 1+len(x.peers)+in.k%len(x.children), ties[in.v+1], in.do == "spawn node")
		s.with(child, func(p *process) { p.Clock = in.fate })
	case "trap", "do not trap":
		s.with(name, func(p *process) { p.Traps = in.do == "trap" })
	case "link":
		s.link(name, to)
	case "unlink":
		s.unlink(name, to)
	case "monitor":
		s.monitor(name, to)
	case "demonitor", "flush", "info", "flush info":
		return answer(s.demonitor(name, in.do == "flush" || in.do == "flush info", in.do == "flush"))
	case "kill":
		signal.Kill, signal.Reason = true, proc.Killed
		x.send(s, signal)
	case "signal", "harmless":
		if signal.Reason = proc.Normal; in.do == "signal" {
			signal.Reason = reason(v)
		}
		x.send(s, signal)
	case "alive":
		target := s.Processes[to]
		return answer(!target.ended())
	default:
		return x.performOnTable(s, name, p, in, to)
	}
	return nothing
}

// childName returns the name of the nth child of a process in one of its lives.
func childName(parent string, life, n int) string {
	name := inLife("c", life)
	if n > 1 {
		name += "#" + strconv.Itoa(n)
	}
	if parent != "main" {
		name = parent + "/" + name
	}
	return name
}

// start starts a process, which may be a node.
func (x *interpreter) start(s state, parent, name string, code int, how tie, node bool) {
	p := newProcess(code)
	p.Daemon, p.Home = how == daemon, s.Processes[parent].Home
	if node {
		p.Home = name
	}
	s.Processes[name] = p
	switch how {
	case linked:
		s.Links[s.linkOf(parent, name)] = true
	case monitored:
		s.Monitors[s.makeRef(parent)] = s.monitorOf(parent, name)
	}
}

// makeRef returns a new ref, which becomes that of the last monitor of the process.
func (s state) makeRef(name string) string {
	s.with(name, func(p *process) { p.Refs++; p.Ref = inLife(name, p.Life) + " ref " + strconv.Itoa(p.Refs) })
	return s.Processes[name].Ref
}

// link links two processes; if the other one has ended, its signal arrives at once.
func (s state) link(name, to string) {
	switch target := s.Processes[to]; {
	case name == to:
	case target.ended():
		s.strike(parcel{What: "signal", From: to, To: name, Reason: proc.NoProcess})
	default:
		s.Links[s.linkOf(name, to)] = true
	}
}

// monitor creates a monitor; if the other process has ended, its message arrives at once.
func (s state) monitor(name, to string) {
	ref := s.makeRef(name)
	switch target := s.Processes[to]; {
	case name == to:
	case target.ended():
		s.put(name, mail{Text: downText(ref, to, proc.NoProcess), Brought: ref})
	default:
		s.Monitors[ref] = s.monitorOf(name, to)
	}
}

// demonitor undoes the last monitor of the process, and reports whether it had not yet sent its
// message. A quiet flush is one whose result is not used.
func (s state) demonitor(name string, flush, quiet bool) bool {
	p := s.Processes[name]
	if p.Ref == "" {
		return false
	}
	m, ok := s.Monitors[p.Ref]
	watched := ok && !m.Undone
	if watched {
		m.Undone, m.Flushed = true, quiet
		s.Monitors[p.Ref] = m
	}
	if i := slices.IndexFunc(p.Mailbox, func(m mail) bool { return m.Brought == p.Ref }); flush && i >= 0 {
		s.with(name, func(p *process) { p.take(i) })
	}
	return watched
}

// arrive delivers a parcel.
func (s state) arrive(what parcel) {
	switch what.What {
	case "message":
		if !s.severed(what) && (what.For == 0 || what.For == s.Processes[what.To].Life) {
			m := mail{Text: what.Text, Faulty: what.Sent && what.Text != peersText, Origin: what.Origin}
			if what.Once {
				m.Once = what.From
			}
			s.put(what.To, m)
		}
	case "signal":
		switch {
		case !what.byLink():
			s.strike(what)
		case !s.Links[what.Link]:
		case s.Processes[what.To].Life != what.Life:
			s.tell(what.From, unheard)
		default:
			s.strike(what)
		}
	case "down":
		s.down(what)
	}
}

// down delivers the message of a monitor, unless that was undone.
func (s state) down(what parcel) {
	m := s.Monitors[what.Ref]
	delete(s.Monitors, what.Ref)
	to := s.Processes[what.To]
	switch {
	case m.Flushed || !m.Undone && (to.ended() || to.Life != m.Lives[0]):
		s.tell(what.From, unheard)
	case !m.Undone:
		s.put(what.To, mail{Text: what.Text, Brought: what.Ref})
		s.tell(what.From, heard)
	}
}

// strike delivers an exit signal: as a message to a process that traps exits; any other process
// must end.
func (s state) strike(what parcel) {
	target := s.Processes[what.To]
	switch {
	case target.Traps && !what.Kill && target.ended():
		s.tellByLink(what, unheard)
	case target.Traps && !what.Kill:
		s.put(what.To, mail{Text: exitedText(what.From, what.Reason)})
		s.tellByLink(what, heard)
	case what.Reason == proc.Normal && what.From != what.To, target.ended(), target.MustEnd.Reason != "":
	default:
		target.MustEnd = ending{Reason: what.Reason, Wanted: what.Wanted}
		s.Processes[what.To] = target
		s.tellByLink(what, heard)
	}
}

func (s state) tellByLink(what parcel, who told) {
	if what.byLink() {
		s.tell(what.From, who)
	}
}

// tell records that a process is told of the end of another one.
func (s state) tell(of string, who told) {
	s.with(of, func(p *process) { p.Told = max(p.Told, who) })
}

// end ends a process. What follows are separate steps, in an order that does not depend on the
// past: its tables go away, linked processes get a signal, and monitoring processes a message.
func (x *interpreter) end(s state, name string, how ending) {
	tables := s.releases(name)
	var news []parcel
	for _, other := range slices.SortedFunc(maps.Keys(s.Processes), byPlace) {
		for life := range s.Processes[other].Life {
			link := linkOf(inLife(name, s.Processes[name].Life), inLife(other, life+1))
			if s.Links[link] {
				news = append(news, parcel{What: "signal", From: name, To: other, Reason: how.Reason, Link: link, Life: life + 1, Wanted: how.Reason == proc.Crashed})
			}
		}
	}
	for _, ref := range slices.SortedFunc(maps.Keys(s.Monitors), strings.Compare) {
		if m := s.Monitors[ref]; m.Of == name && m.Lives[1] == s.Processes[name].Life {
			news = append(news, parcel{What: "down", From: name, To: m.By, Ref: ref, Text: downText(ref, name, how.Reason)})
		}
	}
	s.with(name, func(p *process) {
		p.Mailbox, p.Saying = nil, ""
		p.End, p.MustEnd = how, ending{}
		p.Aftermath = appended(tables, news...)
	})
	if how.Fault {
		s.loseTimers(name)
	}
	maps.DeleteFunc(s.Holders, func(_, holder string) bool { return holder == name })
	if _, shown := s.Shown[name]; shown {
		x.seen.note(s, false)
	}
	x.handOver(s, name)
}

// follow executes the next step that follows from the end of a process.
func (x *interpreter) follow(s state, name string) {
	p := s.Processes[name]
	what := p.Aftermath[0]
	p.Aftermath = p.Aftermath[1:]
	s.Processes[name] = p
	if what.What == "release" {
		x.release(s, what)
	} else {
		s.arrive(what)
	}
	x.handOver(s, name)
}

// handOver sends the signals and messages about an end that travel in channels, once the tables
// have gone.
func (x *interpreter) handOver(s state, name string) {
	p := s.Processes[name]
	if len(p.Aftermath) == 0 || p.Aftermath[0].What == "release" {
		return
	}
	var atOnce []parcel
	for _, what := range p.Aftermath {
		if x.between(what.From, what.To) == proc.Instant {
			atOnce = append(atOnce, what)
		} else {
			x.send(s, what)
		}
	}
	p.Aftermath = atOnce
	s.Processes[name] = p
}
