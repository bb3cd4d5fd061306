// Package lockserver is a server that gives a lock to one client after the other: a model, and a program that serves connections. Tests of
// the program are made from the model (package drive).
package lockserver

import (
	"errors"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "lockserver",
			Doc:  "Only the client that has the lock can unlock it.",
			Main: model(false), Rules: rules,
		},
		{
			Name: "lockserver-unlocked-by-all",
			Doc:  "Each client can unlock.",
			Main: model(true), Rules: rules,
			Violates: []string{oneHolder},
		},
	}
}

const oneHolder = "one holder"

var rules = []checker.Rule{
	checker.Monitor(checker.Property{Name: oneHolder, Doc: "At most one client believes that it has the lock."}, func() func(string, has) error {
		holders := 0
		return func(_ string, is has) error {
			if !is {
				holders--
				return nil
			}
			if holders++; holders > 1 {
				return errors.New("two clients have the lock")
			}
			return nil
		}
	}),
}

// has is announced by a client: whether it has the lock from now on.
type has bool

type (
	lock   struct{ From proc.PID }
	unlock struct{ From proc.PID }
	closed struct{ From proc.PID } // its connection has ended

	granted  struct{} // a client has the lock
	unlocked struct{}
	refused  struct{}
)

// situation is the state that the server exposes.
type situation struct {
	Held    bool
	Waiting int
}

// model returns the first process. The clients ann and bob do as they should, and eve does not.
func model(byAll bool) func(*proc.P) {
	return func(p *proc.P) {
		server := p.Spawn("server", func(p *proc.P) { serve(p, byAll) }, proc.Daemon)
		for _, name := range []string{"ann", "bob"} {
			p.Spawn(name, func(p *proc.P) { client(p, server) })
		}
		p.Spawn("eve", func(p *proc.P) {
			p.Send(server, unlock{p.Self()})
			p.Send(server, lock{p.Self()})
			p.Send(server, closed{p.Self()})
		})
	}
}

// client locks, and unlocks or locks again, if it does not close its connection before.
func client(p *proc.P, server proc.PID) {
	p.Send(server, lock{p.Self()})
	if p.Choose(2) == 0 {
		p.Receive()
		proc.Announce(p, has(true))
		if p.Choose(2) == 0 {
			p.Send(server, lock{p.Self()})
			p.Receive()
		}
		proc.Announce(p, has(false))
		p.Send(server, unlock{p.Self()})
		p.Receive()
	}
	p.Send(server, closed{p.Self()})
}

// line has the clients that want the lock. The first one has it.
type line []proc.PID

// serve is the server.
func serve(p *proc.P, byAll bool) {
	proc.Loop(p, line(nil), func(clients *line) bool {
		switch m := p.Receive().(type) {
		case lock:
			if slices.Contains(*clients, m.From) {
				p.Send(m.From, refused{})
				break
			}
			if *clients = append(*clients, m.From); len(*clients) == 1 {
				p.Send(m.From, granted{})
			}
		case unlock:
			if len(*clients) == 0 || (*clients)[0] != m.From && !byAll {
				p.Send(m.From, refused{})
				break
			}
			p.Send(m.From, unlocked{})
			clients.leave(p, (*clients)[0])
		case closed:
			clients.leave(p, m.From)
		}
		proc.Expose(p, situation{len(*clients) > 0, max(0, len(*clients)-1)})
		return true
	})
}

// leave removes a client. If it had the lock, the next one has it.
func (l *line) leave(p *proc.P, client proc.PID) {
	i := slices.Index(*l, client)
	if i < 0 {
		return
	}
	if *l = slices.Delete(*l, i, i+1); i == 0 && len(*l) > 0 {
		p.Send((*l)[0], granted{})
	}
}
