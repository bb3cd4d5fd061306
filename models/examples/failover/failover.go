// Package failover has a primary server, which may crash, and a backup, which acts in its place once a failure detector
// suspects the primary. There must never be two servers that act.
package failover

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/proc/detector"
)

// Models returns three models of the protocol: with an accurate detector; with a detector that makes a mistake and a
// backup that asks the primary to stop first; and with a detector that makes a mistake and a backup that does not ask.
func Models() []checker.Model {
	crash := checker.Faults{Crashes: 1}
	return []checker.Model{
		{
			Name: "failover", Doc: "The backup acts once an accurate failure detector suspects the primary.",
			Main: system{}.run, Rules: rules(), Faults: crash,
		},
		{
			Name: "failover-asks", Doc: "The detector makes mistakes. The backup asks the primary to stop, and acts once it has stopped or ended.",
			Main: system{mistakes: 1, asks: true}.run, Rules: rules(), Faults: crash,
		},
		{
			Name: "failover-mistaken", Doc: "The detector suspects the primary although it has not crashed.",
			Main: system{mistakes: 1}.run, Rules: rules(), Faults: crash, Violates: []string{oneActs},
		},
	}
}

const oneActs = "one server acts"

// acts is the state of a server: whether it answers clients.
type acts struct{ Yes bool }

func rules() []checker.Rule {
	one := checker.Always(checker.Property{Name: oneActs, Doc: "At most one living server acts."}, func(all []checker.Exposed[acts]) error {
		var acting []string
		for _, e := range all {
			if e.State.Yes {
				acting = append(acting, e.Process)
			}
		}
		if len(acting) > 1 {
			return fmt.Errorf("%v act", acting)
		}
		return nil
	})
	some := checker.Finally(checker.Property{Name: "some server acts", Doc: "In the end a living server acts."}, func(all []checker.Exposed[acts]) error {
		for _, e := range all {
			if e.State.Yes {
				return nil
			}
		}
		return fmt.Errorf("no server acts")
	})
	return []checker.Rule{one.Living(), some.Living()}
}

type (
	stop    struct{ From proc.PID } // asks the primary to stop
	stopped struct{}                // its answer
)

// system is the configuration of a model.
type system struct {
	mistakes int  // of the failure detector
	asks     bool // the backup asks the primary before it acts
}

func (s system) run(p *proc.P) {
	primary := p.Spawn("primary", func(p *proc.P) {
		proc.Expose(p, acts{true})
		m := proc.Receive[stop](p)
		proc.Expose(p, acts{false})
		p.Send(m.From, stopped{})
	}, proc.Daemon, proc.Node)
	p.Spawn("backup", func(p *proc.P) {
		detector.Start(p, s.mistakes, primary)
		proc.Receive[detector.Suspect](p)
		if s.asks {
			p.Send(primary, stop{p.Self()})
			s.await(p, primary)
		}
		proc.Expose(p, acts{true})
		p.Receive(proc.Equal("end")) // blocks for ever
	}, proc.Daemon)
}

// await waits until the primary has stopped or ended.
func (s system) await(p *proc.P, primary proc.PID) {
	p.Monitor(primary)
	p.Receive(proc.Type[stopped](), proc.Type[proc.Down]())
}
