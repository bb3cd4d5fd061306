package testdata

import (
	"context"
	"time"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/wallclock/testdata/elsewhere"
)

func process(p *proc.P) {
	start := time.Now()          // want `time\.Now uses the clock`
	time.Sleep(time.Millisecond) // want `time\.Sleep uses the clock`
	if time.Since(start) > 0 {   // want `time\.Since uses the clock`
		p.Exit(nil)
	}
	clock := time.Now // want `time\.Now uses the clock`
	clock()
	deadline()
}

// A process calls it.
func deadline() {
	_, cancel := context.WithTimeout(context.Background(), time.Second) // want `context\.WithTimeout uses the clock`
	cancel()
}

type member struct{ p *proc.P }

func (m member) wait() {
	<-time.After(time.Second) // want `time\.After uses the clock`
}

func condition(m int) bool {
	return time.Now().IsZero() // want `time\.Now uses the clock`
}

func conditions(p *proc.P) {
	proc.Receive(p, condition)
	proc.Receive(p, func(m int) bool { return !time.Now().IsZero() }) // want `time\.Now uses the clock`
}

// What functions of other packages do shows where they are called.
func hidden(p *proc.P) {
	p.Send(p.Self(), elsewhere.Stamp())        // want `Stamp uses the clock \(elsewhere\.now -> time\.Now at vet/wallclock/testdata/elsewhere/elsewhere\.go:9\)`
	p.Send(p.Self(), elsewhere.Watch{}.Read()) // want `Read uses the clock \(elsewhere\.Stamp -> elsewhere\.now -> time\.Now at `
	p.Send(p.Self(), elsewhere.Clock())        // want `Clock uses the clock \(time\.Now at `
	p.Send(p.Self(), elsewhere.Deep())         // want `Deep uses the clock \(elsewhere\.deeper -> elsewhere\.deepest -> \.\.\. -> elsewhere\.Stamp -> elsewhere\.now -> time\.Now at `
	p.Send(p.Self(), answers["now"]())
	through()
}

func through() { indirectly() }

func indirectly() { elsewhere.Stamp() } // want `Stamp uses the clock`

// What a process calls may be in a variable of the package.
var answers = map[string]func() int64{"now": now, "then": func() int64 { return time.Now().Unix() }} // want `time\.Now uses the clock`

func now() int64 { return time.Now().Unix() } // want `time\.Now uses the clock`
