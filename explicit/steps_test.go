package explicit_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// interpreter makes steps in a program.
type interpreter struct {
	program
	delivery proc.Delivery
	code     [][]instruction // of main, of the peers, of the children
	seen     *views
}

// Instructions with which processes begin.
const (
	doStart  = "start a peer"
	doTell   = "tell a peer who the others are"
	doListen = "learn who the others are"
	doSay    = "announce"
	doEnd    = "return"
)

// newInterpreter returns one that begins to note what processes expose.
func newInterpreter(pr program, d proc.Delivery) *interpreter {
	x := &interpreter{program: pr, delivery: d, seen: newViews()}
	var main []instruction
	if pr.table {
		main = append(main, instruction{do: "create"})
	}
	for i := range pr.peers {
		main = append(main, instruction{do: doStart, k: i})
	}
	for i := range pr.peers {
		main = append(main, instruction{do: doTell, to: 1 + i})
	}
	x.code = append(x.code, append(main, pr.main...))
	for _, code := range pr.peers {
		x.code = append(x.code, append([]instruction{{do: doListen}}, code...))
	}
	x.code = append(x.code, pr.children...)
	return x
}

// begin returns the first state.
func (x *interpreter) begin() state {
	return state{Processes: map[string]process{"main": newProcess(0)},
		Channels: map[[2]string][]parcel{}, Timers: map[string]timer{}, Links: map[[2]string]bool{}, Monitors: map[string]monitor{},
		Holders: map[string]string{}, Tables: map[string]table{}, Named: map[string]string{}, Shown: map[string]int{}}
}

func newProcess(code int) process { return process{Code: code, Got: nothing} }

// next returns the instruction that a process is at, behind those that it skips.
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
		case p.ended() && len(p.Farewell) > 0:
			step(func(s state) { x.bidFarewell(s, name) })
		case p.ended():
		case p.Doom.Reason != "":
			step(func(s state) { x.end(s, name, p.Doom) })
		case x.waits(s, name, &p, in):
		case in.do == "choose":
			for i := range 2 {
				step(func(s state) { s.with(name, func(p *process) { x.next(p); p.PC++; p.learn(strconv.Itoa(i)) }) })
			}
		default:
			step(func(s state) { s.with(name, func(p *process) { x.next(p) }); x.execute(s, name, in) })
		}
	}
	for _, way := range slices.SortedFunc(maps.Keys(s.Channels), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		first := len(s.Channels[way])
		if x.delivery == proc.Channel {
			first = 1
		}
		for i := range first {
			step(func(s state) { x.deliver(s, way, i) })
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Timers)) {
		step(func(s state) {
			t := s.Timers[name]
			delete(s.Timers, name)
			s.put(t.To, mail{Text: t.Text})
		})
	}
	return all
}

// waits reports whether a process cannot go on.
func (x *interpreter) waits(s state, name string, p *process, in instruction) bool {
	switch in.do {
	case doListen:
		return find(p, in) < 0
	case "receive":
		return find(p, in) < 0
	case "await":
		t, ok := s.tableNamed(names[in.k])
		return ok && (t.Rows[in.row(p.Last)] == none || t.Rows[in.row(p.Last)] < in.value(p.Last))
	}
	return false
}

// learn notes what a process has learnt. It will say so.
func (p *process) learn(text string) { p.Last, p.Saying = number(text), text }

// execute executes an instruction that can be executed.
func (x *interpreter) execute(s state, name string, in instruction) {
	p := s.Processes[name]
	switch in.do {
	case doSay:
		s.with(name, func(p *process) { p.Log, p.Saying = p.Log+" "+p.Saying, "" })
		return
	case doEnd:
		x.end(s, name, doom{Reason: proc.Normal})
		return
	case "exit":
		x.end(s, name, doom{Reason: reason(in.value(p.Last))})
		return
	}
	s.with(name, func(p *process) { p.PC++ })
	switch text := x.perform(s, name, p, in); {
	case in.do == doStart || in.do == doTell || in.do == doListen || in.do == "create" || silent[in.do]:
	default:
		s.with(name, func(p *process) { p.learn(text) })
	}
}

// whom returns the process that an instruction is about.
func (x *interpreter) whom(in instruction, name string, p process) string {
	switch known := x.known(); {
	case in.to < len(known):
		return known[in.to]
	case p.Child != "":
		return p.Child
	}
	return name
}

// find returns the place of the oldest message that a receive takes, or -1.
func find(p *process, in instruction) int {
	return slices.IndexFunc(p.Mailbox, func(m mail) bool { return in.matches(m.Text, p) })
}

// take takes the message at that place.
func (p *process) take(i int) (text string) {
	text = p.Mailbox[i].Text
	p.Mailbox = slices.Delete(slices.Clone(p.Mailbox), i, i+1)
	return text
}

// perform executes an instruction of a process, which is p, and returns what it learns.
func (x *interpreter) perform(s state, name string, p process, in instruction) string {
	to, v := x.whom(in, name, p), in.value(p.Last)
	message := parcel{What: "message", From: name, To: to, Text: strconv.Itoa(v)}
	switch in.do {
	case doTell:
		message.Text = peersText
		x.send(s, message)
	case doListen:
		s.with(name, func(p *process) { p.take(find(p, in)) })
	case "send":
		x.send(s, message)
	case "forward":
		message.Text = p.Got
		x.send(s, message)
	case "receive", "poll":
		i := find(&p, in)
		if i < 0 {
			return nothing
		}
		s.with(name, func(p *process) { p.Got = p.take(i) })
		return p.Mailbox[i].Text
	case "register":
		return answer(s.register(names[in.k], to))
	case "unregister":
		_, ok := s.Holders[names[in.k]]
		delete(s.Holders, names[in.k])
		return answer(ok)
	case "whereis":
		if holder, ok := s.Holders[names[in.k]]; ok {
			return holder
		}
	case "send name":
		holder, ok := s.Holders[names[in.k]]
		if message.To = holder; ok {
			x.send(s, message)
		}
		return answer(ok)
	case "timer":
		s.with(name, func(p *process) { p.Timers++; p.Timer = name + "'s timer " + strconv.Itoa(p.Timers) })
		s.Timers[s.Processes[name].Timer] = timer{to, message.Text}
	case "cancel", "read timer":
		_, ok := s.Timers[p.Timer]
		if in.do == "cancel" {
			delete(s.Timers, p.Timer)
		}
		return answer(ok)
	case "expose":
		if last, ok := s.Shown[name]; !ok || last != p.Last {
			s.Shown[name] = p.Last
			x.seen.note(s, true)
		}
	default:
		return x.performOther(s, name, p, in, to)
	}
	return nothing
}

// register gives a name that is free to a process that lives and has none.
func (s state) register(name, to string) bool {
	_, taken := s.Holders[name]
	target := s.Processes[to]
	if taken || target.ended() || slices.Contains(slices.Collect(maps.Values(s.Holders)), to) {
		return false
	}
	s.Holders[name] = to
	return true
}

// send sends something on its way to another process. What a process sends to itself is there.
func (x *interpreter) send(s state, what parcel) {
	if x.delivery == proc.Instant || what.From == what.To {
		s.arrive(what)
		return
	}
	way := [2]string{what.From, what.To}
	s.Channels[way] = appended(s.Channels[way], what)
}

// deliver delivers something that is on its way.
func (x *interpreter) deliver(s state, way [2]string, i int) {
	what := s.Channels[way][i]
	s.Channels[way] = slices.Delete(slices.Clone(s.Channels[way]), i, i+1)
	if len(s.Channels[way]) == 0 {
		delete(s.Channels, way)
	}
	s.arrive(what)
}

// put puts a message into a mailbox. One to a process that has ended is lost.
func (s state) put(to string, m mail) {
	s.with(to, func(p *process) {
		if !p.ended() {
			p.Mailbox = appended(p.Mailbox, m)
		}
	})
}

// matches reports whether a receive takes a message.
func (in instruction) matches(text string, p *process) bool {
	takes := in.takes
	if in.do == doListen {
		takes = "peers"
	}
	_, err := strconv.Atoi(text)
	switch takes {
	case "any":
		return true
	case "number":
		return err == nil
	case "0", "1":
		return text == takes
	case "last":
		return text == strconv.Itoa(p.Last)
	case "own down":
		return p.Ref != "" && strings.HasPrefix(text, "down("+p.Ref+",")
	}
	return strings.HasPrefix(text, takes) // the kind of message that it is
}
