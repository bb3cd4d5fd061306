package checker

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/series"
	"github.com/checkmodel/checkmodel/parameter"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
)

// settings returns the options and the parameters of the model, which determine the interleavings. A search of Auto has the options
// that were given, and its phase.
func (given *setup) settings() []Setting {
	o := *given
	if o.phase != "" {
		o.Algorithm, o.Bound, o.LateDelivery, o.BugDepth = Auto, bounding.Bound{}, false, 0
	}
	delivery := string(cmp.Or(o.Delivery, proc.Instant))
	if o.LateDelivery {
		delivery += ",late"
	}
	return []Setting{
		{Name: "bound", Value: cmp.Or(o.Bound.String(), "none")},
		{Name: "around", Value: o.aroundWhat()},
		{Name: "search", Value: string(o.Algorithm.Traits().Name)},
		{Name: "phase", Value: cmp.Or(o.phase, "none")},
		{Name: "receive patterns", Value: fmt.Sprint(o.Relation().ReceivePatterns)},
		{Name: "delivery", Value: delivery},
		{Name: "faults", Value: o.faults().String()},
		{Name: "without", Value: fmt.Sprintf("%q", o.Without)},
		{Name: "set", Value: parameter.List(o.model.Parameters).String()},
		{Name: "depth", Value: fmt.Sprint(cmp.Or(o.MaxEvents, DefaultMaxEvents))},
		{Name: "seed", Value: fmt.Sprint(o.Seed)},
		{Name: "bug depth", Value: fmt.Sprint(o.BugDepth)},
	}
}

// fits returns an error if the checkpoint, unless it is nil, belongs to another model or program, or to other options.
func (c *Checkpoint) fits(o *setup) error {
	if c == nil {
		return nil
	}
	m := &o.model
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
	for i, now := range o.settings() {
		then := Setting{Value: "unknown"}
		if i < len(c.Search) && c.Search[i].Name == now.Name {
			then = c.Search[i]
		}
		if (now.Name == "receive patterns" || now.Name == "phase") && slices.ContainsFunc(options, func(s Setting) bool { return s.Name == "search" }) {
			continue // it follows
		}
		if differs(now.Name, then.Value, now.Value) {
			options = append(options, Setting{Name: now.Name, Value: then.Value})
		}
	}
	if len(problems) > 0 {
		return &StaleCheckpoint{Problem: strings.Join(problems, "; ") + ". " + advice, Options: options}
	}
	return nil
}

// setting returns the value of an option of the saved search, "" if it is not known.
func (c *Checkpoint) setting(name string) string {
	for _, s := range c.Search {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// nameList returns a text with the names of all.
func nameList[T any](all []T, name func(T) string) string {
	text := ""
	for _, one := range all {
		text += fmt.Sprintf("%q ", name(one))
	}
	return "[" + strings.TrimSpace(text) + "]"
}

// write saves the search with its findings, the reason for its stop, and its open branches.
func (s *job) write(found Findings, stop Stop, open driver.Open) error {
	o, n := s.setup, s.names()
	c := &Checkpoint{
		Model: o.model.Name, Identity: o.Saving.Identity, Search: o.settings(), Stop: stop, Findings: found,
		Externals: s.Externals(n.Externals), CanFail: s.CanFail(n.Faults, n.CanFail), open: open,
	}
	if c.Unit != nil {
		c.Unit.Partial = s.Tally.Surplus()
	}
	if o.trial != nil {
		c.Trial = &o.trial.Weighing
	}
	if o.drawn != nil {
		c.Beside = o.drawn.kept
	}
	for _, i := range s.Tally.Rules.Shown(true) {
		c.Asked = append(c.Asked, o.model.Rules[i].Name)
	}
	if below := o.below; below.Result() != nil {
		c.Levels, c.Below, c.Why, c.Large = below.Levels, &Checkpoint{Findings: below.Last.Findings.Copy()}, below.Why, below.Large
		for _, rule := range o.model.Rules {
			if !slices.ContainsFunc(below.Last.Unasked, func(u Property) bool { return u.Name == rule.Name }) {
				c.Below.Asked = append(c.Below.Asked, rule.Name)
			}
		}
	}
	return o.Saving.Save(c)
}

// earlier returns the result of the searches with lower bounds. The checkpoint is nil if the search is not
// resumed.
func (c *Checkpoint) earlier(o *setup) (*series.Earlier, error) {
	if c == nil {
		return &series.Earlier{}, nil
	}
	if err := c.fits(o); err != nil {
		return nil, err
	}
	if c.Below == nil {
		return &series.Earlier{}, nil
	}
	last := &result.Record{Levels: c.Levels, Findings: c.Below.Findings.Copy()}
	for _, rule := range o.model.Rules {
		if !rule.is.Goal && !slices.Contains(c.Below.Asked, rule.Name) {
			last.Unasked = append(last.Unasked, rule.Property)
		}
	}
	known(&o.model).Conclude(last)
	return &series.Earlier{Levels: c.Levels, Last: last, Why: c.Why, Large: c.Large}, nil
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
