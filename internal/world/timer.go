package world

import "github.com/checkmodel/checkmodel/trace"

func performTimerStart(s *System, _ *process, op *Operation, _ *trace.Event, _ *undo) Result {
	t := s.process(trace.ActorID(op.Object))
	t.state, t.timer, t.steps = ticking, op.Timer, 0
	s.born = append(s.born, t)
	return Result{}
}

func undoTimerStart(s *System, _ *process, op *Operation, _ *undo) {
	s.process(trace.ActorID(op.Object)).state = unborn
	s.born = s.born[:len(s.born)-1]
}

// performTimerExpire is an event also if the timer has been cancelled: otherwise
// the race of the two would be seen in one order only.
func performTimerExpire(_ *System, t *process, _ *Operation, _ *trace.Event, _ *undo) Result {
	t.state = exiting
	return Result{}
}

func undoTimerExpire(_ *System, t *process, _ *Operation, _ *undo) { t.state = ticking }
