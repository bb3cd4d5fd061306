package environment

import (
	"fmt"
	patterns "path"
	"regexp"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/trace"
)

// Dropping reports whether messages from and to lives that have ended are dropped.
func (n *Network) Dropping() bool { return n != nil && n.connectionsEnd }

// Link limits the losses, duplicates and reorderings of some messages. From, To and Message are patterns of path.Match for
// the sender, the receiver and the type of the messages; "" and "*" match all.
type Link struct {
	From, To, Message               string
	Losses, Duplicates, Reorderings int
}

// Network holds the budgets of the faults of messages. A system shares it with its twins.
type Network struct {
	ids            *identity.Store
	links          []Link
	budgets        []*trace.Budget // of the links; nil where there are no faults
	matches        []atomic.Bool   // by links
	Losing         bool            // a message may be lost
	Sends          int32           // how many alternatives a send has
	Cuts           bool            // there are partitions
	connectionsEnd bool            // connections end with the life of a node

	mu          sync.Mutex
	budgetCache map[way]*trace.Budget
}

// way determines the budget of a message.
type way struct {
	from, to trace.ActorID
	message  trace.ValueID
}

// newNetwork returns nil if there are no faults of messages, no partitions, and no connections that end.
func newNetwork(f Faults, ids *identity.Store) *Network {
	n := &Network{ids: ids, links: f.Links, matches: make([]atomic.Bool, len(f.Links)), Cuts: f.Partitions > 0, connectionsEnd: f.Connections && f.Crashes > 0}
	n.Forget()
	any := n.Cuts || n.connectionsEnd
	for i, l := range f.Links {
		if l.Losses == 0 && l.Duplicates == 0 && l.Reorderings == 0 {
			n.budgets = append(n.budgets, nil)
			continue
		}
		any = true
		b := &trace.Budget{Number: int32(i + 1)}
		b.Limits[trace.Lost], b.Limits[trace.Duplicated], b.Limits[trace.Reordered] = int32(l.Losses), int32(l.Duplicates), int32(l.Reorderings)
		n.budgets = append(n.budgets, b)
		n.Losing = n.Losing || l.Losses > 0
		for fault, limit := range b.Limits {
			if limit > 0 && trace.MessageFault(fault) != trace.Lost {
				n.Sends = max(n.Sends, int32(fault)+1)
			}
		}
	}
	if !any {
		return nil
	}
	return n
}

// Forget empties the cache of budgets, because the numbers of values in its keys will change.
func (n *Network) Forget() {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.budgetCache = map[way]*trace.Budget{}
}

// copies reports whether messages may go through channels of their own.
func (n *Network) copies() bool { return n != nil && n.Sends > 0 }

// BudgetOf returns the budget of the faults of a message; nil if it has none.
func (n *Network) BudgetOf(from, to trace.ActorID, message trace.ValueID) *trace.Budget {
	if n == nil || from == to {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	w := way{from, to, message}
	b, known := n.budgetCache[w]
	if !known {
		b = n.match(n.ids.Actors.ByID(from).Name, n.ids.Actors.ByID(to).Name, unqualified(fmt.Sprintf("%T", n.ids.Values.Get(message))))
		n.budgetCache[w] = b
	}
	return b
}

func (n *Network) match(from, to, message string) *trace.Budget {
	for i, l := range n.links {
		if fits(l.From, from) && fits(l.To, to) && fits(l.Message, message) {
			n.matches[i].Store(true)
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

// Budget returns the budget with the number, or nil for the number 0.
func (n *Network) Budget(number int32) *trace.Budget {
	if n == nil || number == 0 {
		return nil
	}
	return n.budgets[number-1]
}
