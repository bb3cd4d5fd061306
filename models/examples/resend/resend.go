// Package resend is a queue that is reached over a network that loses messages. A producer sends each item until the
// queue says that it is stored, so the queue may get an item several times, and must not store it twice.
package resend

import (
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Models returns the models.
func Models() []checker.Model {
	return []checker.Model{
		{
			Name: "resend",
			Doc:  "The producer sends an item until it is stored, and the queue knows which item was the last.",
			Main: variant{}.run, Rules: rules,
			Faults: checker.Faults{Losses: 2},
		},
		{
			Name: "resend-twice",
			Doc:  "The queue does not look whether it has had the item before.",
			Main: variant{forgets: true}.run, Rules: rules,
			Faults:   checker.Faults{Losses: 2},
			Violates: []string{once},
		},
	}
}

const (
	once    = "once"
	arrives = "arrives"
)

// items is how many items the producer has.
const items = 2

var rules = []checker.Rule{
	checker.Always(checker.Property{Name: once, Doc: "No item is stored twice."},
		func(queues []checker.Exposed[queue]) error {
			for _, q := range queues {
				if q.State.Stored > q.State.Last {
					return fmt.Errorf("%d items are stored after item %d", q.State.Stored, q.State.Last)
				}
			}
			return nil
		}),
	checker.Eventually(checker.Property{Name: arrives, Doc: "Each item is stored some time."},
		func(queues []checker.Exposed[queue]) error {
			for _, q := range queues {
				if q.State.Last == items {
					return nil
				}
			}
			return fmt.Errorf("not all of %d items are stored", items)
		}),
}

// variant is the difference between the models.
type variant struct{ forgets bool }

// queue is the state of the queue. Items have the numbers 1, 2, …
type queue struct {
	Last   int // the item that was stored last
	Stored int // how many are stored
}

type (
	put struct {
		From proc.PID
		Item int
	}
	stored struct{ Item int }
)

// run is the first process.
func (v variant) run(p *proc.P) {
	q := p.Spawn("queue", v.serve, proc.Daemon)
	p.Spawn("producer", func(p *proc.P) { produce(p, q) })
}

// produce sends each item until it is stored.
func produce(p *proc.P, queue proc.PID) {
	proc.Loop(p, 1, func(item *int) bool {
		p.SendOnce(queue, put{p.Self(), *item})
		if _, ok := p.ReceiveTimeout(proc.Equal(stored{*item})); ok {
			*item++
		}
		return *item <= items
	})
}

// serve is the process of the queue.
func (v variant) serve(p *proc.P) {
	proc.Loop(p, queue{}, func(q *queue) bool {
		m := proc.Receive[put](p)
		if v.forgets || m.Item > q.Last {
			q.Last, q.Stored = m.Item, q.Stored+1
			proc.Expose(p, *q)
		}
		p.SendOnce(m.From, stored{m.Item})
		return true
	})
}
