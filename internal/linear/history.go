package linear

import (
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
)

// HistoryEvent is an event of a process, with its number in a trace.
type HistoryEvent[C, R any] struct {
	Process string
	Event   Event[C, R]
	Number  int
}

// History returns the operations of a history up to the first whose result is impossible; nil if there is none.
func (l State[S, C, R]) History(apply func(S, C) (S, R), announced []HistoryEvent[C, R]) (all []result.HistoryOperation) {
	l.Traced = true
	for _, a := range announced {
		o := a.Event
		if !o.Returned {
			all = append(all, result.HistoryOperation{Process: a.Process, Call: proc.Format(o.Call), Called: a.Number})
			l = l.called(a.Process, o.Call, len(all)-1)
			continue
		}
		at := l.last(a.Process)
		if at < 0 {
			return nil
		}
		of := &all[l.Pending[at].Number]
		of.Result, of.Returned = proc.Format(o.Result), a.Number
		after, _, _ := l.returned(apply, a.Process, o.Result)
		if len(after.Outcomes) > 0 {
			l = after
			continue
		}
		of.Stuck = true
		for i, p := range l.Outcomes[0].Order {
			all[p.Number].Order, all[p.Number].State = i+1, p.State
		}
		return all
	}
	return nil
}
