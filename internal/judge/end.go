package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// End implements [stage.Judge].
func (j *Judge) End(outcome trace.Outcome) (trace.Outcome, bool, error) {
	err := j.end(outcome)
	return j.found.Outcome, len(j.found.Violations) > 0, err
}

func (j *Judge) end(outcome trace.Outcome) error {
	if l, ok := j.Strategy.(Learning); ok && !l.Counts() {
		j.found = Execution{Outcome: outcome}
		return nil
	}
	j.begin(outcome)
	if err := j.Repeater.Repeat(j.Repeater.Allowance()); err != nil {
		return err
	}
	if err := j.checkClaims(); err != nil {
		return err
	}
	if err := j.checkAlike(); err != nil {
		return err
	}
	if outcome = j.found.Outcome; outcome == trace.Abandoned && j.Merges {
		return j.recordGoals()
	}
	switch {
	case outcome == trace.Abandoned: // another interleaving covers it
	case len(j.irrelevant) > 0:
		if outcome != trace.Cut {
			j.found.Outcome = trace.Irrelevant
		}
	default:
		if err := j.judge(outcome == trace.Complete); err != nil {
			return err
		}
		if j.System != nil {
			j.found.Exercised.Asserted = j.System.Asserting()
		}
	}
	if err := j.addAhead(outcome); err != nil {
		return err
	}
	j.long(outcome)
	j.attribute()
	if err := j.exemplify(); err != nil {
		return err
	}
	if !j.Counts {
		j.Enter()
	}
	return nil
}

// begin begins to judge the current interleaving.
func (j *Judge) begin(outcome trace.Outcome) {
	j.Repeater.Interleavings++
	clear(j.kinds)
	j.rules.Begin()
	if outcome == trace.Abandoned && j.Partial {
		outcome = trace.Cut
	}
	events := j.Player.Events()
	for i := len(j.schedule); i < len(events); i++ {
		j.schedule = append(j.schedule, events[i].Step())
	}
	j.found = Execution{Outcome: outcome, Schedule: j.schedule}
	j.found.Beyond = outcome == trace.Cut && j.Player.Within != nil && len(events) != j.MaxEvents
	if j.Keeps {
		j.found.Events = events
	}
}

// Enter enters the current interleaving into the result, and reports whether the search continues.
func (j *Judge) Enter() bool { return j.Tally.Enter(&j.found) }

// Later returns a batch that enters the current interleaving into the result later; see [Defer].
func (j *Judge) Later(before optimaldpor.Batch) optimaldpor.Batch {
	return Defer(j.Tally, &j.found, before, j.Afresh)
}

// Classify notes the class of the current interleaving.
func (j *Judge) Classify() {
	if c, ok := j.Strategy.(Classifying); ok {
		j.found.Class = c.Class()
	}
}

// Commutation returns which messages commute in a search that draws interleavings, or nil if none do.
func (j *Judge) Commutation() trace.Commutation {
	if j.claims == nil || j.Unordered {
		return nil
	}
	return j.claims
}

// recordGoals records the goals of an interleaving that goes on as an earlier one, and so does not
// count.
func (j *Judge) recordGoals() error {
	if len(j.irrelevant) > 0 {
		j.Tally.Pass(&j.found)
		return nil
	}
	j.rules.Boards()
	j.rules.Show()
	if err := j.apply(func(r *rules.Rule) (applied, judged bool) { return r.Goal, true }); err != nil {
		return err
	}
	j.Tally.Pass(&j.found)
	return j.showLoop()
}

// judge records the violations of the current interleaving and the goals that it reaches.
func (j *Judge) judge(complete bool) error {
	crashes := j.ends.Violations(j.found.Outcome == trace.Cut)
	crashed, blocked := len(crashes) > 0, complete && j.World.Blocked()
	sound := complete && !crashed && !blocked
	j.rules.Boards()
	err := j.apply(func(r *rules.Rule) (applied, judged bool) { // otherwise it may hold later
		return true, (!r.AtEnd || sound) && (!r.Eventual || complete) && !r.Possible
	})
	if err != nil {
		return err
	}
	if err := j.crashed(crashes); err != nil {
		return err
	}
	if blocked {
		j.found.Outcome = trace.Deadlocked
		return j.deadlocked(crashes)
	}
	if complete && len(j.found.Violations) > 0 {
		j.found.Outcome = trace.Violated
	}
	return nil
}

// apply applies rules to the current interleaving, and records the goals that it reaches. which says of a rule whether to apply it, and
// whether to judge it then, or only to find out whether anything was shown to it.
func (j *Judge) apply(which func(*rules.Rule) (applied, judged bool)) error {
	for i := range j.Rules.List {
		rule := &j.Rules.List[i]
		applied, judged := which(rule)
		if !applied {
			continue
		}
		found, err := j.rules.Judge(i, judged)
		if err == nil {
			err = j.faulty()
		}
		if err == nil && found != nil && rule.Goal {
			j.found.Reached = append(j.found.Reached, rule.Name)
			err = j.reach(rule.Name, found.Process, j.rules.Evidence(i, found))
		} else if err == nil && found != nil {
			err = j.record(&result.Violation{Property: rule.Name, Explanation: found.Text, Process: found.Process}, j.rules.Evidence(i, found))
		}
		if err == nil && judged && j.found.Failure == nil {
			err = j.rules.Confirm(i, found)
		}
		if err != nil {
			return err
		}
	}
	reached, err := j.rules.Reached(func(goal string, depth int) error {
		return j.reach(goal, j.World.Actor(j.Player.Events()[depth].Actor).Name, []int{depth})
	})
	if err != nil {
		return err
	}
	j.found.Reached = append(j.found.Reached, reached...)
	j.found.Exercised = j.rules.Coverage()
	return j.faulty()
}

// reach records that the events at the positions of the evidence show that the process reaches a goal. The goal of the witness
// is recorded as a violation without a property.
func (j *Judge) reach(goal, process string, evidence []int) error {
	if goal != j.Witness || j.found.Example != nil {
		return nil
	}
	return j.record(&result.Violation{Reaches: goal, Process: process}, evidence)
}

// crashed records the exits at the positions as violations.
func (j *Judge) crashed(crashes []int) error {
	for _, depth := range crashes {
		e := &j.Player.Events()[depth]
		reason := j.World.ExitReason(e)
		v := &result.Violation{Property: reason.Property, Explanation: reason.Sentence(), Process: j.World.Actor(e.Actor).Name}
		evidence := j.ends.Evidence(depth)
		if v.Property == proc.NoRace { // the other access happens before no event
			evidence = rules.Everything(depth + 1)
		}
		if err := j.record(v, evidence); err != nil {
			return err
		}
	}
	return nil
}

// deadlocked records that processes wait for ever, after the exits at the positions, which are violations.
func (j *Judge) deadlocked(crashes []int) error {
	var waiting []string
	for _, w := range j.World.Waiting() {
		if !w.Daemon {
			waiting = append(waiting, fmt.Sprintf("process %s waits for ever %s", w.Process, w.Kind))
		}
	}
	v := &result.Violation{Property: proc.NoDeadlock, Explanation: strings.Join(waiting, "; ")}
	var failed []string
	for _, depth := range crashes {
		e := &j.Player.Events()[depth]
		property, did := j.World.ExitReason(e).Property, "has crashed"
		if property != proc.NoCrash {
			did = "has violated " + property
		}
		v.After = append(v.After, property)
		failed = append(failed, "process "+nth.ReplaceAllString(j.World.Actor(e.Actor).Name, "")+" "+did)
	}
	if len(failed) > 0 {
		v.After = sorted(v.After)
		v.Explanation += ", after " + strings.Join(sorted(failed), " and ")
	}
	return j.record(v, rules.Everything(len(j.Player.Events())))
}

// sorted returns the texts in their order, each once.
func sorted(texts []string) []string {
	slices.Sort(texts)
	return slices.Compact(texts)
}

// record records a violation of the current interleaving, and describes it if it is the first or the shortest of
// its kind. evidence holds the positions of the events that show it, in ascending order.
func (j *Judge) record(v *result.Violation, evidence []int) error {
	v.Explanation = strings.ToValidUTF8(v.Explanation, "\uFFFD") // as a checkpoint encodes it
	v.Kind, v.Length = textOf(v, j.Player), length(evidence)
	if j.Wanted != nil {
		if len(j.found.Violations) > 0 {
			return nil
		}
		if run, wanted := j.Wanted(v, evidence); wanted {
			j.found.Violations, j.found.Run = append(j.found.Violations, v), run
		}
		return nil
	}
	if v.Reaches != "" {
		j.found.Example = v
		if err := j.Repeater.Repeat(stage.Now); err != nil {
			return err
		}
		return j.describe(v, evidence)
	}
	known, surplus := j.kinds.add(v, func(_, of int) bool { return of < manyAtOnce })
	if surplus {
		j.found.Surplus = append(j.found.Surplus, v)
		return nil
	}
	j.found.Violations = append(j.found.Violations, v)
	if known || j.Tally.Knows(v) || j.described.knows(j.task(), v) {
		return nil
	}
	if err := j.Repeater.Repeat(stage.Now); err != nil { // the model must be deterministic
		return err
	}
	return j.describe(v, evidence)
}

// Explain implements [stage.Judge].
func (j *Judge) Explain(err error) error {
	x := explain.Errors{Player: j.Player, Own: j.Own, Doubt: j.Repeater.Doubt}
	if e, ok := j.Strategy.(Explaining); ok {
		x.Planned = e.Planned
	}
	return x.Explain(err)
}
