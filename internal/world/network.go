package world

import (
	"fmt"
	patterns "path"
	"regexp"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
)

// Messages from one process to another may be lost, duplicated and reordered, within budgets.
//
// A message is lost when a receive would take it: the process then goes on waiting. So a message that is never
// taken is not lost, which would make no difference. That is an alternative of the receive.
//
// The fault of a message on its way is an alternative of its send, as the place of a copy in the mailbox matters. A copy
// has a channel of its own, as in a bag. So has a message that is reordered.
//
// How many alternatives an operation has does not depend on the state. Which of them a budget still admits does, and
// these are not offered (trace.Pending). So no event depends on another one because of a budget: each order of the
// same faults is possible, or none is.

// Link says how many of the messages that it matches may be lost, duplicated and reordered. The names are patterns of
// path.Match: of the sender, the receiver, and the type of the message; "" and "*" match all.
type Link struct {
	From, To, Message               string
	Losses, Duplicates, Reorderings int
}

// network holds the budgets of the faults of messages. A system shares it with its twins.
type network struct {
	links   []Link
	budgets []*trace.Budget // of the links; nil where there are no faults
	matched []atomic.Bool   // by links
	losing  bool            // a message may be lost
	sends   int32           // how many alternatives a send has
	cuts    bool            // there are partitions
	ends    bool            // connections end with the life of a node

	mu    sync.Mutex
	known map[way]*trace.Budget
}

// way is the key on which the faults of a message depend.
type way struct {
	from, to trace.ActorID
	message  trace.ValueID
}

// newNetwork returns nil if no message has faults, there are no partitions, and no connections that end.
func newNetwork(f Faults) *network {
	n := &network{links: f.Links, matched: make([]atomic.Bool, len(f.Links)), cuts: f.Partitions > 0, ends: f.Connections && f.Crashes > 0}
	n.forget()
	any := n.cuts || n.ends
	for i, l := range f.Links {
		if l.Losses == 0 && l.Duplicates == 0 && l.Reorderings == 0 {
			n.budgets = append(n.budgets, nil)
			continue
		}
		any = true
		b := &trace.Budget{Number: int32(i + 1)}
		b.Limits[trace.Lost], b.Limits[trace.Duplicated], b.Limits[trace.Reordered] = int32(l.Losses), int32(l.Duplicates), int32(l.Reorderings)
		n.budgets = append(n.budgets, b)
		n.losing = n.losing || l.Losses > 0
		for fault, limit := range b.Limits {
			if limit > 0 && trace.MessageFault(fault) != trace.Lost {
				n.sends = max(n.sends, int32(fault)+1)
			}
		}
	}
	if !any {
		return nil
	}
	return n
}

// forget forgets the budgets of messages: values will have other numbers.
func (n *network) forget() {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = map[way]*trace.Budget{}
}

// copies reports whether messages may go through channels of their own.
func (n *network) copies() bool { return n != nil && n.sends > 0 }

// budgetOf returns the budget of the faults of a message; nil if it has none.
func budgetOf(s *System, from, to trace.ActorID, message trace.ValueID) *trace.Budget {
	n := s.network
	if n == nil || from == to {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	w := way{from, to, message}
	b, known := n.known[w]
	if !known {
		b = n.match(s.Actors.ByID(from).Name, s.Actors.ByID(to).Name, unqualified(fmt.Sprintf("%T", s.Values.Get(message))))
		n.known[w] = b
	}
	return b
}

func (n *network) match(from, to, message string) *trace.Budget {
	for i, l := range n.links {
		if fits(l.From, from) && fits(l.To, to) && fits(l.Message, message) {
			n.matched[i].Store(true)
			return n.budgets[i]
		}
	}
	return nil
}

func fits(pattern, name string) bool {
	ok, _ := patterns.Match(pattern, name)
	return ok || pattern == "" || pattern == "*"
}

// qualifiers are the packages in the name of a type.
var qualifiers = regexp.MustCompile(`[\pL\pN_./~-]*\.`)

// unqualified returns the name of a type without packages.
func unqualified(full string) string { return qualifiers.ReplaceAllString(full, "") }

// Unmatched returns the links that have matched no message in any interleaving so far, of those given to SetFaults.
func Unmatched(s *System) (links []Link) {
	for i := range s.budget.Links {
		if s.network != nil && !s.network.matched[i].Load() {
			links = append(links, s.budget.Links[i])
		}
	}
	return links
}

// budget returns the budget of a number; nil if that is 0.
func (n *network) budget(number int32) *trace.Budget {
	if n == nil || number == 0 {
		return nil
	}
	return n.budgets[number-1]
}

func numberOf(b *trace.Budget) int32 {
	if b == nil {
		return 0
	}
	return b.Number
}

// barredOf returns which alternatives of the pending operation of a process are not possible now.
func barredOf(s *System, p *process, op *Operation) (barred trace.Alternatives) {
	if op.Kind == trace.Choose || op.External() {
		return 0
	}
	b := upcoming(s, p, op)
	for a := int32(1); a < op.Alternatives; a++ {
		if fault := op.Fault(a); b == nil || s.cells.get(faulted(b, fault)) >= b.Limits[fault] {
			barred |= 1 << a
		}
	}
	return barred
}

// upcoming returns the budget of the message that a process is about to send or to take; nil if there is none.
func upcoming(s *System, p *process, op *Operation) *trace.Budget {
	switch op.Kind {
	case trace.Send:
		return budgetOf(s, p.id.ID, trace.ActorID(op.Object), op.Value)
	case trace.SendName:
		if to := s.cells.holder(op.Key); to != trace.NoActor {
			return budgetOf(s, p.id.ID, to, op.Value)
		}
	case trace.Receive, trace.ReceiveTimeout:
		if canReceive(s, p, op) {
			return s.network.budget(p.mailbox.At(p.passed).Budget)
		}
	}
	return nil
}

func faulted(b *trace.Budget, fault trace.MessageFault) trace.Cell {
	return trace.Cell{Space: trace.Faulted, Object: b.Number, Key: int32(fault)}
}

// spend counts the fault of an event, if it is one.
func spend(s *System, ev *trace.Event) {
	if fault := ev.Fault(); fault != trace.NoFault {
		c := faulted(ev.Budget, fault)
		s.cells.write([]trace.Access{{Cell: c, Effect: trace.Update, After: s.cells.get(c) + 1}})
	}
}

// send puts a message on its way, unless the event has delivered it.
func (p *process) send(s *System, to trace.ActorID, ev *trace.Event, u *undo) {
	if s.network != nil {
		ev.Budget = budgetOf(s, p.id.ID, to, ev.Value)
		spend(s, ev)
	}
	fault, gone := ev.Fault(), ev.Severed() || ev.Dropped()
	if fault == trace.NoFault && (ev.Delivers() || gone) {
		return
	}
	key := trace.WithLife(numberOf(ev.Budget), addressed(s, to, ev))
	op := Operation{Op: trace.Op{Kind: trace.Deliver, Object: int32(to), Key: trace.ValueID(key), Value: ev.Value, Expected: ev.Expected}}
	copied := op
	if key := keyOf(ev); key != trace.NoValue {
		op.Flags, op.Key = trace.On, key
	}
	if !ev.Delivers() && !gone && fault != trace.Reordered {
		p.handOver(s, to, op, ev, u)
	}
	switch fault {
	case trace.Reordered:
		p.handOverAlone(s, to, op, false, ev, u)
	case trace.Duplicated:
		p.handOverAlone(s, to, copied, true, ev, u)
	}
}

// Alternatives returns how many alternatives a send and a receive have, 0 for none.
func (x *Execution) Alternatives() (send, receive int32) {
	n := x.sys.network
	if n == nil {
		return 0, 0
	}
	if n.losing {
		receive = 2
	}
	return n.sends, receive
}
