package checker

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Repeated is an operation for which one place in the model asks again and again.
type Repeated struct {
	Process   string // that does so, of several the first one
	Processes int    // how many do so
	Operation string // the first time
	Source    string
	Count     int // how often, in one interleaving
}

// What is told of an interleaving that was cut: so many places at most, to each of
// which it came so often at least.
const (
	repeatedPlaces = 5
	repeatedOften  = 3
)

// longEvents is how many events an interleaving has in which something is probably done in
// vain again and again. A process that polls may keep a search busy that never comes to one
// which must be cut.
const longEvents = 1000

// long notes what the present interleaving does again and again, if it is the first
// that is cut because of its length, or the first that is so long.
func (x *exploration) long(outcome trace.Outcome) {
	if outcome != trace.Cut && len(x.player.Events()) < longEvents {
		return
	}
	cut, long := x.ledger.knowsLong()
	if outcome == trace.Cut && !cut || len(x.player.Events()) >= longEvents && !long {
		x.found.repeated = x.repetitions()
	}
}

// knowsLong reports whether an interleaving has been cut before, and whether one was long.
func (l *ledger) knowsLong() (cut, long bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.result.DepthCut > 0, l.result.DepthCut > 0 || l.result.Repeated != nil
}

// repetitions returns the operations that the present interleaving repeats most: the
// first, and those that it repeats at least half as often.
func (x *exploration) repetitions() []Repeated {
	type place struct {
		kind   trace.Kind
		source string
	}
	type visits struct {
		count, first int
		by           map[trace.ActorID]bool
	}
	all := map[place]*visits{}
	var order []place
	for i := range x.player.Events() {
		e := &x.player.Events()[i]
		p := place{e.Kind, x.sys.Source(i + 1)}
		if p.source == "" {
			continue
		}
		if all[p] == nil {
			all[p] = &visits{first: i + 1, by: map[trace.ActorID]bool{}}
			order = append(order, p)
		}
		v := all[p]
		v.count++
		v.by[e.Actor] = true
	}
	slices.SortStableFunc(order, func(a, b place) int { return cmp.Compare(all[b].count, all[a].count) })
	var told []Repeated
	for _, p := range order[:min(len(order), repeatedPlaces)] {
		if v := all[p]; v.count >= repeatedOften && 2*v.count >= all[order[0]].count {
			at := x.sys.Executed(v.first)
			told = append(told, Repeated{at.Process, len(v.by), at.Operation, at.Source, v.count})
		}
	}
	return told
}
