// Package standby has a primary server, which takes writes, and a standby server, which has a copy and takes reads. The
// network between the two may be cut; clients reach both.
package standby

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the protocol as it should be, and with a primary that acknowledges a write before the standby has it.
func Models() []checker.Model {
	cut := checker.Faults{Partitions: 1}
	return []checker.Model{
		{
			Name: "standby", Doc: "A write is acknowledged once the standby has it.",
			Main: system{waits: true}.run, Rules: rules(), Faults: cut,
		},
		{
			Name: "standby-hasty", Doc: "A write is acknowledged once the primary has it.",
			Main: system{}.run, Rules: rules(), Faults: cut, Violates: []string{upToDate},
		},
	}
}

const upToDate = "reads are up to date"

// read is announced by the client: what it has read, and the last write that was acknowledged before.
type read struct{ Value, Acknowledged int }

func rules() []checker.Rule {
	p := checker.Property{Name: upToDate, Doc: "A read returns what was acknowledged before, or a later value."}
	return []checker.Rule{checker.Monitor(p, func() func(string, read) error {
		return func(_ string, r read) error {
			if r.Value < r.Acknowledged {
				return fmt.Errorf("%d is read after %d was acknowledged", r.Value, r.Acknowledged)
			}
			return nil
		}
	})}
}

type (
	put  struct{ Value int }
	get  struct{}
	copy struct { // from the primary to the standby
		Value int
		From  proc.PID
	}
	copied struct{ Value int } // its answer
)

// system is the difference between the models.
type system struct {
	waits bool // for the standby, before a write is acknowledged
}

func (s system) run(p *proc.P) {
	standby := p.Spawn("standby", keepCopy, proc.Daemon, proc.Node)
	primary := p.Spawn("primary", func(p *proc.P) {
		for {
			r := proc.Receive[proc.Request[put]](p)
			p.Send(standby, copy{r.Body.Value, p.Self()})
			if s.waits {
				p.Receive(proc.Equal(copied{r.Body.Value}))
			}
			proc.Answer(p, r, r.Body.Value)
		}
	}, proc.Daemon, proc.Node)
	p.Spawn("client", func(p *proc.P) {
		acknowledged, _ := proc.CallTimeout[int](p, primary, put{1})
		proc.Announce(p, read{proc.Call[int](p, standby, get{}), acknowledged})
	})
}

// keepCopy is the standby.
func keepCopy(p *proc.P) {
	value := 0
	for {
		switch m := p.Receive(proc.Type[copy](), proc.Type[proc.Request[get]]()).(type) {
		case copy:
			value = m.Value
			p.Send(m.From, copied{value})
		case proc.Request[get]:
			proc.Answer(p, m, value)
		}
	}
}
