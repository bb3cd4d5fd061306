package minimize

import (
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Event is an event of a [Run].
type Event struct {
	Step trace.NamedStep
	// External is the name of an external event, or "" for other events. Smaller is the number of smaller payloads that can replace
	// the payload of an external event.
	External string
	Smaller  int
	// Fault is the kind of fault that happens, or [Decision] if it decides about faults by its alternative; "" otherwise.
	Fault string
	// LeftOut says that the event stands for an external event that does not happen, and so does not count. Alternative 1 leaves
	// the external event out; higher alternatives replace it by an event with a smaller payload.
	LeftOut bool
	// Send says that its process sends a message.
	Send bool
	// Receive says that its process takes a message. Delivery is then the number, from 1, of the event of a channel that
	// has delivered the message, 0 if there is none.
	Receive  bool
	Delivery int
	// A Tester uses Label to distinguish the operations of a process, and deliveries; 0 is unknown. Kind is the same for messages of
	// one type between the same processes. Content distinguishes messages of one label.
	Label, Kind, Content uint64
}

// Decision is the Fault of an event that decides about faults: the higher its alternative, the more faults.
const Decision = "decision"

// Run is a failing execution: the events on which the failure depends, in an order in which it happens again.
type Run []Event

// Externals returns the names of the external events of the run, in their order, each once.
func (r Run) Externals() []string {
	var names []string
	seen := map[string]bool{}
	for _, e := range r {
		if e.External != "" && !e.LeftOut && !seen[e.External] {
			seen[e.External], names = true, append(names, e.External)
		}
	}
	return names
}

// allExternals returns the names of all external events, also of events that are left out.
func (r Run) allExternals() []string {
	var names []string
	for _, e := range r {
		if e.External != "" {
			names = append(names, e.External)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// size is the measure to make smaller. Runs are compared by the first number that differs.
func (r Run) size() []int {
	faults, replaced, choices := 0, 0, 0
	for _, e := range r {
		switch a := int(e.Step.Alternative); {
		case e.Fault == Decision:
			faults += a
		case e.Fault != "":
			faults++
		case !e.LeftOut:
			choices += a
		case a >= replace:
			replaced++
		}
	}
	return []int{len(r.Externals()), faults, r.Events(), -replaced, choices}
}

// replace is the first alternative of an external event that stands for a smaller payload.
const replace = 2

// Selection says which of the external events there are, and with which payloads.
type Selection struct {
	Without []string // the names of the external events that are left out
	// Smaller says how payloads are replaced, by the name of the external event. The first number selects a smaller payload of the
	// original, the second number a smaller payload of the result, and so on. Numbers begin at 0.
	Smaller map[string][]int32
}

// smaller returns the payloads that the external events of the run have.
func (r Run) smaller() map[string][]int32 {
	all, done := map[string][]int32{}, map[string]bool{}
	for _, e := range r {
		switch {
		case e.External == "" || done[e.External]: // others of the name are replaced in the same way
		case !e.LeftOut:
			done[e.External] = true
		case e.Step.Alternative >= replace:
			all[e.External] = append(all[e.External], e.Step.Alternative-replace)
		}
	}
	return all
}

// payloads returns how many smaller payloads the external event of that name could have, or for "" each of them together.
func (r Run) payloads(name string) (n int) {
	for _, e := range r {
		if !e.LeftOut && (e.External == name || name == "") {
			n += e.Smaller
		}
	}
	return n
}

// Faults returns the kinds of faults that happen in the run, sorted, each once.
func (r Run) Faults() []string {
	var kinds []string
	for _, e := range r {
		if e.Fault != "" && e.Fault != Decision {
			kinds = append(kinds, e.Fault)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// Events returns the number of events. Decisions about faults, and events that are left out, do not count.
func (r Run) Events() (n int) {
	for _, e := range r {
		if !e.LeftOut && e.Fault != Decision {
			n++
		}
	}
	return n
}

// Messages returns the number of messages that are taken.
func (r Run) Messages() (n int) {
	for _, e := range r {
		if e.Receive {
			n++
		}
	}
	return n
}

// Less reports whether the run is smaller than another one: it has fewer external events; or as many, and fewer
// faults; or as many of both, and fewer events; or else smaller payloads; or else lower alternatives of choices.
func (r Run) Less(other Run) bool { return slices.Compare(r.size(), other.size()) < 0 }

// Tester executes schedules. Each method counts the schedules that it executes.
type Tester interface {
	// Test executes the steps of the events as far as they are possible, with the external events that there are. Where several
	// messages could stand for one, it may try that often to choose at random. A run that is shorter than length goes on at random:
	// an event that was left out may happen later. Test returns a run that fails in the right way, if there is one.
	Test(o Selection, events []Event, tries, length int) (Run, bool)
	// Explore searches for a failing run that wanted holds for. It returns the run that it has found, and otherwise whether
	// there is no such run.
	Explore(s Scope, wanted func(Run) bool) (run Run, found, complete bool)
	// Exhausted reports whether nothing more is to be executed.
	Exhausted() bool
	// Slow reports whether a schedule takes long.
	Slow() bool
	// Executed returns the number of schedules that were executed.
	Executed() int
}

// Scope says which runs a [Tester] explores.
type Scope struct {
	Selection
	Near  Run    // no run has more faults than Near
	Fewer string // the kind of fault that happens once less; "" is none
	// Draws is the number of random runs. If it is 0, the Tester explores the runs that depart from Near in at most Departures
	// branches, or all runs if Departures is negative.
	Draws, Departures int
}

// Claim is a statement about the size of a result.
type Claim string

// The claims.
const (
	// Minimal says that no external event and no fault can be left out: all runs that lack one, and have no
	// others instead, were explored, and none fails.
	Minimal Claim = "minimal"
	// OneMinimal says that attempts to leave out each external event, each fault and each event have failed.
	OneMinimal Claim = "1-minimal"
	// Reduced says that a limit ended the minimizing earlier.
	Reduced Claim = "reduced"
)

// Stage describes the run after a stage.
type Stage struct {
	Name              string
	Events, Externals int // after it
	Messages          int // that are taken, after it
	Schedules         int // executed by it
}

// Progress is the size of the smallest run after a number of schedules.
type Progress struct{ Schedules, Events, Externals, Messages int }

// Result is the minimized run.
type Result struct {
	Run    Run
	Claim  Claim
	Stages []Stage
	Pace   []Progress // each run that was the smallest one so far, the given one first
	// Needed are the external events without which no run fails, as far as that was explored.
	Needed []string
}

// Minimize returns a run that is not larger than the given one, which must fail. The first test of it may show
// that it does not; then the result is the run itself.
func Minimize(t Tester, r Run) *Result {
	m := &minimizer{Tester: t}
	m.become(r)
	m.advance()
	m.stage("provenance", func() { m.try(r) })
	if len(r.Externals()) > 0 { // the longer the run, the longer it takes to leave them out
		m.stage("random runs", m.shorter)
	} else if m.Slow() { // an earlier fault may leave out most of the run
		m.stage("faults", m.alternatives)
	}
	for m.changed = true; m.changed && !m.Exhausted(); {
		m.changed = false
		m.stage("external events", m.externals)
		m.stage("earlier external events", m.earlier)
		m.stage("random runs", m.randomRuns)
		m.stage("payloads", m.payloads)
		m.stage("faults", m.alternatives)
		for size := (len(m.best) + 1) / 2; size > 0; size /= 2 {
			m.stage("periods", func() { m.periods(size) })
			m.stage("messages", func() { m.messages(size) })
			m.stage("events", func() { m.events(size) })
		}
		if !m.changed {
			m.stage("pairs of messages", m.pairs)
		}
		if !m.changed {
			m.stage("random runs", m.randomRunsAgain)
		}
		if !m.changed {
			m.stage("departures", m.departures)
		}
	}
	result := &Result{Claim: Reduced}
	if !m.Exhausted() {
		m.stage("proof", func() { result.Claim, result.Needed = m.prove() })
	}
	result.Run, result.Stages, result.Pace = m.best, m.stages, m.pace
	return result
}

// minimizer holds the best run so far.
type minimizer struct {
	Tester
	best    Run
	all     []string // the external events of all best runs so far
	changed bool     // since the last round began
	stages  []Stage
	pace    []Progress

	// The lengths of the best run at the last unsuccessful draws: with its external events; with other external events; and
	// further ones. 0 means that there were none.
	drew, otherwise, again int
}

// stage executes a stage and records its result. Stages of the same name are one.
func (m *minimizer) stage(name string, do func()) {
	before := m.Executed()
	do()
	i := slices.IndexFunc(m.stages, func(s Stage) bool { return s.Name == name })
	if i < 0 {
		i, m.stages = len(m.stages), append(m.stages, Stage{Name: name})
	}
	s := &m.stages[i]
	s.Events, s.Externals, s.Messages = m.best.Events(), len(m.best.Externals()), m.best.Messages()
	s.Schedules += m.Executed() - before
}

// try tests the events, and adopts the run if it is smaller than the best one.
func (m *minimizer) try(events []Event) bool { return m.tryWith(m.outside(nil), events) }

func (m *minimizer) tryWith(o Selection, events []Event) bool {
	if m.Exhausted() {
		return false
	}
	r, ok := m.Test(o, events, within(eventsOfTries/len(m.best), 1, maxTries), len(m.best))
	return ok && m.adopt(r)
}

// If other messages must replace the delivered ones, they are drawn at most maxTries times, and for long runs so often that the tries
// have about eventsOfTries events together.
const eventsOfTries, maxTries = 20_000, 8

// outside returns the external events and payloads of the best run without these external events.
func (m *minimizer) outside(without []string) Selection {
	left := m.best.Externals()
	return Selection{
		Without: slices.DeleteFunc(slices.Clone(m.all), func(name string) bool {
			return slices.Contains(left, name) && !slices.Contains(without, name)
		}),
		Smaller: m.best.smaller(),
	}
}

func (m *minimizer) adopt(r Run) bool {
	if !r.Less(m.best) {
		return false
	}
	m.changed = true
	m.become(r)
	m.advance()
	return true
}

// become makes the run the best one. A run that was drawn may get as far as other external events than any before.
func (m *minimizer) become(r Run) {
	all := slices.Concat(m.all, r.allExternals())
	slices.Sort(all)
	m.best, m.all = r, slices.Compact(all)
}

func (m *minimizer) advance() {
	m.pace = append(m.pace, Progress{m.Executed(), m.best.Events(), len(m.best.Externals()), m.best.Messages()})
}

// externals leaves out external events: halves of them first, then smaller parts, from the end.
func (m *minimizer) externals() {
	m.leaveOut(func(part []string) { m.tryWith(m.outside(part), m.best) })
}

// payloads replaces the payloads of external events by smaller ones.
func (m *minimizer) payloads() { m.replace(func(o Selection) { m.tryWith(o, m.best) }) }

// replace calls try with each smaller payload of each external event of the best run.
func (m *minimizer) replace(try func(Selection)) {
	for _, name := range m.best.Externals() {
		for number := 0; number < m.best.payloads(name) && !m.Exhausted(); number++ {
			o, best := m.outside(nil), m.best
			o.Smaller[name] = append(o.Smaller[name], int32(number))
			if try(o); m.best.Less(best) {
				number = -1 // others are smaller than the payload now
			}
		}
	}
}

func within(n, least, most int) int { return max(least, min(n, most)) }

// leaveOut calls try with parts of the external events of the best run.
func (m *minimizer) leaveOut(try func(part []string)) {
	for size := (len(m.best.Externals()) + 1) / 2; size > 0; size /= 2 {
		for end := len(m.best.Externals()); end > 0 && !m.Exhausted(); end -= size {
			names := m.best.Externals()
			end = min(end, len(names))
			try(names[max(0, end-size):end])
		}
	}
}

// alternatives replaces each alternative of a fault or a choice by a lower one. If schedules take long, it begins with the last events:
// a lower alternative of an earlier event may change the later events, and then more attempts fail.
func (m *minimizer) alternatives() {
	for n := 0; n < len(m.best); n++ {
		i := n
		if m.Slow() {
			i = len(m.best) - 1 - n
		}
		if m.best[i].LeftOut {
			continue
		}
		for lower := int32(0); lower < m.best[i].Step.Alternative; lower++ {
			events := slices.Clone(m.best)
			events[i].Step.Alternative = lower
			if m.try(events) {
				n-- // another event may be there now
				break
			}
		}
	}
}

// messages leaves size messages at a time undelivered, beginning with the last: it removes their deliveries, and all steps of a
// receiver until it takes the next message.
func (m *minimizer) messages(size int) {
	for end := len(m.best.deliveries()); end > 0; end -= size {
		all := m.best.deliveries()
		end = min(end, len(all))
		m.try(m.best.undelivered(all[max(0, end-size):end]))
	}
}

// pairs leaves two messages at a time undelivered: some messages belong together although they are far apart, such as the messages of
// two elections by which two nodes reach the same term.
func (m *minimizer) pairs() {
	if len(m.best.deliveries()) > manyMessages {
		return
	}
	for second := len(m.best.deliveries()) - 1; second > 0; second-- {
		for first := second - 1; first >= 0; first-- {
			all := m.best.deliveries()
			if second = min(second, len(all)-1); first < second {
				m.try(m.best.undelivered([]int{all[first], all[second]}))
			}
		}
	}
}

// manyMessages is how many messages are left out in pairs at most.
const manyMessages = 100

// deliveries returns the positions of the events that take a message.
func (r Run) deliveries() (all []int) {
	for i, e := range r {
		if e.Delivery > 0 {
			all = append(all, i)
		}
	}
	return all
}

// undelivered returns the events without the deliveries to these receives, and without the turns that begin with them.
func (r Run) undelivered(takes []int) []Event {
	gone, inTurn := map[int]bool{}, map[string]bool{}
	for i, e := range r {
		if e.Receive {
			inTurn[e.Step.Actor] = slices.Contains(takes, i)
		}
		if inTurn[e.Step.Actor] {
			gone[i] = true
		}
		if e.Receive && inTurn[e.Step.Actor] {
			gone[e.Delivery-1] = true
		}
	}
	var events []Event
	for i, e := range r {
		if !gone[i] {
			events = append(events, e)
		}
	}
	return events
}

// events leaves out size events at a time, from the end; earlier events do not depend on later ones.
func (m *minimizer) events(size int) {
	for end := len(m.best); end > 0; end -= size {
		end = min(end, len(m.best))
		m.try(slices.Delete(slices.Clone(m.best), max(0, end-size), end))
	}
}

// periods leaves out all that happens in a part of the run with that many events, except the steps of processes with external
// events: events that a run repeats again and again often need to happen once only.
func (m *minimizer) periods(size int) {
	if size < shortPeriod {
		return
	}
	for end := len(m.best); end >= size; end -= size / 4 {
		end = min(end, len(m.best))
		m.try(m.best.apartFrom(max(0, end-size), end))
	}
}

// shortPeriod is the number of events from which periods are left out.
const shortPeriod = 8

// apartFrom returns the events without those from one to before another one, except of processes with external events.
func (r Run) apartFrom(from, to int) []Event {
	outside := map[string]bool{}
	for _, e := range r {
		outside[e.Step.Actor] = outside[e.Step.Actor] || e.External != ""
	}
	var left []Event
	for i, e := range r {
		if i < from || i >= to || outside[e.Step.Actor] {
			left = append(left, e)
		}
	}
	return left
}
