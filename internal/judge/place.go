package judge

import (
	"slices"

	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Place describes where the current interleaving has come to: the situation, how the given properties stand, and which steps are possible.
// With peek it also executes each of these steps, up to so many alternatives of one operation, and steps back.
func (j *Judge) Place(of Properties, ended bool, peek int) (p result.Place, err error) {
	if p.Ended = ended; j.System != nil {
		p.Situation = j.System.Situation()
	}
	if p.Judgments = j.judgments(of); peek > 0 {
		err = j.Player.Peek(peek, func(st trace.Step, e *trace.Event, untried int) {
			p.Moves = append(p.Moves, trace.Move{
				NamedStep: trace.NamedStep{Actor: j.World.Actor(st.Actor).Name, Alternative: st.Alternative}, Entry: j.World.Detailed(e), Untried: untried,
			})
		})
		return p, err
	}
	for _, next := range j.World.Enabled(nil) {
		at, _ := j.World.Pending(next.Actor)
		p.Moves = append(p.Moves, trace.Move{
			NamedStep: trace.NamedStep{Actor: at.Process}, Untried: max(1, int(next.Op.Alternatives)) - 1,
			Entry: trace.Entry{Process: at.Process, Operation: at.Operation, Source: at.Source, Limit: at.Limit},
		})
	}
	return p, nil
}

// Properties are the properties of a model: the properties that processes assert, the rules, in their order, and the goals that
// processes reach.
type Properties struct{ Asserted, Rules, Goals []result.Property }

// judgments says how the properties stand in the current interleaving: first the properties of every model.
func (j *Judge) judgments(of Properties) []result.Judgment {
	all := []result.Judgment{{Property: result.Property{Name: proc.NoCrash}, Standing: result.Holds}, {Property: result.Property{Name: proc.NoDeadlock}, Standing: result.Holds}}
	at := func(name string) int {
		return slices.IndexFunc(all, func(a result.Judgment) bool { return a.Name == name })
	}
	add := func(p result.Property, s result.Standing) {
		if at(p.Name) < 0 {
			all = append(all, result.Judgment{Property: p, Standing: s})
		}
	}
	named := func(name string) func(result.Property) bool {
		return func(p result.Property) bool { return p.Name == name }
	}
	for _, name := range j.Assertions() {
		p := result.Property{Name: name}
		if i := slices.IndexFunc(of.Asserted, named(name)); i >= 0 {
			p = of.Asserted[i]
		}
		add(p, result.Holds)
	}
	for _, p := range of.Asserted {
		if !slices.ContainsFunc(slices.Concat(of.Goals, of.Rules), named(p.Name)) {
			add(p, result.Unasserted)
		}
	}
	for i, p := range of.Rules {
		rule := &j.Rules.List[i]
		shown, text, ok := j.rules.Stands(i)
		a := result.Judgment{Property: p, Standing: stands(rule, shown, ok)}
		if !rule.Goal {
			a.Explanation = text
		}
		all = append(all, a)
	}
	for _, p := range of.Goals {
		add(p, result.Missing)
	}
	for i := range all {
		if a := &all[i]; a.Standing == result.Missing && slices.Contains(j.found.Reached, a.Name) {
			a.Standing = result.Reached
		}
	}
	for _, v := range j.found.Violations {
		add(result.Property{Name: v.Property}, result.Broken)
		if a := &all[at(v.Property)]; a.Event == 0 {
			a.Standing, a.Explanation, a.Event = result.Broken, v.Explanation, v.Length
		}
	}
	return all
}

// stands says how a rule stands that no violation is known of, by whether anything was shown to it, and whether it is in order.
func stands(r *rules.Rule, shown, ok bool) result.Standing {
	of := func(yes, no result.Standing) result.Standing {
		if ok {
			return yes
		}
		return no
	}
	switch {
	case r.Goal:
		return of(result.Missing, result.Reached)
	case r.Eventual:
		return of(result.Came, result.ToCome)
	case r.Possible:
		return of(result.HoldsHere, result.HoldsNotHere)
	case r.AtEnd:
		return of(result.WouldHold, result.WouldNotHold)
	case !shown:
		return result.Unshown
	}
	return of(result.Holds, result.Broken)
}
