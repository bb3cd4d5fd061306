// Package interactive lets a person drive an execution of a model: choose what happens next, step back, try something else,
// and see what each step has changed. A Session holds schedules, and executes them from the start whenever it is asked
// where one leads. Commands are its text form, one per line.
package interactive

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/trace"
)

// Session is a person's exploration of a model. It must be used by one goroutine at a time. Methods with a context block
// until they have executed a schedule. The error comes from [checker.Look], or says why the step is not possible; the
// session is unchanged.
type Session struct {
	model   checker.Model
	options checker.Options
	kept    bool  // it began with a schedule
	blind   error // why moves are not tried; nil if they are

	forks []*fork // in the order in which they were made; there is at least one
	now   int     // the current one
	marks map[string]Mark
	names []string                  // of the marks, in the order in which they were made
	seen  map[string]*checker.Place // by the schedule
	held  int                       // how many events they have
}

// fork is an interleaving of a session.
type fork struct {
	steps    trace.NamedSchedule
	at       int // how many of the steps have been executed
	of, from int // the fork that it parts from, and after how many steps
}

// Mark is a place with a name.
type Mark struct{ Fork, At int }

// Fork describes an interleaving of a session.
type Fork struct {
	Number     int // from 1
	Of, From   int // the number of the fork that it parts from, and after how many events; 0 for the first one
	At, Events int // where it is, and how far it goes
	Current    bool
}

// maxHeld is how many events the places have that are remembered. They are forgotten together.
const maxHeld = 50_000

// ahead is how many events a session runs on at most.
const ahead = 1000

// New returns a session with a model, at the beginning. The options are the same as for a search, but options of the
// exploration have no effect.
func New(ctx context.Context, m checker.Model, o checker.Options) (*Session, error) {
	s := newSession(m, o)
	_, err := s.Place(ctx)
	return s, err
}

// Continue returns a session that begins with a failure, at its end. skipped are the steps that are not possible.
func Continue(ctx context.Context, m checker.Model, o checker.Options, f corpus.Failure) (s *Session, skipped []checker.SkippedStep, err error) {
	s = newSession(m, o)
	full := s.options.For(&m)
	faults := full.Faults.ForSchedule(f.Schedule())
	s.options.Faults, s.kept = &faults, true // when stepping back, too
	asked := s.options
	asked.Replay, asked.ReplayEvents = f.Schedule(), f.Events()
	p, err := checker.Look(ctx, m, asked, checker.Looking{Kept: true})
	if err != nil {
		return nil, nil, err
	}
	steps := p.Interleaving.Steps
	s.forks[0].steps, s.forks[0].at = steps, len(steps)
	_, err = s.Place(ctx)
	return s, p.Skipped, err
}

func newSession(m checker.Model, o checker.Options) *Session {
	return &Session{
		model: m, options: o, forks: []*fork{{}}, marks: map[string]Mark{}, seen: map[string]*checker.Place{},
	}
}

// Model returns the model.
func (s *Session) Model() checker.Model { return s.model }

// Options returns the options of the session.
func (s *Session) Options() checker.Options { return s.options }

// Blind returns why moves are not tried any more before one is chosen, or nil.
func (s *Session) Blind() error { return s.blind }

func (s *Session) fork() *fork { return s.forks[s.now] }

// At returns how many events have been executed, and how many the current fork has.
func (s *Session) At() (at, events int) { return s.fork().at, len(s.fork().steps) }

// Steps returns the steps that have been executed.
func (s *Session) Steps() trace.NamedSchedule { return s.fork().steps[:s.fork().at] }

// Place describes where the session is.
func (s *Session) Place(ctx context.Context) (*checker.Place, error) { return s.place(ctx, s.Steps()) }

// Before describes where the session was before the last event, or returns nil at the beginning.
func (s *Session) Before(ctx context.Context) (*checker.Place, error) {
	steps := s.Steps()
	if len(steps) == 0 {
		return nil, nil
	}
	return s.place(ctx, steps[:len(steps)-1])
}

// place describes where the steps lead to, which must be possible.
func (s *Session) place(ctx context.Context, steps trace.NamedSchedule) (*checker.Place, error) {
	key := steps.String()
	if p := s.seen[key]; p != nil {
		return p, nil
	}
	asked := s.options
	asked.Replay = steps
	asked.MaxEvents = max(len(steps), asked.For(&s.model).MaxEvents)
	p, err := s.look(ctx, asked, false)
	if stale := (*checker.StaleSchedule)(nil); errors.As(err, &stale) {
		return nil, errors.New(stale.Problem)
	}
	if err != nil {
		return nil, err
	}
	if len(p.Skipped) > 0 {
		return nil, errors.New(p.Skipped[0].Problem)
	}
	if s.held += len(steps); s.held > maxHeld {
		clear(s.seen)
		s.held = len(steps)
	}
	s.seen[key] = p
	return p, nil
}

// look is checker.Look. Without on, it tries the moves as well; once code of the model has failed there, it does not do so any
// more.
func (s *Session) look(ctx context.Context, o checker.Options, on bool) (*checker.Place, error) {
	l := checker.Looking{On: on, Peek: !on && s.blind == nil, Kept: s.kept}
	p, err := checker.Look(ctx, s.model, o, l)
	if err == nil || !l.Peek || ctx.Err() != nil {
		return p, err
	}
	l.Peek = false
	if p, again := checker.Look(ctx, s.model, o, l); again == nil {
		s.blind = err
		return p, nil
	}
	return nil, err
}

// Take executes steps, each of which must be possible.
func (s *Session) Take(ctx context.Context, steps ...trace.NamedStep) error {
	f := s.fork()
	for i, st := range steps { // they may already be the next steps
		if f.at+i == len(f.steps) || f.steps[f.at+i] != st {
			return s.depart(ctx, steps)
		}
	}
	return s.goTo(ctx, s.now, f.at+len(steps))
}

// depart executes steps that differ from the next steps of the fork. It makes another fork unless these follow its last step.
func (s *Session) depart(ctx context.Context, steps []trace.NamedStep) error {
	f := s.fork()
	all := slices.Concat(f.steps[:f.at], steps)
	if _, err := s.place(ctx, all); err != nil {
		return err
	}
	same := f.at
	for same < min(len(f.steps), len(all)) && f.steps[same] == all[same] {
		same++
	}
	if same == len(f.steps) {
		f.steps, f.at = all, len(all)
		return nil
	}
	s.add(&fork{steps: all, at: len(all), of: s.now + 1, from: same})
	return nil
}

func (s *Session) add(f *fork) {
	s.forks = append(s.forks, f)
	s.now = len(s.forks) - 1
}

// Fork makes another fork that ends here, so that what follows is chosen anew.
func (s *Session) Fork() {
	f := s.fork()
	s.add(&fork{steps: slices.Clone(f.steps[:f.at]), at: f.at, of: s.now + 1, from: f.at})
}

// Forks describes all forks.
func (s *Session) Forks() (all []Fork) {
	for i, f := range s.forks {
		all = append(all, Fork{Number: i + 1, Of: f.of, From: f.from, At: f.at, Events: len(f.steps), Current: i == s.now})
	}
	return all
}

// Lines describes all forks in words, the current one with a star.
func (s *Session) Lines() (lines []string) {
	for _, f := range s.Forks() {
		mark, parts := " ", ""
		if f.Current {
			mark = "*"
		}
		if f.Of > 0 {
			parts = fmt.Sprintf(", parts from fork %d after event %d", f.Of, f.From)
		}
		lines = append(lines, fmt.Sprintf("%s fork %d  at event %d of %d%s", mark, f.Number, f.At, f.Events, parts))
	}
	return lines
}

// Switch goes to the fork with that number, where it was left.
func (s *Session) Switch(ctx context.Context, number int) error {
	if number < 1 || number > len(s.forks) {
		return fmt.Errorf("there is no fork %d; there are forks 1 to %d", number, len(s.forks))
	}
	return s.goTo(ctx, number-1, s.forks[number-1].at)
}

// Go goes to the place after that many events of the current fork.
func (s *Session) Go(ctx context.Context, at int) error {
	if f := s.fork(); at < 0 || at > len(f.steps) {
		return fmt.Errorf("there is no event %d; this fork has %d events, and 0 is the beginning", at, len(f.steps))
	}
	return s.goTo(ctx, s.now, at)
}

func (s *Session) goTo(ctx context.Context, number, at int) error {
	f := s.forks[number]
	if _, err := s.place(ctx, f.steps[:at]); err != nil {
		return err
	}
	s.now, f.at = number, at
	return nil
}

// Mark gives the present place a name. The name of an earlier mark moves here.
func (s *Session) Mark(name string) {
	if _, known := s.marks[name]; !known {
		s.names = append(s.names, name)
	}
	s.marks[name] = Mark{s.now + 1, s.fork().at}
}

// Marks returns the names of the marks, in the order in which they were made.
func (s *Session) Marks() []string { return s.names }

// MarkOf returns the place of a mark, or false if there is no such mark.
func (s *Session) MarkOf(name string) (Mark, bool) {
	m, ok := s.marks[name]
	return m, ok
}

// Return goes to a mark.
func (s *Session) Return(ctx context.Context, name string) error {
	m, ok := s.marks[name]
	if !ok {
		return fmt.Errorf("there is no mark %q", name)
	}
	return s.goTo(ctx, m.Fork-1, m.At)
}

// Goal decides where a session stops when it runs on: at the first place after at which it is. events are the events of
// the interleaving, and violations the violations that they show. It returns 0 if there is no such place.
type Goal func(at int, events []trace.Entry, violations []*checker.Violation) int

// Events is the goal after n more events, or at the end if that is nearer.
func Events(n int) Goal {
	return func(at int, events []trace.Entry, _ []*checker.Violation) int { return min(at+n, len(events)) }
}

// NextOf is the next event of an actor.
func NextOf(actor string) Goal {
	return func(at int, events []trace.Entry, _ []*checker.Violation) int {
		if i := slices.IndexFunc(events[at:], func(e trace.Entry) bool { return e.Process == actor }); i >= 0 {
			return at + i + 1
		}
		return 0
	}
}

// NextViolation is the next event that shows a violation.
func NextViolation() Goal {
	return func(at int, _ []trace.Entry, violations []*checker.Violation) int {
		next := 0
		for _, v := range violations {
			if v.Length > at && (next == 0 || v.Length < next) {
				next = v.Length
			}
		}
		return next
	}
}

// RunOn goes on until the goal: along the current fork, and then as the first interleaving of a search does. It returns
// false, and stays, if the interleaving ends before, or has ahead events more without reaching the goal.
func (s *Session) RunOn(ctx context.Context, to Goal) (bool, error) {
	f := s.fork()
	asked := s.options
	asked.Replay, asked.MaxEvents = f.steps, max(len(f.steps), f.at+ahead)
	p, err := s.look(ctx, asked, true)
	if err != nil {
		return false, err
	}
	at := to(f.at, p.Interleaving.Trace.Entries, p.Violations)
	if at <= f.at {
		return false, nil
	}
	return true, s.Take(ctx, p.Interleaving.Steps[f.at:at]...)
}
