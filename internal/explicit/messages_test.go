package explicit_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/proc"
)

// Messages and their receivers: mailboxes, channels, names and timers.

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
	message := parcel{What: "message", From: name, To: to, Text: strconv.Itoa(v), Sent: true, Fate: in.fate}
	switch in.do {
	case doTell:
		message.Text = peersText
		x.send(s, message)
	case doListen:
		x.listen(s, name, in)
	case "send":
		x.send(s, message)
	case "send once":
		if message.Once = true; !s.onItsWay(message) {
			x.send(s, message)
		}
	case "forward":
		message.Text = p.Got
		x.send(s, message)
	case "receive", "poll":
		i := find(&p, in)
		if i < 0 {
			s.with(name, func(p *process) { p.Answers = origin{} })
			return nothing
		}
		s.with(name, func(p *process) {
			p.Answers = p.Mailbox[i].Origin
			p.Got = p.take(i)
		})
		return p.Mailbox[i].Text
	case "collect", "gather":
		var taken []string
		s.with(name, func(p *process) {
			for i := find(p, in); i >= 0 && len(taken) <= in.k; i = find(p, in) {
				taken = append(taken, p.take(i))
			}
		})
		return together(taken, len(taken) > in.k)
	case doCall, doPublish:
		s.publish(in.do)
	default:
		if slices.Contains(fileOps, in.do) {
			return s.performOnDisk(name, in, v)
		}
		return x.performByName(s, name, p, in, message)
	}
	return nothing
}

// performByName executes the instructions about names, timers and what is shown.
func (x *interpreter) performByName(s state, name string, p process, in instruction, message parcel) string {
	switch in.do {
	case "register":
		return answer(s.register(names[in.k], message.To))
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
		if message.To, message.ByName = holder, true; ok {
			x.send(s, message)
		}
		return answer(ok)
	case "timer":
		s.with(name, func(p *process) { p.Timers++; p.Timer = inLife(name, p.Life) + "'s timer " + strconv.Itoa(p.Timers) })
		again := timer{By: name, To: message.To, Text: message.Text, Deadline: none}
		s.with(name, func(p *process) { p.Again = again })
		s.Timers[s.Processes[name].Timer] = again
	case "timed":
		s.with(name, func(p *process) {
			p.Timers++
			p.Timer, p.Again = inLife(name, p.Life)+"'s timer "+strconv.Itoa(p.Timers), timer{}
		})
		s.Timers[s.Processes[name].Timer] = timer{By: name, To: message.To, Text: message.Text, Deadline: s.Time["now"] + in.ticks()*x.tickOf(s, name)}
	case "now":
		return strconv.Itoa(x.shows(s, name))
	case "cancel", "read timer":
		t, ok := s.Timers[p.Timer]
		ok = ok && !t.Cancelled
		switch t.Cancelled = true; {
		case in.do != "cancel" || !ok:
		case t.Deadline == none:
			delete(s.Timers, p.Timer)
		default:
			s.Timers[p.Timer] = t
		}
		return answer(ok)
	case "reset timer":
		_, ok := s.Timers[p.Timer]
		if p.Again.By != "" {
			s.Timers[p.Timer] = p.Again
		}
		return answer(ok && p.Again.By != "")
	case "expose":
		now := shape{p.Last, p.Life}
		if last, ok := s.Shown[name]; !ok || last != now {
			s.Shown[name] = now
			x.seen.note(s, true)
		}
	default:
		return x.performOther(s, name, p, in, message.To)
	}
	return nothing
}

// register gives a free name to a process that is alive and has none.
func (s state) register(name, to string) bool {
	_, taken := s.Holders[name]
	target := s.Processes[to]
	if taken || target.ended() || slices.Contains(slices.Collect(maps.Values(s.Holders)), to) {
		return false
	}
	s.Holders[name] = to
	return true
}

// send sends a parcel to another process. A parcel to the process itself arrives at once.
func (x *interpreter) send(s state, what parcel) {
	what.Sent = what.Sent && what.From != what.To
	fate := what.Fate
	what.Fate = usual
	x.connect(s, &what)
	switch fate {
	case duplicated:
		s.spend(func(left *budget) { left.Duplicates-- })
		copied := what
		copied.Once = false
		s.sendAlone(copied)
	case reordered:
		s.spend(func(left *budget) { left.Reorderings-- })
		s.sendAlone(what)
		return
	}
	if what.From == what.To || x.between(what.From, what.To) == proc.Instant {
		s.arrive(what)
		return
	}
	way := [2]string{what.From, what.To}
	s.Channels[way] = appended(s.Channels[way], what)
}

// mixed is a delivery that is another one for some processes. It is not instant for any, as messages to names then cannot be sent.
const mixed = proc.Delivery("channel; *1* → all: bag; all → *2*: bag")

// between returns how messages and signals travel from one process to another.
func (x *interpreter) between(from, to string) proc.Delivery {
	switch {
	case x.delivery != mixed:
		return x.delivery
	case strings.Contains(from, "1") && !strings.Contains(from, "/"), strings.Contains(to, "2") && !strings.Contains(to, "/"):
		return proc.Bag
	}
	return proc.Channel
}

// onItsWay reports whether such a message, which its sender has sent in the same way, is in a channel or in the mailbox.
func (s state) onItsWay(what parcel) bool {
	same := func(p parcel) bool { return p.Once && p.Text == what.Text }
	way := [2]string{what.From, what.To}
	return slices.ContainsFunc(s.Channels[way], same) || slices.ContainsFunc(s.Alone[way], same) ||
		slices.ContainsFunc(s.Processes[what.To].Mailbox, func(m mail) bool { return m.Once == what.From && m.Text == what.Text })
}

// takeFrom takes a parcel from those on a way.
func takeFrom(ways map[[2]string][]parcel, way [2]string, i int) parcel {
	what := ways[way][i]
	ways[way] = slices.Delete(slices.Clone(ways[way]), i, i+1)
	if len(ways[way]) == 0 {
		delete(ways, way)
	}
	return what
}

func sortedWays(ways map[[2]string][]parcel) [][2]string {
	return slices.SortedFunc(maps.Keys(ways), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
}

// together returns what a process learns that has collected messages; enough says that there are as many as it wanted.
func together(texts []string, enough bool) string {
	slices.Sort(texts)
	return fmt.Sprint(texts, enough)
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
