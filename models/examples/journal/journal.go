// Package journal is a server that must not lose what it has acknowledged, although it may crash after any
// step and be started again.
//
// The server is a node (proc.Node), and the faults of the models let it crash once. Its disk is a table of another
// process, which a crash does not touch.
package journal

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

type (
	put struct{ Value int } // asks the server to store a value
	get struct{}            // asks for the value
)

// disk is what a crash leaves: one row with the value.
type disk = proc.Table[string, int]

// Models returns the right server, and one that stores too late.
func Models() []checker.Model {
	once := checker.Faults{Crashes: 1, Restarts: 1}
	return []checker.Model{
		{
			Name: "journal", Doc: "The server stores a value before it acknowledges it.",
			Main: system(storeFirst), Faults: once,
		},
		{
			Name: "journal-acknowledged-first", Doc: "The server stores a value when it is read, after it has acknowledged it.",
			Main: system(storeLate), Faults: once, Violates: []string{"what is acknowledged is kept"},
		},
	}
}

func system(handle func(*proc.P, disk, *int, any) int) func(*proc.P) {
	return func(p *proc.P) {
		main := p.Self()
		p.Spawn("disk", func(p *proc.P) {
			p.Send(main, proc.NewTable[string, int](p, "values"))
			proc.Receive[string](p) // for ever: the table goes when its owner ends
		}, proc.Daemon)
		d := proc.Receive[disk](p)
		server := p.Spawn("server", func(p *proc.P) {
			value, _ := d.Lookup(p, "value") // what an earlier life has stored
			proc.Serve(p, value, func(value *int, _ proc.PID, request any) int { return handle(p, d, value, request) })
		}, proc.Daemon, proc.Node)
		p.Spawn("client", func(p *proc.P) { client(p, server) })
	}
}

// client stores a value and reads it again. The server does not answer while it is down.
func client(p *proc.P, server proc.PID) {
	if _, ok := proc.CallTimeout[int](p, server, any(put{1})); !ok {
		return
	}
	if value, ok := proc.CallTimeout[int](p, server, any(get{})); ok {
		p.Assert(value == 1, "what is acknowledged is kept", "the server has acknowledged 1 and has %d now", value)
	}
}

func storeFirst(p *proc.P, d disk, value *int, request any) int {
	if m, ok := request.(put); ok {
		*value = m.Value
		d.Insert(p, "value", m.Value)
	}
	return *value
}

func storeLate(p *proc.P, d disk, value *int, request any) int {
	switch m := request.(type) {
	case put:
		*value = m.Value
	case get:
		d.Insert(p, "value", *value)
	}
	return *value
}
