package judge

import (
	"context"

	"github.com/checkmodel/checkmodel/internal/claims"
	"github.com/checkmodel/checkmodel/internal/lenient"
	"github.com/checkmodel/checkmodel/internal/rules"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/minimize"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Config says how the interleavings of a search are judged.
type Config struct {
	Context     context.Context
	Loop        *stage.Loop
	Tally       Tally
	Rules       *rules.Common
	Claims      []claims.Claim                // that messages commute
	Fingerprint func(message any) string      // of the model; see [lenient.NewLikenesses]
	Within      func(w *stage.World) bool     // reports whether the search leaves a state; nil is every state
	Progress    func(states, transitions int) // is told how far a graph of states is; may be nil

	MaxEvents int
	Trust     bool    // the model is deterministic, its rules are pure and its claims true
	Exact     bool    // whole states are compared
	View      uintptr // the code of the view by which states are compared; 0 if there is none
	Merges    bool    // the strategy goes on with each state once
	Own       bool    // the strategy is a user's
	Afresh    bool    // an interleaving is executed from its beginning
	Replays   bool    // a schedule is executed: it is shown in its order, unless it is to be Readable
	Readable  bool
	Partial   bool // an interleaving that the strategy abandons is judged as far as it goes
	Ahead     int  // how many events after a replay are explored at least, to judge what can follow; 0 is none
	Counts    bool // the strategy has interleavings entered into the result; otherwise the judge does so
	Unordered bool // any two messages to a mailbox race
	Patterns  bool // messages race only where a receive can tell which came first
	Keeps     bool // events of interleavings are kept
	Causes    bool // it is recorded why interleavings are explored
	Examples  int  // how many interleavings to describe

	Witness string // a goal; the interleaving that reaches it is described. "" is none

	// Earlier is the number of interleavings before the search was resumed, and Joined reports whether other workers execute some as
	// well, which then have no order; nil if there is only one worker, or the order is known.
	Earlier int
	Joined  func() bool
	// AsExplored prepares a world for the exploration of a search, during a replay, which admits more.
	AsExplored func(*world.System)
}

// Judge judges the interleavings of one worker. It implements [stage.Judge].
type Judge struct {
	Config
	First      bool           // of the judges of the search
	Strategy   stage.Strategy // of the worker
	Player     *stage.Player
	World      *stage.World
	System     *world.System // the world if it simulates a model; otherwise nil
	Repeater   *stage.Repeater
	Likenesses *lenient.Likenesses
	// Wanted reports whether a violation that the evidence shows is looked for, and returns its run; nil are all. Others are ignored.
	Wanted func(v *result.Violation, evidence []int) (minimize.Run, bool)

	found      Execution      // of the current interleaving
	schedule   trace.Schedule // of its events at the last End, as far as they are the same
	rules      *rules.Evaluator
	claims     *claims.Claims // nil if the model claims nothing
	ends       rules.Exits
	irrelevant []int // the positions of the events by which an assumption does not hold
	described  descriptions
	kinds      kinds // of the violations of the current interleaving
	ahead      ahead // of a replay
	examples   int   // how many interleavings were described
	walks      int   // how often states were compared that an exchange of processes makes the same
}

// New returns the judge of the worker with the player.
func New(c Config, p *stage.Player) *Judge {
	j := &Judge{Config: c, Player: p, World: p.World(), System: world.Simulated(p.World()), Repeater: c.Loop.Repeater(c.Context, p, c.Trust), kinds: kinds{}}
	j.rules = rules.New(rules.Config{
		Common: c.Rules, Loop: c.Loop, Player: p, Repeater: j.Repeater, Over: func() bool { return c.Tally.Over(c.Context, 0) },
		Trust: c.Trust, Exact: c.Exact, Viewed: c.View != 0,
	})
	j.ends.Player = p
	j.Likenesses = lenient.NewLikenesses(j.World, c.Fingerprint)
	if len(c.Claims) > 0 {
		j.claims = claims.New(c.Claims, j.System, c.Loop.Calls)
	}
	if c.Merges {
		p.Judged = j.verdictState
		if c.Within != nil {
			p.Within = func() bool { return c.Within(j.World) }
		}
	}
	return j
}

// Outcome returns the outcome of the current interleaving.
func (j *Judge) Outcome() *Execution { return &j.found }

// Assertions returns the properties that processes have asserted so far.
func (j *Judge) Assertions() []string {
	if j.System == nil {
		return nil
	}
	return j.System.Assertions()
}

// Observe implements [stage.Judge].
func (j *Judge) Observe(depth int, e *trace.Event) {
	j.Repeater.Executed++
	j.ends.Mark(e, depth)
	j.rules.Mark(e, depth)
	if e.Irrelevant() {
		j.irrelevant = append(j.irrelevant, depth)
	}
}

// Back implements [stage.Judge].
func (j *Judge) Back(depth int) {
	j.ends.Back(depth)
	j.rules.Back(depth)
	for n := len(j.irrelevant); n > 0 && j.irrelevant[n-1] >= depth; n-- {
		j.irrelevant = j.irrelevant[:n-1]
	}
	j.schedule = j.schedule[:min(depth, len(j.schedule))]
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
func (j *Judge) verdictState(words []uint64) []uint64 {
	if len(j.irrelevant) > 0 { // the verdict does not depend on anything else
		return append(words, ^uint64(0))
	}
	return j.rules.Words(j.ends.Words(words))
}

// shouldLeave reports whether to leave the current interleaving, which then does not count.
func (j *Judge) shouldLeave() bool { return j.Loop.Watch.Hurried() }

// ahead has the violations by continuations of a replay.
type ahead struct {
	known      bool
	violations []*result.Violation
	err        error // if that could not be found out
}
