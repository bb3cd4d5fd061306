package checker

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// settings returns the options and the parameters of the model, which determine the interleavings.
func (o *Options) settings(m *Model) []Setting {
	delivery := string(cmp.Or(o.Delivery, proc.Instant))
	if o.LateDelivery {
		delivery += ",late"
	}
	return []Setting{
		{"bound", cmp.Or(o.Bound.String(), "none")},
		{"around", o.aroundWhat()},
		{"search", string(o.Algorithm.Traits().Name)},
		{"receive patterns", fmt.Sprint(o.Relation().ReceivePatterns)},
		{"delivery", delivery},
		{"faults", o.faults().String()},
		{"without", fmt.Sprintf("%q", o.Without)},
		{"set", m.values()},
		{"depth", fmt.Sprint(cmp.Or(o.MaxEvents, DefaultMaxEvents))},
		{"seed", fmt.Sprint(o.Seed)},
		{"bug depth", fmt.Sprint(o.BugDepth)},
	}
}

// fits returns an error if the checkpoint, unless it is nil, belongs to another model or program, or to other options.
func (c *Checkpoint) fits(m *Model, o *Options) error {
	if c == nil {
		return nil
	}
	var problems []string
	differs := func(what, then, now string) bool {
		if then != now {
			problems = append(problems, fmt.Sprintf("%s is %s, and was %s when the checkpoint was written", what, now, printable.OneLine(then)))
		}
		return then != now
	}
	differs("the model", c.Model, m.Name)
	if o.Saving != nil {
		differs("the program (the models of all packages that are given, what they import, the checker, or Go)", c.Identity, o.Saving.Identity)
	}
	// Without an identity the model may have changed.
	goal, claim := func(g Goal) string { return g.Name }, func(c Claim) string { return c.Name }
	differs("the list of goals", nameList(c.Goals, goal), nameList(m.goals(), func(p Property) string { return p.Name }))
	differs("the list of claims", nameList(c.Claims, claim), nameList(m.Commuting, func(c Commuting) string { return c.Name }))
	advice := "Give the same options"
	if len(problems) > 0 {
		advice = "Only the same program can resume the search; start it again"
	}
	var options []Setting
	for i, now := range o.settings(m) {
		then := Setting{Value: "unknown"}
		if i < len(c.Search) && c.Search[i].Name == now.Name {
			then = c.Search[i]
		}
		if now.Name == "receive patterns" && slices.ContainsFunc(options, func(s Setting) bool { return s.Name == "search" }) {
			continue // it follows
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

// nameList returns a text with the names of all.
func nameList[T any](all []T, name func(T) string) string {
	text := ""
	for _, one := range all {
		text += fmt.Sprintf("%q ", name(one))
	}
	return "[" + strings.TrimSpace(text) + "]"
}

// checkpoint returns a checkpoint of the search. No interleaving may enter the result during the call.
func (s *search) checkpoint() *Checkpoint {
	s.tally.mu.Lock()
	defer s.tally.mu.Unlock()
	r := s.result
	c := &Checkpoint{Findings: r.Findings.Copy()}
	if s.judged != nil {
		c = s.judged
	}
	c.Model, c.Search, c.Stop, c.BoundCut = r.Model.Name, r.Options.settings(&r.Model), r.Stop, s.driver.BoundCut()
	c.Judged = timesJudged(s)
	c.Asserted, c.Externals, c.CanFail = union(r.Asserted, s.First.Asserted()), s.externals(), s.canFail()
	c.Asked = nil
	for _, i := range s.tally.rules.Shown(true) {
		c.Asked = append(c.Asked, r.Model.Rules[i].Name)
	}
	c.Shown = s.tally.texts()
	if below := s.setup.below; below != nil && below.last != nil {
		c.Levels, c.Below = below.levels, &Checkpoint{Findings: below.last.Findings.Copy()}
		for _, rule := range r.Model.Rules {
			if !slices.ContainsFunc(below.last.Unasked, func(u Property) bool { return u.Name == rule.Name }) {
				c.Below.Asked = append(c.Below.Asked, rule.Name)
			}
		}
	}
	if r.Options.Saving != nil {
		c.Identity = r.Options.Saving.Identity
	}
	if c.open = s.driver.Save(); c.Memo != nil {
		c.Events = s.driver.Events(r.Events, c.Memo.Search.Transitions)
	}
	return c
}

// lower returns the result of the searches with lower bounds. The checkpoint is nil if the search is not
// resumed.
func (c *Checkpoint) lower(o *setup) (*lower, error) {
	if c == nil {
		return &lower{}, nil
	}
	if err := c.fits(&o.model, &o.Options); err != nil {
		return nil, err
	}
	if c.Below == nil {
		return &lower{}, nil
	}
	last := &Result{Model: o.model, Options: o.Options, Record: result.Record{Levels: c.Levels, Findings: c.Below.Findings.Copy()}}
	for _, rule := range o.model.Rules {
		if !rule.is.Goal && !slices.Contains(c.Below.Asked, rule.Name) {
			last.Unasked = append(last.Unasked, rule.Property)
		}
	}
	last.conclude()
	return &lower{c.Levels, last}, nil
}

// saved reports whether there are earlier results to save, from a search that is resumed or from one with a lower bound.
func (s *search) saved() bool {
	o := s.setup
	return o.Resume != nil || o.Saving != nil && o.below != nil && o.below.last != nil
}

// due reports whether to save the search now.
func (s *search) due() bool {
	saving := s.setup.Saving
	return saving.Due != nil && saving.Due()
}

// save saves the search. No interleaving may enter the result during the call.
func (s *search) save() {
	saving := s.result.Options.Saving
	if s.driver.Settled(s.judged != nil) {
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
	case r.Options.Saving == nil || !r.Stop.Late() && r.Stop != OutOfBudget:
		return nil
	}
	s.tally.saving.Store(true) // until the search has ended
	if s.driver.Settled(s.judged != nil) {
		return nil
	}
	c := s.checkpoint()
	if c.open.Empty() { // the search is complete, but the last interleaving was not repeated
		return nil
	}
	return s.result.Options.Saving.Save(c)
}

func (s *search) establish(c *Checkpoint) {
	s.result.Findings = c.Findings.Copy()
	for i, rule := range s.result.Model.Rules {
		s.tally.rules.Show(i, slices.Contains(c.Asked, rule.Name))
	}
}

// aroundWhat names the schedule of Options.Around.
func (o *Options) aroundWhat() string {
	if o.Around == nil {
		return "none"
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%q", o.Around, o.AroundEvents)
	return fmt.Sprintf("a schedule of %d steps (%x)", len(o.Around), h.Sum64())
}
