package checker

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/player"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Checkpoint is a search that was stopped: its result so far, and the open branches.
type Checkpoint struct {
	Model    string
	Identity string    // of the program; see Saving
	Search   []Setting // the options that say which interleavings there are
	Stop     Stop      // why the search was stopped; NotStopped if it went on
	// Elapsed is for how many nanoseconds the search has lasted so far, if Saving.Save has
	// noted that: the checker itself has no clock.
	Elapsed int64 `json:",omitempty"`

	Interleavings, SleepSetBlocked, DepthCut, BoundCut, Events int
	Violating, FirstViolation                                  int
	Violations                                                 []*Violation
	Unlisted                                                   int `json:",omitempty"`
	Goals                                                      []Goal
	Repeated                                                   []Repeated `json:",omitempty"`
	Asserted                                                   []string   `json:",omitempty"` // the names of properties
	Asked                                                      []string   `json:",omitempty"` // the names of rules

	// Levels are the searches under lower bounds, if there is one bound after the other, and Below is
	// what they have established: a Checkpoint without a Tree.
	Levels []Level     `json:",omitempty"`
	Below  *Checkpoint `json:",omitempty"`

	Shared int      // how many steps the next interleaving has in common with the last
	Tree   []Branch // the open branches and their surroundings
}

// Setting is an option by name.
type Setting struct{ Name, Value string }

// Branch is a node of the exploration tree; see optimaldpor.Branch.
type Branch struct {
	Depth       int
	Actor       string      `json:",omitempty"`
	Alternative int32       `json:",omitempty"`
	More        int32       `json:",omitempty"` // how many further alternatives are just like it
	Cost        int         `json:",omitempty"`
	Done        int         `json:",omitempty"`
	Leaf        bool        `json:",omitempty"`
	Why         []EventName `json:",omitempty"` // the events whose reversal a leaf is
}

// EventName is the event of an actor that comes after so many others of it.
type EventName struct {
	Actor string
	Index int32
}

// Saving says how a search saves what it takes to resume it.
type Saving struct {
	// Identity stands for the program that the model is part of: a search can be
	// resumed only by the same one. It is compared, and nothing else.
	Identity string
	// Save is given a checkpoint when the search was stopped before it was
	// through (but not if it was to stop: by a violation), and when Due returns
	// true. An error ends the search.
	Save func(*Checkpoint) error
	// Due is asked after every interleaving whether it is time to save; nil is
	// never.
	Due func() bool
}

// settings returns the options that say which interleavings there are.
func (o *Options) settings() []Setting {
	bound := "none"
	if b := o.Bound; b.Several() {
		bound = fmt.Sprintf("%s %d..%d", b.Kind(), b.First(), b.Last())
	} else if b.Limits() {
		bound = fmt.Sprint(b.Kind(), " ", b.Last())
	}
	return []Setting{
		{"bound", bound},
		{"receive patterns", fmt.Sprint(o.Relation().ReceivePatterns)},
		{"delivery", string(cmp.Or(o.Delivery, proc.Instant))},
		{"depth", fmt.Sprint(cmp.Or(o.MaxEvents, DefaultMaxEvents))},
		{"seed", fmt.Sprint(o.Seed)},
	}
}

// A StaleCheckpoint says that a search cannot be resumed from a checkpoint.
type StaleCheckpoint struct {
	Problem string
	Options []Setting // the options that differ, with what they were
}

// Error says what is different.
func (e *StaleCheckpoint) Error() string { return "the search cannot be resumed: " + e.Problem }

// fits returns why the checkpoint is not one of the model and the options, or nil.
func (c *Checkpoint) fits(m *Model, o *Options) error {
	var problems []string
	differs := func(what, then, now string) bool {
		if then != now {
			problems = append(problems, fmt.Sprintf("%s is %s, and was %s when the checkpoint was written", what, now, trace.OneLine(then)))
		}
		return then != now
	}
	differs("the model", c.Model, m.Name)
	if o.Saving != nil {
		differs("the program (the models of all packages that are given, what they import, the checker, or Go)", c.Identity, o.Saving.Identity)
	}
	advice := "Give the same options, or begin anew"
	if len(problems) > 0 {
		advice = "Only the very same program can go on with the search; begin anew"
	}
	var options []Setting
	for i, now := range o.settings() {
		then := Setting{Value: "unknown"}
		if i < len(c.Search) && c.Search[i].Name == now.Name {
			then = c.Search[i]
		}
		if differs(now.Name, then.Value, now.Value) {
			options = append(options, Setting{now.Name, then.Value})
		}
	}
	if len(problems) > 0 {
		return &StaleCheckpoint{strings.Join(problems, "; ") + ". " + advice, options}
	}
	return nil
}

// checkpoint returns a checkpoint of the search. No interleaving may enter the result meanwhile.
func (s *search) checkpoint() *Checkpoint {
	s.tally.mu.Lock()
	defer s.tally.mu.Unlock()
	r := s.result
	c := r.established()
	c.Model, c.Search, c.Stop, c.BoundCut = r.Model.Name, r.Options.settings(), r.Stop, s.engine.Tree.BoundCut()
	c.Asserted, c.Asked = union(r.Asserted, s.first.sys.Asserted()), s.tally.asked.names(&r.Model)
	if below := r.Options.below; below != nil && below.last != nil {
		c.Levels, c.Below = below.levels, below.last.established()
	}
	if r.Options.Saving != nil {
		c.Identity = r.Options.Saving.Identity
	}
	next, open := trace.Schedule{}, false
	for _, b := range s.engine.Tree.Frontier() {
		n := Branch{Depth: b.Depth, Alternative: b.Step.Alternative, More: b.More, Cost: b.Cost, Done: b.Done, Leaf: b.Leaf}
		if b.Depth > 0 {
			n.Actor = s.first.sys.Actor(b.Step.Actor).Name
			if b.Leaf {
				n.Why = []EventName{s.named(b.Why.First), s.named(b.Why.Second)}
			}
		}
		if !open && b.Depth > 0 { // on the path to the next leaf, or beside it
			next = append(next[:b.Depth-1], b.Step)
		}
		open = open || b.Leaf
		c.Tree = append(c.Tree, n)
	}
	c.Shared = common(next, s.tally.last)
	return c
}

func (s *search) named(e trace.EventID) EventName {
	return EventName{s.first.sys.Actor(e.Actor).Name, e.Index}
}

// whyOf returns the reversal that is the reason of a leaf, which the system has executed.
func whyOf(sys *world.System, b *Branch) (why optimaldpor.Reversal, err error) {
	if len(b.Why) != 2 {
		return why, nil
	}
	var ids [2]trace.EventID
	for i, e := range b.Why {
		a, ok := sys.ActorNamed(e.Actor)
		if !ok {
			return why, &StaleCheckpoint{Problem: fmt.Sprintf("there is no %s at step %d of a branch that is open. The model is another one, or not deterministic", trace.OneLine(e.Actor), b.Depth)}
		}
		ids[i] = trace.EventID{Actor: a.ID, Index: e.Index}
	}
	return optimaldpor.Reversal{First: ids[0], Second: ids[1]}, nil
}

// established returns the part of a checkpoint that is in a result.
func (r *Result) established() *Checkpoint {
	return &Checkpoint{
		Interleavings: r.Interleavings, SleepSetBlocked: r.SleepSetBlocked, DepthCut: r.DepthCut, BoundCut: r.BoundCut, Events: r.Events,
		Violating: r.Violating, FirstViolation: r.FirstViolation, Violations: copies(r.Violations), Unlisted: r.Unlisted, Goals: slices.Clone(r.Goals),
		Repeated: r.Repeated, Asserted: r.Asserted,
	}
}

// establish sets the result to what was established when the checkpoint was made.
func (r *Result) establish(c *Checkpoint) {
	r.Interleavings, r.SleepSetBlocked, r.DepthCut, r.BoundCut, r.Events = c.Interleavings, c.SleepSetBlocked, c.DepthCut, c.BoundCut, c.Events
	r.Violating, r.FirstViolation, r.Violations = c.Violating, c.FirstViolation, copies(c.Violations)
	r.Unlisted, r.Goals, r.Repeated, r.Asserted = c.Unlisted, slices.Clone(c.Goals), c.Repeated, c.Asserted
}

// lower returns the results of a resumed search under lower bounds than the one with which it continues.
// The checkpoint is nil if the search is not resumed.
func (c *Checkpoint) lower(m *Model, o *Options) (*lower, error) {
	if c == nil {
		return &lower{}, nil
	}
	if err := c.fits(m, o); err != nil {
		return nil, err
	}
	if err := c.validateLevels(m, o); err != nil || c.Below == nil {
		return &lower{}, err
	}
	last := &Result{Model: *m, Options: *o, Levels: c.Levels}
	last.establish(c.Below)
	last.conclude()
	return &lower{c.Levels, last}, nil
}

// saved reports whether there are earlier results to save: the search is resumed, or comes after one
// under a lower bound that is saved.
func (s *search) saved() bool {
	o := &s.result.Options
	return o.Resume != nil || o.Saving != nil && o.below != nil && o.below.last != nil
}

// copies returns copies of the violations, as the search changes their counts.
func copies(violations []*Violation) (list []*Violation) {
	for _, v := range violations {
		c := *v
		list = append(list, &c)
	}
	return list
}

// save saves the search if it is time to do so.
func (s *search) save() {
	saving := s.result.Options.Saving
	if saving.Due == nil || !saving.Due() {
		return
	}
	c := s.checkpoint()
	if c.Stop != NotStopped {
		return // saveRest will
	}
	s.tally.saving.Store(true)
	defer s.tally.saving.Store(false)
	if err := saving.Save(c); err != nil {
		s.tally.Fail(err)
	}
}

// saveRest saves a search that has been stopped.
func (s *search) saveRest() error {
	failed := s.tally.Failed()
	switch r := s.result; {
	case failed != nil:
		return failed
	case r.Options.Saving == nil || !r.Stop.late() && r.Stop != OutOfBudget:
		return nil
	}
	s.tally.saving.Store(true) // until the search has ended
	c := s.checkpoint()
	if len(c.Tree) == 0 { // complete, but the last interleaving was not repeated
		return nil
	}
	return s.result.Options.Saving.Save(c)
}

// establish takes over what the checkpoint says was found.
func (s *search) establish(c *Checkpoint) {
	s.result.establish(c)
	for i, rule := range s.result.Model.Rules {
		if slices.Contains(c.Asked, rule.Name) {
			s.tally.asked.note(i)
		}
	}
}

// resume sets the search to where the checkpoint says it is.
func (s *search) resume(c *Checkpoint) error {
	s.engine.Tree.SetBoundCut(c.BoundCut)
	sys := s.first.sys.Twin()
	defer sys.Close()
	p := player.New(sys)
	list := make([]optimaldpor.Branch, len(c.Tree))
	for i, b := range c.Tree {
		list[i] = optimaldpor.Branch{Depth: b.Depth, More: b.More, Cost: b.Cost, Done: b.Done, Leaf: b.Leaf}
	}
	next, i, open := trace.Schedule{}, 0, false
	return s.engine.Tree.Resume(list, func(node *optimaldpor.Branch) (*trace.Event, error) {
		i++
		b := &c.Tree[i]
		p.StepBack(b.Depth - 1)
		st, err := stepOf(sys, b)
		if err != nil {
			return nil, err
		}
		if !open { // on the path to the first leaf
			next = append(next[:b.Depth-1], st)
			if open = b.Leaf; open {
				s.tally.last = next[:min(c.Shared, len(next))]
			}
		}
		e, err := p.Step(st)
		if b.Leaf && err == nil {
			node.Why, err = whyOf(sys, b)
		}
		return e, err
	})
}

// stepOf returns the step that leads to the branch from where the system is.
func stepOf(sys *world.System, b *Branch) (trace.Step, error) {
	for _, p := range sys.Enabled(nil) {
		st := trace.Step{Actor: p.Actor, Alternative: b.Alternative}
		if sys.Actor(p.Actor).Name == b.Actor && sys.CanStep(st) && (b.More == 0 || st.Alternative+b.More < p.Op.Alternatives) {
			return st, nil
		}
	}
	return trace.Step{}, &StaleCheckpoint{Problem: fmt.Sprintf("%s cannot move at step %d of a branch that is open. The model is another one, or not deterministic", trace.OneLine(b.Actor), b.Depth)}
}

// checkpointVersion begins a file with a checkpoint; a checksum follows.
const checkpointVersion = "checkmodel checkpoint v2 sha256 "

// Encode returns the checkpoint as the content of a file.
func (c *Checkpoint) Encode() ([]byte, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%s%x\n%s\n", checkpointVersion, sha256.Sum256(body), body), nil
}

// DecodeCheckpoint returns the checkpoint that Encode wrote. An error says in what
// way the file is not one, or is damaged.
func DecodeCheckpoint(file []byte) (*Checkpoint, error) {
	head, body, ok := bytes.Cut(file, []byte("\n"))
	sum, known := strings.CutPrefix(string(head), checkpointVersion)
	body = bytes.TrimSuffix(body, []byte("\n"))
	switch {
	case !known && bytes.HasPrefix(file, []byte("checkmodel checkpoint ")):
		return nil, fmt.Errorf("the checkpoint begins with %q and not with %q: another version of checkmodel wrote it", head, checkpointVersion)
	case !known || !ok:
		return nil, errors.New("the file holds no checkpoint")
	case sum != fmt.Sprintf("%x", sha256.Sum256(body)):
		return nil, errors.New("the checkpoint is damaged: its checksum does not fit")
	}
	var c Checkpoint
	if err := json.Unmarshal(body, &c); err != nil {
		return nil, fmt.Errorf("the checkpoint is damaged: %w", err)
	}
	return &c, nil
}
