// Package detector has a failure detector for models: a process that tells another one which processes it suspects to
// have ended. It is complete: it suspects each process that has ended, some time and then for ever. It may make a limited number
// of mistakes, and corrects each of them; so it is eventually accurate. A detector that makes no mistakes is
// accurate. These are the classes P and ◇P of Chandra and Toueg, "Unreliable failure detectors for reliable distributed
// systems", section 2.4.
//
// In a system in which messages take any time, an accurate detector cannot be built. So a protocol should hold with
// mistakes.
package detector

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

type (
	// Suspect is the message that the detector suspects the process to have ended.
	Suspect struct{ Process proc.PID }
	// Trust is the message that it does not suspect the process any more: to do so was a mistake.
	Trust struct{ Process proc.PID }
)

// Start starts a failure detector for p, which gets its messages until p ends. It watches the given processes. It makes
// up to the given number of mistakes, which must be 0 or more: it suspects a process that has not ended, and trusts it
// later. The search explores each number of mistakes, and all moments for them.
//
// A node that has crashed remains suspected, even if it is restarted. If p is a node, it must start a detector again when
// it is restarted.
func Start(p *proc.P, mistakes int, watched ...proc.PID) {
	owner := p.Self()
	watched = slices.Clone(watched)
	p.Spawn("detector", func(p *proc.P) { detect(p, owner, mistakes, watched) }, proc.Daemon)
}

// state is the state of a detector.
type state struct {
	Left      int        // mistakes to come
	Alive     []proc.PID // that it does not know to have ended
	Suspected proc.PID   // by mistake; the zero PID if none is
}

func detect(p *proc.P, owner proc.PID, mistakes int, watched []proc.PID) {
	p.Monitor(owner)
	for _, pid := range watched {
		p.Monitor(pid)
	}
	proc.Loop(p, state{Left: p.Choose(mistakes + 1), Alive: watched}, func(s *state) bool {
		var down proc.Down
		ended := true
		if s.Suspected == (proc.PID{}) && s.Left == 0 {
			down = proc.Receive[proc.Down](p)
		} else {
			down, ended = proc.ReceiveTimeout[proc.Down](p)
		}
		switch {
		case ended && down.From == owner:
			return false
		case ended:
			s.noteEnd(p, owner, down.From)
		case s.Suspected != proc.PID{}:
			p.Send(owner, Trust{s.Suspected})
			s.Suspected = proc.PID{}
		default:
			s.Left--
			s.Suspected = proc.Pick(p, s.Alive...)
			p.Send(owner, Suspect{s.Suspected})
		}
		return len(s.Alive) > 0
	})
}

// noteEnd records the end of a process, and reports the process as suspected unless it was suspected before.
func (s *state) noteEnd(p *proc.P, owner, pid proc.PID) {
	s.Alive = slices.DeleteFunc(slices.Clone(s.Alive), func(other proc.PID) bool { return other == pid })
	if s.Suspected == pid {
		s.Suspected = proc.PID{}
		return
	}
	p.Send(owner, Suspect{pid})
}
