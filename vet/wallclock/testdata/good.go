package testdata

import (
	"time"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/wallclock/testdata/elsewhere"
)

// Nothing of this depends on the clock.
func calls(p *proc.P) {
	p.SendAfter(p.Self(), elsewhere.Lease())
	p.Logf("%s", elsewhere.Logged())
	p.Logf("%s %d", elsewhere.Begun, elsewhere.Ask(nil))
}

// No process refers to it.
var stamps = []func() int64{elsewhere.Stamp}

// A duration has no clock in it, nor has a date that is written down.
func waits(p *proc.P) {
	const lease = 3 * time.Second
	birth := time.Date(2009, 11, 10, 0, 0, 0, 0, time.UTC)
	p.SendAfter(p.Self(), birth.Add(lease))
	p.ReceiveTimeout()
}

// No process calls it.
func measure() time.Time { return time.Now() }

func logs(p *proc.P) {
	p.Logf("%v", time.Now()) //checkmodel:allow wallclock the line is only looked at
	//checkmodel:allow wallclock so is this one
	p.Logf("%v", time.Now())
}

// all says why all of it is as it should be.
//
//checkmodel:allow wallclock the time is thrown away
func all(p *proc.P) {
	time.Now()

	time.Now()
}
