package world

import "github.com/checkmodel/checkmodel/internal/world/program"

// compareRequests compares the pending operations of processes in a system with their pending operations in a twin
// that has executed the same schedule. It panics with a [*guard.ModelError] if they differ.
func compareRequests(s, t *System) {
	for _, a := range s.started {
		p, ok := a.(*process)
		if !ok || !p.running() {
			continue
		}
		if q := t.process(p.id.ID); q.at != nil && !p.at.Op.Same(&q.at.Op.Op) {
			asks := t.Asked(p.id, &q.at.Op)
			panic(program.NotDeterministic(0, s.Asked(p.id, &p.at.Op), asks, program.SameSchedule))
		}
	}
}
