package lease

import "github.com/checkmodel/checkmodel/proc"

type (
	acquire struct{ From proc.PID }
	granted struct{ Lease int }
	release struct{ Lease int }
	expired struct{ Lease int }
)

// lockServer is the state of the lock server.
type lockServer struct {
	lease   int // of the holder, if there is one; otherwise of the last one
	held    bool
	timer   proc.Timer
	waiting []proc.PID
}

func serveLocks(p *proc.P) {
	proc.Loop(p, lockServer{}, func(s *lockServer) bool {
		switch m := p.Receive().(type) {
		case acquire:
			s.waiting = append(s.waiting, m.From)
		case release:
			if m.Lease == s.lease {
				p.CancelTimer(s.timer)
				s.held = false
			}
		case expired:
			if m.Lease == s.lease {
				s.held = false
			}
		}
		s.grant(p)
		return true
	})
}

// grant gives the lock to the next client if it is free, and starts its lease. The duration does
// not matter: the lease may expire at any moment.
func (s *lockServer) grant(p *proc.P) {
	if s.held || len(s.waiting) == 0 {
		return
	}
	s.held = true
	s.lease++
	p.Send(s.waiting[0], granted{s.lease})
	s.waiting = s.waiting[1:]
	s.timer = p.SendAfter(p.Self(), expired{s.lease})
}
