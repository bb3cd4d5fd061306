package explicit_test

import (
	"maps"
	"slices"
	"strconv"

	"github.com/checkmodel/checkmodel/proc"
)

// interpreter executes steps of a program.
type interpreter struct {
	program
	delivery proc.Delivery
	code     [][]instruction // for main, the peers, and the children
	seen     *views
}

// Instructions with which processes begin.
const (
	doStart  = "start a peer"
	doTell   = "tell a peer who the others are"
	doListen = "learn who the others are"

	doCall    = "create a table of who there is"
	doPublish = "write into it"
	doSay     = "announce"
	doEnd     = "return"
)

// newInterpreter returns an interpreter that has not recorded any exposed states.
func newInterpreter(pr program, d proc.Delivery) *interpreter {
	x := &interpreter{program: pr, delivery: d, seen: newViews()}
	var main []instruction
	if pr.published() {
		main = append(main, instruction{do: doCall})
	}
	if pr.table {
		main = append(main, instruction{do: "create"})
	}
	for i := range pr.peers {
		main = append(main, instruction{do: doStart, k: i})
	}
	for i := range pr.peers {
		if !pr.published() && !pr.apart {
			main = append(main, instruction{do: doTell, to: 1 + i})
		}
	}
	if pr.published() {
		main = append(main, instruction{do: doPublish})
	}
	x.code = append(x.code, append(main, pr.main...))
	for _, code := range pr.peers {
		if !pr.apart {
			code = append([]instruction{{do: doListen}}, code...)
		}
		x.code = append(x.code, code)
	}
	x.code = append(x.code, pr.children...)
	return x
}

// begin returns the first state.
func (x *interpreter) begin() state {
	return state{Processes: map[string]process{"main": newProcess(0)},
		Channels: map[[2]string][]parcel{}, Alone: map[[2]string][]parcel{}, Timers: map[string]timer{}, Time: map[string]int{}, Links: map[[2]string]bool{}, Monitors: map[string]monitor{},
		Holders: map[string]string{}, Tables: map[string]table{}, Named: map[string]string{}, Shown: map[string]shape{},
		Faults: map[string]budget{"left": x.faults}, Disks: map[string]disk{}, Network: map[string]network{}}
}

func newProcess(code int) process { return process{Code: code, Got: nothing, Life: 1} }

// next returns the next instruction of a process, after those that it skips.
func (x *interpreter) next(p *process) instruction {
	if p.Saying != "" {
		return instruction{do: doSay}
	}
	code := x.code[p.Code]
	for p.PC < len(code) && code[p.PC].do == "skip" {
		if p.PC++; p.Last%2 == code[p.PC-1].k {
			p.PC++
		}
	}
	if p.PC >= len(code) {
		return instruction{do: doEnd}
	}
	return code[p.PC]
}

// successors returns the states that one step leads to.
func (x *interpreter) successors(s state) (all []state) {
	step := func(change func(state)) {
		after := s.clone()
		change(after)
		all = append(all, after)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Processes)) {
		p := s.Processes[name]
		switch in := x.next(&p); {
		case p.ended() && len(p.Aftermath) > 0:
			step(func(s state) { x.follow(s, name) })
		case p.ended():
		case p.MustEnd.Reason != "":
			step(func(s state) { x.end(s, name, p.MustEnd) })
		case x.waits(s, name, &p, in):
		case in.do == "choose":
			for i := range 2 {
				step(func(s state) { s.with(name, func(p *process) { x.next(p); p.PC++; p.learn(strconv.Itoa(i)) }) })
			}
		default:
			for _, in.fate = range x.fates(s, name, p, in) {
				if in.fate == lost || in.fate == dropped {
					step(func(s state) { x.lose(s, name, in) })
					continue
				}
				step(func(s state) { s.with(name, func(p *process) { x.next(p) }); x.execute(s, name, in) })
			}
		}
	}
	for _, way := range sortedWays(s.Channels) {
		first := len(s.Channels[way])
		if x.between(way[0], way[1]) == proc.Channel {
			first = 1
		}
		for i := range first {
			step(func(s state) { s.arrive(takeFrom(s.Channels, way, i)) })
		}
	}
	for _, way := range sortedWays(s.Alone) {
		for i := range s.Alone[way] {
			step(func(s state) { s.arrive(takeFrom(s.Alone, way, i)) })
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Timers)) {
		if !s.due(s.Timers[name]) {
			continue
		}
		step(func(s state) {
			t := s.Timers[name]
			delete(s.Timers, name)
			if t.Deadline != none {
				s.Time["now"] = t.Deadline
			}
			if !t.Cancelled {
				s.put(t.To, mail{Text: t.Text})
			}
		})
	}
	return all
}

// waits reports whether a process cannot move.
func (x *interpreter) waits(s state, name string, p *process, in instruction) bool {
	switch in.do {
	case doListen:
		return x.listens(s, p, in)
	case "receive":
		return find(p, in) < 0
	case "collect":
		n := 0
		for _, m := range p.Mailbox {
			if in.matches(m.Text, p) {
				n++
			}
		}
		return n <= in.k
	case "await":
		t, ok := s.tableNamed(names[in.k])
		return ok && (t.Rows[in.row(p.Last)] == none || t.Rows[in.row(p.Last)] < in.value(p.Last))
	}
	return false
}

// learn records what a process has learnt, and that it will announce that.
func (p *process) learn(text string) { p.Last, p.Saying = number(text), text }

// execute executes an instruction that can be executed.
func (x *interpreter) execute(s state, name string, in instruction) {
	p := s.Processes[name]
	switch in.do {
	case doSay:
		s.with(name, func(p *process) { p.Log, p.Saying = p.Log+" "+p.Saying, "" })
		return
	case doEnd:
		x.end(s, name, ending{Reason: proc.Normal})
		return
	case "exit":
		x.end(s, name, ending{Reason: reason(in.value(p.Last))})
		return
	}
	s.with(name, func(p *process) { p.PC++ })
	switch text := x.perform(s, name, p, in); {
	case slices.Contains([]string{doStart, doTell, doListen, doCall, doPublish, "create"}, in.do), silent[in.do]:
	default:
		s.with(name, func(p *process) { p.learn(text) })
	}
}
