package conform

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/systemlog"
)

// Options say how a log is compared with a model.
type Options struct {
	// Total says that the events of all nodes happened in the order of the file, which has all up to its last line. Otherwise the lines of each node are in their order,
	// and the lines of different nodes as far as a vector clock or a Lamport clock in the log says.
	Total bool `json:"total,omitempty"`
	// ClockError is by how much the time of a line may be wrong, for lines without another clock: one happened before another if its time
	// is earlier by more than twice that. With 0 the times say nothing.
	ClockError time.Duration `json:"clock_error,omitempty"`
	// Partial are names of types of events that the log may leave out. A type that no line is about may always be left out.
	Partial []string `json:"partial,omitempty"`
	// MostStates is how many pairs of a state and a position are explored before the search gives up; 0 is no limit.
	MostStates int `json:"most_states,omitempty"`

	part bool // the log is the first lines of each node
}

// Report says whether a log fits a model.
type Report struct {
	Fits bool
	// GivenUp says that the search has reached Options.MostStates, or the end of its context, and has decided nothing.
	GivenUp bool
	// Lines is the number of lines that say something, and Met the greatest number of them that an interleaving announces.
	Lines, Met int
	// Pairs is the number of pairs of a state and a position in the log that were explored.
	Pairs int
	// Prefix is where an interleaving leads that announces as many lines as possible. If the log fits, these are all. It is nil if ctx is done.
	Prefix *checker.Place `json:"-"`
	// Result is for the reports of searches: the result of a search that has found Prefix. If the log does not fit, Prefix violates a property.
	// It is nil if the search gave up.
	Result *checker.Result `json:"-"`
	// Misfit is the first line in the file that the model cannot announce after Prefix; nil if the log fits. Instead
	// has the events that the model could announce there in place of it, in words with the values that differ, the most alike first.
	Misfit  *systemlog.Line
	Instead []string
	// Waits says what the node of Misfit waits for after Prefix, and why it takes none of its messages, in a line each, if Instead is empty.
	Waits []string `json:",omitempty"`
	// Events are the names of all events that the search has seen, sorted, if none of them is the name of Misfit; otherwise nil.
	Events []string `json:",omitempty"`
	// Part has the lines that do not fit even if the other lines are left out: the first ones of some nodes. It is nil if the log fits
	// or the search gave up. Lines that are crashes and restarts are never left out. A smaller part may have needed too long a search.
	Part []Span `json:",omitempty"`

	node string // of Misfit, in the model
}

// Check looks for an interleaving of the model that announces the events of the log, where Model.Log gives lines their meaning. The
// properties of the model are not judged. A node crashes and restarts only where a line stands for a [systemlog.Crash] or
// [systemlog.Restart]; other faults are as the model has them. Check blocks until the search has ended or ctx is done. If a log does not fit
// a model with infinite executions, the search need not end: give Options.MostStates. Check returns an error if no line of the log
// says anything, if its clocks contradict themselves, or if the model has an error.
func Check(ctx context.Context, m checker.Model, log []systemlog.Line, o Options) (*Report, error) {
	asked := m
	m.Rules, m.Commuting, m.Symmetric, m.View, m.Within = nil, nil, nil, nil, nil
	s, given, err := find(ctx, &m, log, &o)
	if err != nil {
		return nil, err
	}
	report := &Report{Fits: s.fits, GivenUp: given, Lines: len(s.all), Met: s.bestSum, Pairs: s.pairs}
	if ctx.Err() != nil {
		return report, nil
	}
	if !s.fits {
		report.blame(s)
	}
	if !s.fits && !given {
		if report.Part, err = smallest(ctx, &m, s, o); err != nil {
			return nil, err
		}
	}
	replay := checker.Options{Replay: s.prefix.Named(s.world.Actor), Faults: s.faults, MaxEvents: mostEvents}
	report.Prefix, err = checker.Look(ctx, m, replay, checker.Looking{})
	if err == nil && report.node != "" && len(report.Instead) == 0 {
		report.Waits = waits(report.Prefix, report.node)
	}
	if err == nil && !given {
		report.Result = report.result(asked)
	}
	return report, err
}

// result returns the result of a search that has found Prefix, with a violation if the log does not fit.
func (r *Report) result(m checker.Model) *checker.Result {
	found := &checker.Result{Model: m}
	found.Verdict, found.Interleavings, found.Expected = checker.Sampled, 1, r.Fits
	if !r.Fits {
		v := *r.Prefix.Interleaving
		_, why, _ := strings.Cut(r.String(), "\n")
		v.Property, v.Explanation, v.Count = "the log fits", strings.ReplaceAll(why, "\n", "; "), 1
		found.Verdict, found.Violating, found.FirstViolation, found.Violations = checker.Violated, 1, 1, []*checker.Violation{&v}
	}
	return found
}

// mostEvents limits nothing: the search has its own limit.
const mostEvents = math.MaxInt32

// find searches for an interleaving that announces the events of the log. It reports whether the search has given up.
func find(ctx context.Context, m *checker.Model, log []systemlog.Line, o *Options) (s *search, given bool, err error) {
	l, err := newLanes(log, m.Log, o)
	if err != nil {
		return nil, false, err
	}
	s = newSearch(l, o)
	faults := m.Faults
	l.limit(&faults)
	s.faults, s.cuts = &faults, faults.Partitions > 0
	r, err := checker.Check(ctx, *m, checker.Options{
		Strategy: func() checker.Strategy { return s }, Observer: s, Workers: 1, MaxEvents: mostEvents, Until: checker.UntilEnd, Faults: s.faults,
	})
	if err != nil {
		return nil, false, err
	}
	return s, !s.fits && (s.spent || r.Stop == checker.Canceled || r.Stop == checker.OutOfMemory), nil
}

// limit sets the budget of crashes and restarts to the numbers of lines that may stand for one. The search admits each only at its line.
func (l *lanes) limit(f *checker.Faults) {
	crashes, restarts := l.count(systemlog.Crash{}), l.count(systemlog.Restart{})
	f.Crashes, f.Restarts, f.CrashesOfNode, f.Nodes = crashes, restarts, 0, slices.Clone(f.Nodes)
	for i := range f.Nodes {
		f.Nodes[i].Crashes, f.Nodes[i].Restarts = crashes, restarts
	}
}

// count returns how many lines may stand for a fault.
func (l *lanes) count(fault any) (n int) {
	for line := range l.all {
		if l.may(line, fault) {
			n++
		}
	}
	return n
}

// blame sets the line at which the model cannot go on.
func (r *Report) blame(s *search) {
	misfit := -1
	for lane := range s.names {
		n := s.lanes.next(s.best, lane)
		if n < 0 || !s.allowed(s.best, n) {
			continue
		}
		contradicted := slices.ContainsFunc(s.instead, func(i instead) bool { return i.lane == lane })
		before := misfit >= 0 && slices.ContainsFunc(s.instead, func(i instead) bool { return i.lane == s.lanes.lane[misfit] })
		if misfit < 0 || contradicted && !before || contradicted == before && n < misfit {
			misfit = n
		}
	}
	if misfit < 0 {
		return
	}
	r.Misfit, r.node = &s.all[misfit], s.names[s.lanes.lane[misfit]]
	r.Instead = s.alternatives(misfit)
	if s.unknown(misfit) {
		for t := range s.spoken {
			r.Events = append(r.Events, t.Name())
		}
		slices.Sort(r.Events)
	}
}

// mostInstead is how many events of the model a text has in place of a line.
const mostInstead = 10

// String says in one or more lines whether the log fits, without the interleaving.
func (r *Report) String() string {
	switch {
	case r.Fits:
		return fmt.Sprintf("fits: all %d lines, %d pairs of a state and a position", r.Lines, r.Pairs)
	case r.GivenUp:
		return fmt.Sprintf("not decided after %d pairs of a state and a position: at most %d of %d lines fit so far", r.Pairs, r.Met, r.Lines)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "does not fit: at most %d of %d lines; %d pairs of a state and a position\n", r.Met, r.Lines, r.Pairs)
	if r.Misfit != nil {
		fmt.Fprintf(&b, "the model cannot announce %s\n", r.Misfit)
	}
	for i, event := range r.Instead {
		if i == mostInstead {
			fmt.Fprintf(&b, "or %d other events\n", len(r.Instead)-i)
			break
		}
		fmt.Fprintf(&b, "it could announce %s\n", event)
	}
	for _, line := range r.Waits {
		fmt.Fprintln(&b, line)
	}
	if r.Events != nil {
		fmt.Fprintf(&b, "no process announces an event of that name, but only %s; Model.Log says what a line with another name stands for\n", strings.Join(r.Events, ", "))
	}
	if len(r.Part) > 0 {
		fmt.Fprintf(&b, "these lines alone do not fit: %s\n", spans(r.Part))
	}
	return strings.TrimSuffix(b.String(), "\n")
}
