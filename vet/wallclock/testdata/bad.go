package testdata

import (
	"context"
	"time"

	"github.com/checkmodel/checkmodel/proc"
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
