package corfu

import "github.com/checkmodel/checkmodel/proc"

// logServer is the state of a log server. It starts nothing by itself, and knows
// no other server (2.3).
type logServer struct {
	epoch epoch
	// stopped: it knows of a later epoch, and does not serve until it is told its layout.
	stopped bool
	store   store
}

// serveLog is the process of a log server, which starts with an empty store.
func serveLog(p *proc.P) {
	proc.Loop(p, logServer{epoch: 1}, func(s *logServer) bool {
		switch m := p.Receive().(type) {
		case request:
			proc.Answer[any, any](p, m, s.perform(m.Body.(logOperation)))
		case stop:
			return false
		}
		return true
	})
}

func (s *logServer) perform(op logOperation) result {
	if op, ok := op.(adopt); ok && op.layout.epoch > s.epoch {
		s.epoch, s.stopped = op.layout.epoch, false
		s.store.merge()
		return result{status: accepted}
	}
	if op.inEpoch() < s.epoch {
		return result{status: staleEpoch}
	}
	if op.inEpoch() > s.epoch {
		s.stopped = true
	}
	if s.stopped {
		return result{status: outOfService}
	}
	switch op := op.(type) {
	case read:
		if v := s.store.read(op.role); v != unwritten {
			return result{found, v}
		}
		return result{status: notWritten}
	case write:
		return result{status: s.store.write(op.role, op.value)}
	case overwrite:
		return result{status: s.store.overwrite(op.value)}
	}
	panic("not an operation of a log server")
}
