package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/trace"
)

// A step is one row of a trace: a request with its reply, a message with its arrival, the set-up,
// or a single event.
type step struct {
	events []int // their positions in the trace, ascending
	inside []int // the events without a row of their own: they share the row of the previous event
	who    party
	what   string   // the description of the events
	reply  string   // the reply to a request, or the result of an operation
	note   string   // after the reply
	logs   []logged // logged after it
	shape  shape
	lost   bool // the message is lost
	from   string
	to     []string
	places []string // file:line, at most two: see placer
}

type logged struct{ process, line string }

// party is who takes part in a step: a process, or the sender and the receiver of a message.
type party struct{ from, arrow, to string }

// The arrows of a message, and of a request with its reply.
const (
	sendsTo   = " → "
	exchanges = " ⇄ "
)

// only returns the party of a process, or of a channel.
func only(process string) party {
	if from, to, is := trace.ChannelEnds(process); is {
		return party{from, sendsTo, to}
	}
	return party{from: process}
}

// clean returns the party with clean names.
func (p party) clean() party { return party{clean(p.from), p.arrow, clean(p.to)} }

func (p party) String() string { return p.from + p.arrow + p.to }

// shape is how a step is drawn.
type shape uint8

const (
	plain    shape = iota // one process does something
	carries               // a message that is taken at once
	posts                 // a message that is taken later, or never
	collects              // the receive of a message that was sent earlier
	calls                 // a request and its reply
	answers               // a reply to a request that was sent earlier
	enters                // an external event
	parts                 // the network is cut, or heals
)

// fold returns the steps of the trace of a violation.
func fold(v *Violation) []step {
	f := folder{entries: v.Trace, takenBy: map[int]int{}, life: lifeOf(v), mustEnd: map[string]bool{}, over: over(v), replies: repliesOf(v.Trace), loop: v.LoopFrom - 1}
	for _, e := range v.Trace {
		f.mustEnd[e.Ends] = true
		if e.Sent > 0 && (takes(&e) || cutOff(&e)) {
			f.takenBy[e.Sent] = e.Number
		}
	}
	if n := len(v.Trace); n > 0 && v.Trace[n-1].Kind == kindExit && v.Trace[n-1].Process == v.Process {
		f.fails = v.Process
	}
	f.setUp()
	for f.next < len(v.Trace) {
		f.fold()
	}
	f.log()
	places := newPlacer(v)
	for k := range f.steps {
		f.steps[k].places = places.of(&f.steps[k])
	}
	return f.steps
}

// folder folds the entries into steps, in order.
type folder struct {
	entries []trace.Entry
	takenBy map[int]int // number of a send -> number of the event that takes the message, or in which it is cut off
	life    *life
	fails   string // the process whose end is the last entry, and the violation; "" if there is none
	mustEnd map[string]bool
	over    bool        // the interleaving has no events after the last entry
	replies map[int]int // number of a send -> number of the request to which it replies
	loop    int         // the position of the first event that repeats for ever, which begins a step; -1 if there is none
	next    int
	steps   []step
}

// Kinds of events that are folded, as trace.Kind.String has them.
var (
	kindSpawn    = trace.Spawn.String()
	kindTimer    = trace.TimerStart.String()
	kindSend     = trace.Send.String()
	kindSendName = trace.SendName.String()
	kindExit     = trace.Exit.String()
	kindDeliver  = trace.Deliver.String()
	kindDown     = trace.Down.String()
	kindFlush    = trace.Demonitor.String()
	kindExpire   = trace.TimerExpire.String()
	kindSignal   = trace.ExitSignal.String()
	kindInsert   = trace.TableInsert.String()
	kindRegister = trace.Register.String()
	kindRelease  = trace.TableRelease.String()
	kindFaults   = trace.DecideFaults.String()
	kindCrash    = trace.Crash.String()
	kindRestart  = trace.Restart.String()
	kindLeft     = trace.DecideSurviving.String()
	kindSever    = trace.Sever.String()
	decisions    = []string{kindFaults, trace.DecidePartitions.String(), trace.Partition.String(), trace.DecideParts.String()}
	kindHeal     = trace.Heal.String()
	kindSync     = trace.FileSync.String()
	kindOnTheWay = trace.PutOnTheWay.String()
	kindTimeout  = trace.ReceiveTimeout.String()
	preparations = []string{
		kindSpawn, kindTimer, trace.TableNew.String(), kindInsert, kindRegister,
		trace.Link.String(), trace.Monitor.String(), trace.TrapExits.String(), trace.TableHeir.String(),
	}
	// Operations of a process on others that it starts.
	startings = []string{kindSpawn, kindRegister, trace.Link.String(), trace.Monitor.String()}
)

// takes reports whether the entry takes a message out of a mailbox, instead of delivering it, as a
// channel does.
func takes(e *trace.Entry) bool {
	return e.Sent > 0 && e.Kind != kindDeliver && e.Kind != kindSignal && e.Kind != kindDown
}

func sends(e *trace.Entry) bool   { return e.Kind == kindSend || e.Kind == kindSendName && e.With != "" }
func endsNow(e *trace.Entry) bool { return e.Kind == kindExit && e.Result == "" }

// notifies reports whether the entry delivers a message that no process has sent.
func notifies(e *trace.Entry) bool {
	return e.To != "" && (!e.Failed && (e.Kind == kindDown || e.Kind == kindSignal) || e.Kind == kindExpire)
}

// sender returns the process that sends the message of an entry, directly or through a channel.
func sender(e *trace.Entry) string {
	from, _, _ := trace.ChannelEnds(e.Process)
	return from
}

// at returns the kth entry after the next one, or an empty entry if there is none that a step with the next one may have.
func (f *folder) at(k int) *trace.Entry {
	if f.next+k < len(f.entries) && (f.next >= f.loop || f.next+k < f.loop) {
		return &f.entries[f.next+k]
	}
	return &trace.Entry{}
}

// add adds a step of the next n entries.
func (f *folder) add(n int, s step) {
	for range n {
		s.events = append(s.events, f.next)
		f.next++
	}
	f.steps = append(f.steps, s)
}

// setUp folds the first process's preparations, before any other event.
func (f *folder) setUp() {
	if n, what := f.prepares(preparations); n > 0 {
		f.add(n, step{who: only(f.entries[0].Process), what: what})
	}
}

// prepares returns how many of the next entries are of the given kinds and of one process, and
// describes them on one line.
func (f *folder) prepares(kinds []string) (n int, what string) {
	var did []string
	first := f.at(0)
	for e := first; e.Process == first.Process && slices.Contains(kinds, e.Kind) && asExpected(e); e = f.at(n) {
		last := &trace.Entry{}
		if n > 0 {
			last = f.at(n - 1)
		}
		into := "insert into " + e.Table + ": "
		switch {
		case e.Kind == kindSpawn && last.Kind == kindSpawn:
			did[len(did)-1] += ", " + spawned(e)
		case e.Kind == kindInsert && last.Kind == kindInsert && last.Table == e.Table:
			did[len(did)-1] += ", " + strings.TrimPrefix(outcome(e), into)
		case e.Kind == kindRegister:
			did = append(did, e.Operation)
		default:
			did = append(did, outcome(e))
		}
		n++
	}
	return n, strings.Join(did, "; ")
}

// asExpected reports whether the result of a preparation need not be shown.
func asExpected(e *trace.Entry) bool {
	return e.Result == "" || e.Kind == kindRegister && !e.Failed
}

// fold adds one step.
func (f *folder) fold() {
	e := f.at(0)
	switch {
	case e.Kind == kindSleep || e.Kind == kindAlarm:
		f.foldAlarm(e)
	case e.Kind == kindTime: // nobody acts
		f.add(1, step{who: only(e.Process), what: e.Operation, reply: e.Result})
	case sends(e), notifies(e):
		f.foldSend(e)
	case takes(e) && e.Kind == kindFlush:
		f.add(1, step{who: only(e.Process), what: e.Operation, reply: e.Result, note: fmt.Sprintf(" (discards what came at %d)", e.Sent), from: e.Process})
	case takes(e) && f.entries[e.Sent-1].Kind == kindAlarm:
		f.add(1, step{who: only(e.Process), what: e.Operation, note: fmt.Sprintf(" (since %d)", e.Sent), from: e.Process})
	case takes(e):
		f.foldTaking(e)
	case e.Kind == kindDeliver && e.Sent > 0 && cutOff(e):
		s := message(f.entries[e.Sent-1].Process, e.With, f.entries[e.Sent-1].Message, posts, fmt.Sprintf(" (sent at %d)%s", e.Sent, loss(e)))
		s.lost = true
		f.add(1, s)
	case e.Kind == kindDeliver && e.Sent > 0:
		f.add(1, message(f.entries[e.Sent-1].Process, e.With, e.Message, posts, fmt.Sprintf(" arrives (sent at %d)", e.Sent)))
	case e.Kind == kindSpawn:
		f.foldSpawns(e)
	case e.Kind == kindFaults && clockOf(e) != "":
		f.add(1, step{who: only(e.With), what: "has " + clockOf(e), from: e.With})
	case slices.Contains(decisions, e.Kind) && len(f.steps) > 0:
		f.join() // the faults themselves follow
		f.steps[len(f.steps)-1].hide(1)
	case e.Kind == kindOnTheWay && (e.Failed || e.Result == "") && len(f.steps) > 0:
		f.join() // the message itself follows, or has come
	case e.Kind == kindSever, e.Kind == kindHeal:
		f.add(1, step{who: only("network"), what: e.Operation, shape: parts})
	case e.Kind == kindCrash && e.Ends == e.With:
		f.foldCrash(e)
	case e.Kind == kindRestart, e.Kind == kindLeft:
		f.foldAfterCrash(e)
	case e.Replaced != "":
		f.foldReplaced(e)
	case e.External != "":
		f.add(1, step{who: only(e.Process), what: e.Operation, from: e.Process, shape: enters})
	case endsNow(e):
		f.foldEnds(e)
	case e.Kind == kindExit && e.Operation == "end": // otherwise the operation says why
		f.add(1, step{who: only(e.Process), what: "ends", reply: strings.TrimPrefix(e.Result, "process "+e.Process+" "), from: e.Process})
	default:
		f.add(1, step{who: only(e.Process), what: e.Operation, reply: e.Result, from: e.Process})
	}
}

// message returns the step of a message from one process to another.
func message(from, to, text string, how shape, note string) step {
	return step{who: party{from, sendsTo, to}, what: brief(text, from), note: note, shape: how, from: from, to: []string{to}}
}

// foldSend folds a message with the events that immediately follow: its delivery, its receive, and
// the reply.
func (f *folder) foldSend(e *trace.Entry) {
	n := f.transit(0)
	if n == 0 {
		f.foldPost(e)
		return
	}
	s := message(sender(e), e.With, e.Message, carries, "")
	if s.lost = isLost(f.at(n - 1)); s.lost {
		s.shape, s.note = posts, loss(f.at(n-1))
	} else if m := f.reply(n, e.Number); m > 0 {
		s.who, s.shape = party{s.from, exchanges, e.With}, calls
		s.reply = brief(f.at(n).Message, e.With)
		n += m
	}
	s.note += onItsWay(e)
	f.add(n, s)
}

// isLost reports whether the message that the entry takes is lost, or dropped.
func isLost(e *trace.Entry) bool {
	return e.Fault == trace.Lost.String() || e.Fault == trace.Dropped && takes(e)
}

// cutOff reports whether the message that the entry sends or delivers is lost by a partition, or dropped.
func cutOff(e *trace.Entry) bool {
	return e.Fault == trace.CutOff || e.Fault == trace.Dropped && !takes(e)
}

// loss describes the fate of a message for which isLost or cutOff holds.
func loss(e *trace.Entry) string {
	switch e.Fault {
	case trace.CutOff:
		return " is lost, as the link is cut"
	case trace.Dropped:
		return fmt.Sprintf(" is dropped, as %s was restarted", clean(e.With))
	}
	return " is lost"
}

// onItsWay describes the fate of a message that is sent, and when a timer sends it.
func onItsWay(e *trace.Entry) string {
	if e.Clock != "" {
		return ", at " + e.Clock
	}
	switch e.Fault {
	case trace.Duplicated.String():
		return " (duplicated)"
	case trace.Reordered.String():
		return " (reordered)"
	}
	return ""
}

// foldTaking folds the receive of a message that was sent earlier with the reply, if that follows
// immediately.
func (f *folder) foldTaking(e *trace.Entry) {
	s := message(e.With, e.Process, e.Message, collects, fmt.Sprintf(" (sent at %d)", e.Sent))
	n := 1
	if s.lost = isLost(e); s.lost {
		s.note += loss(e)
	} else if m := f.reply(n, e.Sent); m > 0 {
		s.who, s.shape = party{e.With, exchanges, e.Process}, answers
		s.reply = brief(f.at(n).Message, e.Process)
		n += m
	}
	f.add(n, s)
}

// transit returns the number of entries from the send at place k to the receive of the message, or
// 0 if other events happen in between.
func (f *folder) transit(k int) int {
	sent := f.at(k)
	n := 1
	if at := f.at(k + n); at.Kind == kindDeliver && at.Sent == sent.Number {
		n++
	}
	if at := f.at(k + n); takes(at) && at.Kind != kindFlush && at.Sent == sent.Number {
		return n + 1
	}
	return 0
}

// reply returns the number of entries of the reply at place k to the message of event number
// request, or 0 if there is none.
func (f *folder) reply(k, request int) int {
	if e := f.at(k); sends(e) && f.replies[e.Number] == request && e.Fault == "" {
		if n := f.transit(k); n > 0 && !isLost(f.at(k+n-1)) {
			return n
		}
	}
	return 0
}

// over reports whether the trace is a whole interleaving.
func over(v *Violation) bool {
	return v.Process == "" && len(v.Actors) > 0 && !slices.ContainsFunc(v.Next, func(p trace.Pause) bool { return p.CanMove })
}

// untaken says why a message is not taken.
func (f *folder) untaken(e *trace.Entry) string {
	ends := f.life.turns(e.With)
	if n := len(ends); n > 0 && e.With == f.fails {
		ends = ends[:n-1]
	}
	n, _ := slices.BinarySearch(ends, e.Number)
	switch down, later := n%2 == 1, n < len(ends); {
	case down && later:
		return fmt.Sprintf(" (lost: %s is restarted at %d)", clean(e.With), ends[n])
	case down:
		return fmt.Sprintf(" (%s has ended)", clean(e.With))
	case later:
		return fmt.Sprintf(" (not taken: %s ends at %d)", clean(e.With), ends[n])
	case f.over:
		return " (never taken)"
	case f.mustEnd[e.With]:
		return fmt.Sprintf(" (not taken: %s must end)", clean(e.With))
	}
	return " (not taken yet)"
}

// foldPost folds messages that are not taken at once, if one process sends the
// same one to several others.
func (f *folder) foldPost(e *trace.Entry) {
	s := message(sender(e), e.With, e.Message, posts, "")
	n := 1
	switch taken := f.takenBy[e.Number]; {
	case cutOff(e):
		s.note, s.lost = loss(e), true
	case taken > 0 && (cutOff(&f.entries[taken-1]) || isLost(&f.entries[taken-1])):
		s.note = fmt.Sprintf(" (lost at %d)", taken)
	case taken > 0 && f.entries[taken-1].Kind == kindFlush:
		s.note = fmt.Sprintf(" (discarded at %d)", taken)
	case taken > 0:
		s.note = fmt.Sprintf(" (taken at %d)", taken)
	default:
		for ; f.same(f.at(n), e); n++ {
			s.to = append(s.to, f.at(n).With)
		}
		if n > 1 {
			s.who, s.what = only(e.Process), s.what+" to "+strings.Join(s.to, ", ")
		}
		s.note = f.untaken(e)
	}
	s.note += onItsWay(e)
	f.add(n, s)
}

// same reports whether the entry sends the same message as first, and the message is not taken for
// the same reason.
func (f *folder) same(e, first *trace.Entry) bool {
	return sends(e) && e.Process == first.Process && e.Message == first.Message && e.Fault == first.Fault && f.takenBy[e.Number] == 0 && f.untaken(e) == f.untaken(first)
}

func (f *folder) foldSpawns(e *trace.Entry) {
	n, what := f.prepares(startings)
	f.add(n, step{who: only(e.Process), what: what, from: e.Process})
}

// foldReplaced folds an external event with its replacements, which have smaller payloads.
func (f *folder) foldReplaced(e *trace.Entry) {
	n := 1
	for last := e; f.at(n).Kind == trace.External.String() && f.at(n).Process == e.Process && last.Replaced != ""; n++ {
		last = f.at(n)
	}
	last := f.at(n - 1)
	s := step{who: only(e.Process), what: last.Operation, reply: last.Result, from: e.Process}
	if last.External != "" {
		s.shape, s.note = enters, " (smaller than "+brief(e.Replaced, e.Process)+")"
	}
	f.add(n, s)
}

// spawned returns the process that is spawned, and whether it is linked or monitored.
func spawned(e *trace.Entry) string { return strings.TrimPrefix(e.Operation, "spawn ") }

// foldEnds adds the end of a process to the step before it, if that is a step of the process.
func (f *folder) foldEnds(e *trace.Entry) {
	if len(f.steps) == 0 || f.entries[f.next-1].Process != e.Process || f.next == f.loop {
		s := step{who: only(e.Process), what: "ends", from: e.Process}
		if n := f.fatal(e); n > 0 {
			s.note = fmt.Sprintf(" (it must, since %d)", n)
		}
		f.add(1, s)
		return
	}
	last := &f.steps[len(f.steps)-1]
	last.note += "; " + clean(e.Process) + " ends"
	f.join()
}

// join adds the next entry to the last step.
func (f *folder) join() {
	last := &f.steps[len(f.steps)-1]
	last.events = append(last.events, f.next)
	f.next++
}

// clockOf says how the clock of a node goes wrong, by the decision about the faults of the node; "" if it does not.
func clockOf(decision *trace.Entry) string {
	var wrong []string
	if decision.Rate != "" {
		wrong = append(wrong, "a "+decision.Rate+" clock")
	}
	if decision.Shift != "" {
		wrong = append(wrong, "a clock that is "+decision.Shift)
	}
	return strings.Join(wrong, ", ")
}

// foldCrash folds the crash of a node with its end, with the surviving writes on its disk, and with the restart, as far as
// these follow immediately.
func (f *folder) foldCrash(e *trace.Entry) {
	n := 1
	if end := f.at(1); end.Kind == kindExit && end.Process == e.With {
		n++
	}
	s := step{who: only(e.With), what: "crashes", from: e.With}
	if n == 2 {
		more, and := f.afterCrash(n, e.With)
		n += more
		s.what += and
	}
	f.add(n, s)
	f.steps[len(f.steps)-1].hide(n - 1)
}

// foldAfterCrash folds the surviving writes on a node's disk with the restart of the node.
func (f *folder) foldAfterCrash(e *trace.Entry) {
	n, what := f.afterCrash(0, e.With)
	f.add(n, step{who: only(e.With), what: strings.TrimPrefix(what, "; "), from: e.With})
	f.steps[len(f.steps)-1].hide(n - 1)
}

// afterCrash returns how many of the entries from place k on are the surviving writes on a node's disk and the restart of the
// node, and describes them.
func (f *folder) afterCrash(k int, node string) (n int, what string) {
	if left := f.at(k); left.Kind == kindLeft && left.With == node {
		n, what = 1, "; its disk has "+left.Result
	}
	if next := f.at(k + n); next.Kind == kindRestart && next.With == node {
		n, what = n+1, what+"; is restarted"
	}
	return n, what
}

// foldAlarm folds the sleep of a process, or the end of a sleep or a wait, with the next event if that is its consequence.
func (f *folder) foldAlarm(e *trace.Entry) {
	n := 1
	if next := f.at(1); e.Kind == kindSleep && next.Kind == kindAlarm && next.Process == e.Process {
		n++
	}
	s := step{who: only(e.Process), what: e.Operation, reply: e.Result, from: e.Process}
	switch last := f.at(n - 1); {
	case last.Kind != kindAlarm:
	case f.at(n).Sent == last.Number && takes(f.at(n)):
		if n++; n == 2 {
			s.what, s.reply, s.note = f.at(1).Operation, "", ", at "+last.Clock
		}
	case n == 2:
		n--
	}
	f.add(n, s)
	f.steps[len(f.steps)-1].hide(n - 1)
}

// hide puts the last n events of the step into the row of the event before.
func (s *step) hide(n int) { s.inside = append(s.inside, s.events[len(s.events)-n:]...) }

// fatal returns the number of the event that makes the process end, or 0 if it ends by itself.
func (f *folder) fatal(end *trace.Entry) int {
	for _, n := range end.After {
		if f.entries[n-1].Ends == end.Process {
			return n
		}
	}
	return 0
}

// log assigns logged lines to the step before them. A process that logs something has just executed
// an event, or has just been started.
func (f *folder) log() {
	last := map[string]int{} // step of each process
	for k := range f.steps {
		for _, i := range f.steps[k].events {
			e := &f.entries[i]
			at, ok := last[e.Process]
			if !ok {
				at = k
			}
			for _, line := range e.Log {
				f.steps[at].logs = append(f.steps[at].logs, logged{e.Process, line})
			}
			last[e.Process] = k
			if e.Kind == kindSpawn {
				last[e.With] = k
			}
		}
	}
}

// outcome returns an operation with its result.
func outcome(e *trace.Entry) string {
	if e.Result == "" {
		return e.Operation
	}
	return e.Operation + " → " + e.Result
}

// enveloped matches a request of [proc.Call], without the field From, and the reply to it.
var enveloped = regexp.MustCompile(`^(?:Request|Reply)\{Ref: .+? ref \d+, Body: (.*)\}$`)

// briefly returns the operation of an event with its message shortened.
func briefly(entries []trace.Entry, s *checker.Side) string {
	message := ""
	from := sender(&trace.Entry{Process: s.Process})
	if n := s.Number; 0 < n && n <= len(entries) {
		e := &entries[n-1]
		message = e.Message
		if e.Sent > 0 {
			from = entries[e.Sent-1].Process
		}
	} else {
		message = s.Message
	}
	return strings.Replace(s.Operation, message, brief(message, from), 1)
}

// brief returns a message without the parts that the step shows anyway: the fields that only repeat
// its sender, and the envelopes of requests and replies.
func brief(message, sender string) string {
	if ambiguous(sender) || len(sender) > maxRepeated || !utf8.ValidString(sender) {
		return enveloped.ReplaceAllString(message, "$1")
	}
	field := `\w+: ` + regexp.QuoteMeta(sender)
	message = regexp.MustCompile(`([{\[])(`+field+`, )+`).ReplaceAllString(message, "$1")
	message = regexp.MustCompile(`(, `+field+`)+([,}])`).ReplaceAllString(message, "$2")
	message = regexp.MustCompile(`{`+field+`}`).ReplaceAllString(message, "{}")
	return enveloped.ReplaceAllString(message, "$1")
}

// maxRepeated is the maximal length of the name of a process that is left out of messages.
const maxRepeated = 500

// ambiguous reports whether a field that shows the name of the process may hold another value: the
// name of a process may be a number.
func ambiguous(process string) bool {
	_, err := strconv.ParseFloat(process, 64)
	return err == nil || slices.Contains([]string{"true", "false", "nil"}, process)
}
