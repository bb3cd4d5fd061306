// Package environment says how messages travel, and which faults nodes and messages may have.
package environment

import (
	"reflect"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/trace"
)

// Environment says how messages travel, and which faults may happen. It does not change during a search. A copy shares with the
// original what each of them finds out.
type Environment struct {
	Faults  Faults
	Nodes   *NodeBudgets
	Network *Network // nil if no message has faults
	Routing *Routing
	ids     *identity.Store
}

// New returns an environment without faults, in which messages arrive at once.
func New(ids *identity.Store) Environment {
	return Environment{Nodes: newNodeBudgets(Faults{}), Routing: newRouting(Instant, ids), ids: ids}
}

// SetDelivery says how messages and signals travel, and reports whether that is new.
func (e *Environment) SetDelivery(d Delivery) (changed bool) {
	if d == "" {
		d = Instant
	}
	if changed = e.Routing.of != d; changed {
		e.Routing = newRouting(d, e.ids)
	}
	return changed
}

// SetFaults sets the budget of faults, and reports whether that is new.
func (e *Environment) SetFaults(f Faults) (changed bool) {
	n := newNetwork(f, e.ids)
	if n == nil {
		f.Links = nil
	}
	if changed = !reflect.DeepEqual(e.Faults, f); changed {
		e.Faults, e.Network, e.Nodes = f, n, newNodeBudgets(f)
	}
	return changed
}

// NamesChannels reports whether messages may have channels of their own, which have numbers.
func (e *Environment) NamesChannels() bool { return e.Routing.bags || e.Network.copies() }

// Unrouted returns the links of the delivery that have matched nothing in any interleaving so far, in their text form.
func (e *Environment) Unrouted() (links []string) {
	for i, l := range e.Routing.links {
		if !e.Routing.matched[i].Load() {
			links = append(links, strings.TrimPrefix(string(Instant.Between(l.from, l.to, l.delivery)), string(Instant)+nextLink))
		}
	}
	return links
}

// Unordered reports whether messages from one actor to another arrive in any order.
func (e *Environment) Unordered(from, to trace.ActorID) bool {
	return e.Routing.Between(from, to) == Bag
}

// MatchesNode reports whether the budget Faults.Nodes[i] has matched a node in any interleaving so far.
func (e *Environment) MatchesNode(i int) bool { return e.Nodes.matched[i].Load() }

// MatchesLink reports whether the link Faults.Links[i] has matched a message in any interleaving so far.
func (e *Environment) MatchesLink(i int) bool { return e.Network == nil || e.Network.matches[i].Load() }
