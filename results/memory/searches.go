package main

import (
	"fmt"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/proc"
)

// search is a search that takes longer than the measurement.
type search struct {
	name    string
	what    string // in a sentence
	model   checker.Model
	options checker.Options
}

// corfuModel is a larger model, with more interleavings than are measured.
const corfuModel = "middle-1to2"

// searches returns the searches that are measured.
func searches() []search {
	var chain checker.Model
	for _, m := range corfu.Models() {
		if m.Name == corfuModel {
			chain = m
		}
	}
	return []search{
		{"values", "Each message has a new value: a process sends on all that it has received, in order.",
			checker.Model{Name: "values", Main: collect(passOn)}, checker.Options{}},
		{"bounds", "One bound after the other (`-bound 0..1000`), of the model " + corfuModel + " of CORFU.",
			chain, checker.Options{Bound: bounding.Tree(1000).From(0)}},
		{"kinds", "Each violation has a new explanation (`-until end`): the order of the messages.",
			checker.Model{Name: "kinds", Main: collect(complain)}, checker.Options{Until: checker.UntilEnd}},
		{"corfu", "The model " + corfuModel + " of CORFU, without a bound.",
			chain, checker.Options{}},
	}
}

// senders is the number of senders: no computer explores 12! orders in a day.
const senders = 12

// collect returns a first process that receives a message from each sender, and passes all of them
// to then.
func collect(then func(p *proc.P, received []string)) func(*proc.P) {
	return func(p *proc.P) {
		me := p.Self()
		for i := range senders {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, fmt.Sprintf("message %c", 'a'+i)) })
		}
		var received []string
		for range senders {
			received = append(received, proc.Receive[string](p))
		}
		then(p, received)
	}
}

// passOn sends all messages to a process that takes them.
func passOn(p *proc.P, received []string) {
	taker := p.Spawn("taker", func(p *proc.P) { proc.Receive[[]string](p) })
	p.Send(taker, received)
}

// complain violates a property, with a different explanation for each order.
func complain(p *proc.P, received []string) {
	p.Assert(false, "no order", "the messages are %v", received)
}
