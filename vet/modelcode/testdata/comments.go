package testdata

import (
	"time"

	"github.com/checkmodel/checkmodel/proc"
)

func process(p *proc.P) {
	//checkmodel:allow wallclock // want `checkmodel:allow wallclock lacks a reason`
	time.Now() // want `time\.Now uses the clock`
	p.Self()   //checkmodel:allow wallclock there is no clock here // want `allows nothing: there is no such finding here`
}
