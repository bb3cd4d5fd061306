package proc

import "github.com/checkmodel/checkmodel/internal/world"

// Delivery says how messages and signals travel from one process to another. (To
// itself a process always sends without delay. The message of a timer is there when the
// timer expires, for any receiver: any delay may have gone by then.)
type Delivery = world.Delivery

const (
	// Instant: what is sent is there. Messages arrive in an order that agrees
	// with causality. It is also what the empty Delivery means.
	Instant Delivery = world.Instant
	// Channel: what one process sends to another arrives later, in the order in
	// which it was sent. Nothing is said of the order of what several send.
	Channel Delivery = world.Channel
	// Bag: what is sent arrives later, in any order.
	Bag Delivery = world.Bag
)

// Deliveries lists the kinds of delivery.
func Deliveries() []Delivery { return []Delivery{Instant, Channel, Bag} }
