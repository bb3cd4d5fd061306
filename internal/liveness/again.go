package liveness

import "github.com/checkmodel/checkmodel/trace"

// Repeats executes a schedule, and returns after how many of its steps the others can repeat for ever, so that the
// interleaving is fair and the condition never holds. It returns false if they cannot. The error is a
// [*stage.Difference] if a step is not possible.
func (e *Exploration) Repeats(steps trace.Schedule) (from int, ok bool, err error) {
	var ids []trace.Fingerprint
	var enabled []map[trace.ActorID]bool
	if err := e.Player.StepBack(0); err != nil {
		return 0, false, err
	}
	for n := 0; ; n++ {
		id, holds := e.Identify()
		if holds || e.Outside != nil && e.Outside() {
			return 0, false, nil
		}
		actors := map[trace.ActorID]bool{}
		for _, p := range e.Player.World().Enabled(nil) {
			actors[p.Actor] = true
		}
		for _, p := range e.Player.World().Awaiting(nil) {
			if p.Op.Polls() {
				actors[p.Actor] = false
			}
		}
		ids, enabled = append(ids, id), append(enabled, actors)
		if n == len(steps) {
			break
		}
		if err := e.step(steps[n]); err != nil {
			return 0, false, err
		}
	}
	last := len(steps)
	for from := range last {
		if ids[from] == ids[last] && e.fairCycle(steps[from:], enabled[from:last]) {
			return from, true, nil
		}
	}
	return 0, false, nil
}

// fairCycle reports whether each actor takes a step of the cycle, or is disabled in a state of it; for strong fairness, in all
// of its states. An actor that is not enabled but polls takes a step that changes nothing.
func (e *Exploration) fairCycle(steps trace.Schedule, enabled []map[trace.ActorID]bool) bool {
	moves, waits := map[trace.ActorID]bool{}, map[trace.ActorID]bool{}
	for i, st := range steps {
		moves[st.Actor] = true
		for a := range enabled[0] {
			waits[a] = waits[a] || !enabled[i][a]
		}
	}
	for _, can := range enabled {
		for a := range can {
			moves[a] = moves[a] || !can[a]
		}
	}
	for _, can := range enabled {
		for a := range can {
			if !moves[a] && (e.Strong || can[a] && enabled[0][a] && !waits[a]) {
				return false
			}
		}
	}
	return true
}
