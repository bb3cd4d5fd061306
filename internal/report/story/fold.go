package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Fold returns the steps of the trace of a violation.
func Fold(v *document.Violation) []Step {
	f := folder{entries: v.Trace, takenBy: map[int]int{}, life: LifeOf(v), mustEnd: map[string]bool{}, over: over(v), replies: repliesOf(v.Trace), loop: v.LoopFrom - 1}
	for _, e := range v.Trace {
		f.mustEnd[e.Ends] = true
		if e.Sent > 0 && (Takes(&e) || CutOff(&e)) {
			f.takenBy[e.Sent] = e.Number
		}
		for _, sent := range e.Collected {
			f.takenBy[sent] = e.Number
		}
	}
	if n := len(v.Trace); n > 0 && v.Trace[n-1].Kind == KindExit && v.Trace[n-1].Process == v.Process {
		f.fails = v.Process
	}
	f.setUp()
	for f.next < len(v.Trace) {
		f.fold()
	}
	f.log()
	places := newPlacer(v)
	for k := range f.steps {
		f.steps[k].Places = places.of(&f.steps[k])
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
	steps   []Step
}

// at returns the kth entry after the next one, or an empty entry if there is none that a step with the next one may have.
func (f *folder) at(k int) *trace.Entry {
	if f.next+k < len(f.entries) && (f.next >= f.loop || f.next+k < f.loop) {
		return &f.entries[f.next+k]
	}
	return &trace.Entry{}
}

// add adds a step of the next n entries.
func (f *folder) add(n int, s Step) {
	for range n {
		s.Events = append(s.Events, f.next)
		f.next++
	}
	f.steps = append(f.steps, s)
}

// setUp folds the first process's preparations, before any other event.
func (f *folder) setUp() {
	if n, what := f.prepares(preparations); n > 0 {
		f.add(n, Step{Who: only(f.entries[0].Process), what: what})
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
		switch {
		case e.Kind == KindSpawn && last.Kind == KindSpawn:
			did[len(did)-1] += ", " + spawned(e)
		case e.Kind == kindInsert && last.Kind == kindInsert && last.Table == e.Table && e.Row != nil:
			did[len(did)-1] += ", " + e.Row.Key + " → " + e.Row.Value
		case e.Kind == kindRegister:
			did = append(did, e.Operation)
		default:
			did = append(did, Outcome(e))
		}
		n++
	}
	return n, strings.Join(did, "; ")
}

// fold adds one step.
func (f *folder) fold() {
	e := f.at(0)
	k := kind.Of(e.Kind)
	switch {
	case e.Kind == kindSleep || e.Kind == kindAlarm:
		f.foldAlarm(e)
	case e.Kind == kindTime: // nobody acts
		f.add(1, Step{Who: only(e.Process), what: e.Operation, Reply: e.Result})
	case sends(e), notifies(e):
		f.foldSend(e)
	case Takes(e) && e.Kind == kindFlush:
		f.add(1, Step{Who: only(e.Process), what: e.Operation, Reply: e.Result, note: fmt.Sprintf(" (discards what came at %d)", e.Sent), From: e.Process})
	case Takes(e) && f.entries[e.Sent-1].Kind == kindAlarm:
		f.add(1, Step{Who: only(e.Process), what: e.Operation, note: fmt.Sprintf(" (since %d)", e.Sent), From: e.Process})
	case Takes(e):
		f.foldTaking(e)
	case e.Kind == KindDeliver && e.Sent > 0 && CutOff(e):
		s := message(f.entries[e.Sent-1].Process, e.With, brief(&f.entries[e.Sent-1]), Posts, fmt.Sprintf(" (sent at %d)%s", e.Sent, loss(e)))
		s.Lost = true
		f.add(1, s)
	case e.Kind == KindDeliver && e.Sent > 0:
		f.add(1, message(f.entries[e.Sent-1].Process, e.With, brief(e), Posts, fmt.Sprintf(" arrives (sent at %d)", e.Sent)))
	case e.Kind == KindSpawn:
		f.foldSpawns(e)
	case e.Kind == kindFaults && clockOf(e) != "":
		f.add(1, Step{Who: only(e.With), what: "has " + clockOf(e), From: e.With})
	case e.Kind != kindLeft && k.Is(kind.Decides|kind.OfNetwork) && !k.Is(kind.CutsLinks) && len(f.steps) > 0:
		f.join() // the faults themselves follow
		f.steps[len(f.steps)-1].hide(1)
	case e.Kind == kindOnTheWay && (e.Failed || e.Result == "") && len(f.steps) > 0:
		f.join() // the message itself follows, or has come
	case k.Is(kind.CutsLinks):
		f.add(1, Step{Who: only("network"), what: e.Operation, Shape: Parts})
	case e.Kind == KindCrash && e.Ends == e.With:
		f.foldCrash(e)
	case e.Kind == kindRestart, e.Kind == kindLeft:
		f.foldAfterCrash(e)
	case k.Is(kind.Strikes) && !k.Is(kind.Affects): // which changes no life
		f.add(1, Step{Who: only(e.Process), what: e.Operation, Reply: e.Result, From: e.With})
	case e.Replaced != "":
		f.foldReplaced(e)
	case e.External != "":
		f.add(1, Step{Who: only(e.Process), what: e.Operation, From: e.Process, Shape: Enters})
	case endsNow(e):
		f.foldEnds(e)
	case e.Kind == KindExit && e.Violates == "": // otherwise the operation says why
		f.add(1, Step{Who: only(e.Process), what: "ends", Reply: e.Result, From: e.Process})
	default:
		f.add(1, Step{Who: only(e.Process), what: e.Operation, Reply: e.Result, From: e.Process})
	}
}

// foldSend folds a message with the events that immediately follow: its delivery, its receive, and
// the reply.
func (f *folder) foldSend(e *trace.Entry) {
	n := f.transit(0)
	if n == 0 {
		f.foldPost(e)
		return
	}
	s := message(sender(e), e.With, brief(e), Carries, "")
	if s.Lost = IsLost(f.at(n - 1)); s.Lost {
		s.Shape, s.note = Posts, loss(f.at(n-1))
	} else if m := f.reply(n, e.Number); m > 0 {
		s.Who, s.Shape = party{s.From, exchanges, e.With}, Calls
		s.Reply = brief(f.at(n))
		n += m
	}
	s.note += onItsWay(e)
	f.add(n, s)
}

// foldTaking folds the receive of a message that was sent earlier with the reply, if that follows
// immediately.
func (f *folder) foldTaking(e *trace.Entry) {
	s := message(e.With, e.Process, brief(e), Collects, fmt.Sprintf(" (sent at %d)", e.Sent))
	n := 1
	if s.Lost = IsLost(e); s.Lost {
		s.note += loss(e)
	} else if m := f.reply(n, e.Sent); m > 0 {
		s.Who, s.Shape = party{e.With, exchanges, e.Process}, Answers
		s.Reply = brief(f.at(n))
		n += m
	}
	f.add(n, s)
}

// transit returns the number of entries from the send at place k to the receive of the message, or
// 0 if other events happen in between.
func (f *folder) transit(k int) int {
	sent := f.at(k)
	n := 1
	if at := f.at(k + n); at.Kind == KindDeliver && at.Sent == sent.Number {
		n++
	}
	if at := f.at(k + n); Takes(at) && at.Kind != kindFlush && at.Sent == sent.Number {
		return n + 1
	}
	return 0
}

// reply returns the number of entries of the reply at place k to the message of event number
// request, or 0 if there is none.
func (f *folder) reply(k, request int) int {
	if e := f.at(k); sends(e) && f.replies[e.Number] == request && e.Fault == "" {
		if n := f.transit(k); n > 0 && !IsLost(f.at(k+n-1)) {
			return n
		}
	}
	return 0
}

// over reports whether the trace is a whole interleaving.
func over(v *document.Violation) bool {
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
		return fmt.Sprintf(" (lost: %s is restarted at %d)", prose.Clean(e.With), ends[n])
	case down:
		return fmt.Sprintf(" (%s has ended)", prose.Clean(e.With))
	case later:
		return fmt.Sprintf(" (not taken: %s ends at %d)", prose.Clean(e.With), ends[n])
	case f.over:
		return " (never taken)"
	case f.mustEnd[e.With]:
		return fmt.Sprintf(" (not taken: %s must end)", prose.Clean(e.With))
	}
	return " (not taken yet)"
}

// foldPost folds messages that are not taken at once, if one process sends the
// same one to several others.
func (f *folder) foldPost(e *trace.Entry) {
	s := message(sender(e), e.With, brief(e), Posts, "")
	n := 1
	switch taken := f.takenBy[e.Number]; {
	case CutOff(e):
		s.note, s.Lost = loss(e), true
	case taken > 0 && (CutOff(&f.entries[taken-1]) || IsLost(&f.entries[taken-1])):
		s.note = fmt.Sprintf(" (lost at %d)", taken)
	case taken > 0 && f.entries[taken-1].Kind == kindFlush:
		s.note = fmt.Sprintf(" (discarded at %d)", taken)
	case taken > 0:
		s.note = fmt.Sprintf(" (taken at %d)", taken)
	default:
		for ; f.same(f.at(n), e); n++ {
			s.To = append(s.To, f.at(n).With)
		}
		if n > 1 {
			s.Who, s.what = only(e.Process), s.what+" to "+strings.Join(s.To, ", ")
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
	f.add(n, Step{Who: only(e.Process), what: what, From: e.Process})
}

// foldReplaced folds an external event with its replacements, which have smaller payloads.
func (f *folder) foldReplaced(e *trace.Entry) {
	n := 1
	for last := e; f.at(n).Kind == kind.External.String() && f.at(n).Process == e.Process && last.Replaced != ""; n++ {
		last = f.at(n)
	}
	last := f.at(n - 1)
	s := Step{Who: only(e.Process), what: last.Operation, Reply: last.Result, From: e.Process}
	if last.External != "" {
		s.Shape, s.note = Enters, " (smaller than "+cmp.Or(e.Brief, e.Replaced)+")"
	}
	f.add(n, s)
}

// spawned returns the process that is spawned, and whether it is linked or monitored.
func spawned(e *trace.Entry) string {
	switch {
	case e.Linked && e.Monitored:
		return e.With + " (linked, monitored)"
	case e.Linked:
		return e.With + " (linked)"
	case e.Monitored:
		return e.With + " (monitored)"
	}
	return e.With
}

// foldEnds adds the end of a process to the step before it, if that is a step of the process.
func (f *folder) foldEnds(e *trace.Entry) {
	if len(f.steps) == 0 || f.entries[f.next-1].Process != e.Process || f.next == f.loop {
		s := Step{Who: only(e.Process), what: "ends", From: e.Process}
		if n := f.fatal(e); n > 0 {
			s.note = fmt.Sprintf(" (it must, since %d)", n)
		}
		f.add(1, s)
		return
	}
	last := &f.steps[len(f.steps)-1]
	last.note += "; " + prose.Clean(e.Process) + " ends"
	f.join()
}

// join adds the next entry to the last step.
func (f *folder) join() {
	last := &f.steps[len(f.steps)-1]
	last.Events = append(last.Events, f.next)
	f.next++
}

// foldCrash folds the crash of a node with its end, with the surviving writes on its disk, and with the restart, as far as
// these follow immediately.
func (f *folder) foldCrash(e *trace.Entry) {
	n := 1
	if end := f.at(1); end.Kind == KindExit && end.Process == e.With {
		n++
	}
	s := Step{Who: only(e.With), what: "crashes", From: e.With}
	if n == 2 {
		more, what := f.afterCrash(n, e.With)
		n += more
		s.what = strings.Join(append([]string{s.what}, what...), "; ")
	}
	f.add(n, s)
	f.steps[len(f.steps)-1].hide(n - 1)
}

// foldAfterCrash folds the surviving writes on a node's disk with the restart of the node.
func (f *folder) foldAfterCrash(e *trace.Entry) {
	n, what := f.afterCrash(0, e.With)
	f.add(n, Step{Who: only(e.With), what: strings.Join(what, "; "), From: e.With})
	f.steps[len(f.steps)-1].hide(n - 1)
}

// afterCrash returns how many of the entries from place k on are the surviving writes on a node's disk and the restart of the
// node, and describes each of the two.
func (f *folder) afterCrash(k int, node string) (n int, what []string) {
	if left := f.at(k); left.Kind == kindLeft && left.With == node {
		n, what = 1, append(what, "its disk has "+left.Result)
	}
	if next := f.at(k + n); next.Kind == kindRestart && next.With == node {
		n, what = n+1, append(what, "is restarted")
	}
	return n, what
}

// foldAlarm folds the sleep of a process, or the end of a sleep or a wait, with the next event if that is its consequence.
func (f *folder) foldAlarm(e *trace.Entry) {
	n := 1
	if next := f.at(1); e.Kind == kindSleep && next.Kind == kindAlarm && next.Process == e.Process {
		n++
	}
	s := Step{Who: only(e.Process), what: e.Operation, Reply: e.Result, From: e.Process}
	switch last := f.at(n - 1); {
	case last.Kind != kindAlarm:
	case f.at(n).Sent == last.Number && Takes(f.at(n)):
		if n++; n == 2 {
			s.what, s.Reply, s.note = f.at(1).Operation, "", ", at "+last.Clock
		}
	case n == 2:
		n--
	}
	f.add(n, s)
	f.steps[len(f.steps)-1].hide(n - 1)
}

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
		for _, i := range f.steps[k].Events {
			e := &f.entries[i]
			at, ok := last[e.Process]
			if !ok {
				at = k
			}
			for _, line := range e.Log {
				f.steps[at].Logs = append(f.steps[at].Logs, logLine{e.Process, line})
			}
			last[e.Process] = k
			if e.Kind == KindSpawn {
				last[e.With] = k
			}
		}
	}
}
