package checker

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/claims"
	"github.com/checkmodel/checkmodel/internal/explain"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// judge judges the interleavings of one worker.
type judge struct {
	search   *search
	result   *Result
	tally    *tally
	strategy Strategy
	player   *stage.Player
	world    *stage.World
	sys      *world.System // the world if it simulates a model; otherwise nil
	repeater *stage.Repeater

	found      execution      // of the current interleaving
	schedule   trace.Schedule // of its events at the last End, as far as they are the same
	rules      *rules.Evaluator
	likenesses *lenient.Likenesses
	claims     *claims.Claims // nil if the model claims nothing
	ends       rules.Exits
	irrelevant []int // the positions of the events by which an assumption does not hold
	described  described
	kinds      kinds   // of the violations of the current interleaving
	merges     bool    // the strategy goes on with each state once
	ahead      ahead   // of a replay
	target     *target // the violations that are looked for; nil are all
}

func (s *search) newJudge(p *stage.Player) *judge {
	j := &judge{
		search: s, result: s.result, tally: s.tally, player: p, world: p.World(), sys: world.Simulated(p.World()), kinds: kinds{},
		repeater: s.engine.Repeater(s.ctx, p, s.result.Options.TrustModel), target: s.setup.target,
	}
	j.ends.Player = p
	j.rules = rules.New(rules.Config{
		Common: s.tally.rules, Loop: s.engine, Player: p, Repeater: j.repeater, Over: func() bool { return s.tally.over(s.ctx, 0) },
		Trust: s.result.Options.TrustModel, Exact: s.result.Options.ExactStates, Viewed: s.result.Model.View != nil,
	})
	j.likenesses = lenient.NewLikenesses(j.world, s.result.Model.Fingerprint)
	if s.setup.scheduled() { // schedules have one worker
		j.target.attempts.Equip(j.world, j.likenesses)
	}
	j.claims = newClaims(&s.result.Model, j.sys, s.engine.Calls)
	if j.merges = s.result.Options.Algorithm.Traits().Merges; j.merges {
		p.Judged = j.verdictState
		if within := s.result.Model.Within; within != nil {
			p.Within = func() bool { return viewsOf(s).within(within, world.Values(j.sys)) }
		}
	}
	return j
}

// asserted returns the properties that processes have asserted so far.
func (j *judge) asserted() []string {
	if j.sys == nil {
		return nil
	}
	return j.sys.Asserted()
}

// Observe implements [stage.Judge].
func (j *judge) Observe(depth int, e *trace.Event) {
	j.repeater.Executed++
	j.ends.Mark(e, depth)
	j.rules.Mark(e, depth)
	if e.Irrelevant() {
		j.irrelevant = append(j.irrelevant, depth)
	}
}

// Back implements [stage.Judge].
func (j *judge) Back(depth int) {
	j.ends.Back(depth)
	j.rules.Back(depth)
	for n := len(j.irrelevant); n > 0 && j.irrelevant[n-1] >= depth; n-- {
		j.irrelevant = j.irrelevant[:n-1]
	}
	j.schedule = j.schedule[:min(depth, len(j.schedule))]
}

// End implements [stage.Judge].
func (j *judge) End(outcome trace.Outcome) (trace.Outcome, bool, error) {
	err := j.end(outcome)
	return j.found.outcome, len(j.found.violations) > 0, err
}

func (j *judge) end(outcome trace.Outcome) error {
	if j.uncounted() {
		j.found = execution{outcome: outcome}
		return nil
	}
	j.repeater.Interleavings++
	clear(j.kinds)
	if outcome == trace.Abandoned && (j.search.setup.scheduled() || j.search.setup.look != nil) {
		outcome = trace.Cut // the executed part is judged
	}
	events := j.player.Events()
	for i := len(j.schedule); i < len(events); i++ {
		j.schedule = append(j.schedule, events[i].Step())
	}
	j.found = execution{outcome: outcome, schedule: j.schedule}
	j.rules.Begin()
	j.found.beyond = outcome == trace.Cut && j.player.Within != nil && len(events) != j.result.Options.MaxEvents
	if _, counts := j.result.Options.Observer.(Counting); j.result.Options.Observer != nil && !counts {
		j.found.events = events
	}
	if err := j.repeater.Repeat(j.repeater.Allowance()); err != nil {
		return err
	}
	if err := j.checkClaims(); err != nil {
		return err
	}
	if outcome == trace.Abandoned && j.merges {
		return j.passed()
	}
	switch {
	case outcome == trace.Abandoned: // another interleaving covers it
	case len(j.irrelevant) > 0:
		if outcome != trace.Cut {
			j.found.outcome = trace.Irrelevant
		}
	default:
		if err := j.judge(outcome == trace.Complete); err != nil {
			return err
		}
		if j.sys != nil {
			j.found.exercised.Asserted = world.Asserting(j.sys)
		}
	}
	if err := (graphs{j}).addAhead(outcome); err != nil {
		return err
	}
	j.long(outcome)
	j.attribute()
	if err := j.exemplify(); err != nil {
		return err
	}
	if !j.search.driver.counts() {
		j.now()
	}
	if j.search.setup.look != nil {
		if err := j.look(outcome == trace.Complete); err != nil {
			return j.Explain(err)
		}
	}
	return nil
}

// passed records the goals of an interleaving that goes on as an earlier one, and so does not
// count.
func (j *judge) passed() error {
	if len(j.irrelevant) > 0 {
		j.tally.pass(&j.found)
		return nil
	}
	j.rules.Boards()
	j.rules.Show()
	if err := j.apply(func(r *rules.Rule) (applied, judged bool) { return r.Goal, true }); err != nil {
		return err
	}
	j.tally.pass(&j.found)
	return j.showLoop()
}

// judge records the violations of the current interleaving and the goals that it reaches.
func (j *judge) judge(complete bool) error {
	crashes := j.ends.Violations(j.found.outcome == trace.Cut)
	crashed, blocked := len(crashes) > 0, complete && j.world.Blocked()
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
		j.found.outcome = trace.Deadlocked
		return j.deadlocked(crashes)
	}
	if complete && len(j.found.violations) > 0 {
		j.found.outcome = trace.Violated
	}
	return nil
}

// apply applies rules to the current interleaving, and records the goals that it reaches. which says of a rule whether to apply it, and
// whether to judge it then, or only to find out whether anything was shown to it.
func (j *judge) apply(which func(*rules.Rule) (applied, judged bool)) error {
	for i := range j.tally.rules.List {
		rule := &j.tally.rules.List[i]
		applied, judged := which(rule)
		if !applied {
			continue
		}
		found, err := j.rules.Judge(i, judged)
		if err == nil {
			err = j.faulty()
		}
		if err == nil && found != nil && rule.Goal {
			j.found.reached = append(j.found.reached, rule.Name)
		} else if err == nil && found != nil {
			err = j.record(&Violation{Property: rule.Name, Explanation: found.Text, Process: found.Process}, j.rules.Evidence(i, found))
		}
		if err == nil && judged && j.found.failure == nil {
			err = j.rules.Confirm(i, found)
		}
		if err != nil {
			return err
		}
	}
	j.found.reached = append(j.found.reached, j.rules.Reached()...)
	j.found.exercised = j.rules.Exercised()
	return j.faulty()
}

// crashed records the exits at the positions as violations.
func (j *judge) crashed(crashes []int) error {
	for _, depth := range crashes {
		e := &j.player.Events()[depth]
		reason := j.world.ExitReason(e)
		v := &Violation{Property: reason.Property, Explanation: reason.Text, Process: j.world.Actor(e.Actor).Name}
		if err := j.record(v, j.ends.Evidence(depth)); err != nil {
			return err
		}
	}
	return nil
}

// deadlocked records that processes wait for ever, after the exits at the positions, which are violations.
func (j *judge) deadlocked(crashes []int) error {
	var waiting []string
	for _, w := range j.world.Waiting() {
		if !w.Daemon {
			waiting = append(waiting, fmt.Sprintf("process %s waits for ever %s", w.Process, w.Kind))
		}
	}
	v := &Violation{Property: proc.NoDeadlock, Explanation: strings.Join(waiting, "; ")}
	var failed []string
	for _, depth := range crashes {
		e := &j.player.Events()[depth]
		property, did := j.world.ExitReason(e).Property, "has crashed"
		if property != proc.NoCrash {
			did = "has violated " + property
		}
		v.After = append(v.After, property)
		failed = append(failed, "process "+nth.ReplaceAllString(j.world.Actor(e.Actor).Name, "")+" "+did)
	}
	if len(failed) > 0 {
		v.After = union(v.After, nil)
		v.Explanation += ", after " + strings.Join(union(failed, nil), " and ")
	}
	return j.record(v, rules.Everything(len(j.player.Events())))
}

// record records a violation of the current interleaving, and describes it if it is the first or the shortest of
// its kind. evidence holds the positions of the events that show it, in ascending order.
func (j *judge) record(v *Violation, evidence []int) error {
	v.Explanation = strings.ToValidUTF8(v.Explanation, "\uFFFD") // as a checkpoint encodes it
	v.Kind, v.Length = kindOf(v, j.player), length(evidence)
	if j.target != nil {
		j.target.record(j, v, evidence)
		return nil
	}
	known, surplus := j.kinds.add(v, func(_, of int) bool { return of < manyAtOnce })
	if surplus {
		j.found.surplus = append(j.found.surplus, v)
		return nil
	}
	j.found.violations = append(j.found.violations, v)
	if known || j.tally.knows(v) || j.described.knows(j.task(), v) {
		return nil
	}
	if err := j.repeater.Repeat(stage.Now); err != nil { // the model must be deterministic
		return err
	}
	return j.describe(v, evidence)
}

// task returns the task of the current interleaving; see [sharing].
func (j *judge) task() int {
	if s, ok := j.strategy.(sharing); ok {
		return s.Task()
	}
	return 0
}

// why returns why the current interleaving is explored, or false if that is not known.
func (j *judge) why() (optimaldpor.Reversal, bool) {
	if e, ok := j.strategy.(Explaining); ok {
		return e.Reversal()
	}
	return optimaldpor.Reversal{}, false
}

// hurried reports whether to leave the current interleaving, which then does not count.
func (j *judge) hurried() bool { return j.search.engine.Watch.Hurried() }

// Explain implements [stage.Judge].
func (j *judge) Explain(err error) error {
	x := explain.Errors{Player: j.player, Own: j.result.Options.Algorithm == Own, Doubt: j.repeater.Doubt}
	if e, ok := j.strategy.(Explaining); ok {
		x.Planned = e.Planned
	}
	return x.Explain(err)
}

// length returns the number of events up to the last of the evidence.
func length(evidence []int) int {
	if len(evidence) == 0 {
		return 0
	}
	return evidence[len(evidence)-1] + 1
}

// verdictState appends everything besides the state of the system on which the verdict about an interleaving depends: the
// crashed processes, and the states and events that the rules have seen. Two interleavings with equal states and equal
// appended words have the same violations, and reach the same goals from there on, if they continue in the same way.
func (j *judge) verdictState(words []uint64) []uint64 {
	if len(j.irrelevant) > 0 { // the verdict does not depend on anything else
		return append(words, ^uint64(0))
	}
	return j.rules.Words(j.ends.Words(words))
}
