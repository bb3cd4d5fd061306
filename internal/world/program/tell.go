package program

import (
	"reflect"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// SetOrigin sets where the message of an operation comes from.
func SetOrigin(x *Execution, op *trace.Op) {
	op.Other = Side(x, HomeOf(x))
	if x.sys.Env.Network.Dropping() {
		op.Flags |= kind.Connected
		op.SenderLife = int16(LifeOf(x))
	}
}

// Answered returns the life of a node that a message to it answers; 0 if it answers none.
func Answered(x *Execution, to *trace.Actor) int16 {
	if node, life := effects.SplitLife(x.taken); life > 0 && trace.ActorID(node) == to.ID {
		return int16(life)
	}
	return 0
}

// Dropping reports whether messages from and to lives that have ended are dropped.
func Dropping(x *Execution) bool { return x.sys.Env.Network.Dropping() }

// FileOf returns an operation on a file of the process; an empty name stands for the directory. Misuse is
// reported if the process has no disk.
func FileOf(x *Execution, call string, k kind.Kind, name string) Operation {
	pr := x.origin.Program
	op := Operation{Op: trace.Op{Kind: k, Does: &OnDisk{x.sys.Disks, x.sys.Env.Faults.Disk, pr.Life == 0}}}
	if b := x.sys.Env.Nodes; k == kind.FileSync && pr.Node && b.All[b.Of(x.Actor().Name)].SyncFailures > 0 {
		op.Kind, op.Alternatives = kind.DecideSync, disk.Outcomes
	}
	if name != "" {
		op.Key = x.Intern("the name of the file", name)
	}
	return op
}

// Crashing reports whether nodes may crash.
func Crashing(x *Execution) bool { return x.sys.Env.Nodes.Crashing() }

// Clocks returns how the clocks of nodes may go wrong.
func Clocks(x *Execution) effects.Clocks { return x.sys.Env.Faults.Clocks }

// HomeOf returns the node to which the process belongs: itself, or the next one above it; nil if there is none.
func HomeOf(x *Execution) *trace.Actor { return x.origin.Program.Home }

// LifeOf returns the life of the process, counted from 1, if it is a node that may crash; otherwise 0.
func LifeOf(x *Execution) int32 { return x.origin.Program.Life }

// Brought is Intern for the message of a monitor.
func Brought(x *Execution, message any, monitor *values.Ref) trace.ValueID {
	return x.sys.Values.Brought(message, monitor)
}

// FlushPatterns returns the patterns of a Demonitor that flushes.
func FlushPatterns(x *Execution, monitor *values.Ref) trace.Patterns {
	return broughtBy{monitor, x.sys.Values}
}

// broughtBy matches the message of the monitor, but not an equal message sent by a process: that may
// arrive at any time, and a flush would race with it.
type broughtBy struct {
	ref    *values.Ref
	values *values.Store
}

// Match implements trace.Patterns.
func (b broughtBy) Match(id trace.ValueID) bool { return b.values.IsBrought(id, b.ref) }

func (b broughtBy) String() string { return "the message of " + b.ref.Name }

// Alternatives returns how many alternatives a send and a receive have, 0 for none.
func (x *Execution) Alternatives() (send, receive int32) {
	n := x.sys.Env.Network
	if n == nil {
		return 0, 0
	}
	if n.Losing {
		receive = 2
	}
	return n.Sends, receive
}

// OneByOne reports whether a process must receive one message after the other, because a receive may lose or drop its message.
func OneByOne(x *Execution) bool {
	n := x.sys.Env.Network
	return n != nil && n.Losing || n.Dropping()
}

// Compare orders stored values by their contents.
func Compare(x *Execution, a, b trace.ValueID) int { return x.sys.Values.Compare(a, b) }

// passage tells messages on their way apart.
type passage struct {
	From, To *trace.Actor
	Life     int32 // of the sender, which does not know the messages of its earlier lives
	Message  any
}

// Passage returns the number under which a message of the process, which is interned, is on its way.
func Passage(x *Execution, to *trace.Actor, message any) trace.ValueID {
	return x.sys.Values.Known(passage{x.Actor(), to, LifeOf(x), message})
}

// Side returns the node to which a process belongs; none if there are no partitions.
func Side(x *Execution, home *trace.Actor) trace.Other {
	if home == nil || x.sys.Env.Network == nil || !x.sys.Env.Network.Cuts {
		return 0
	}
	return trace.OtherActor(home.ID)
}

// DelayFlag returns kind.Delayed if messages and signals to that process go through a channel.
func (x *Execution) DelayFlag(to *trace.Actor) kind.Flags {
	if to == nil || to == x.Actor() || x.sys.Env.Routing.Between(x.Actor().ID, to.ID) == environment.Instant {
		return 0
	}
	return kind.Delayed
}

// DelayedByName returns kind.Delayed if messages to a process that is known by its name go through a channel. It is not known if that
// depends on the process.
func DelayedByName(x *Execution) (delayed kind.Flags, known bool) {
	r := x.sys.Env.Routing
	if r.Delayed {
		delayed = kind.Delayed
	}
	return delayed, !r.Delayed || !r.Instant
}

// Counting returns the pattern of an UpdateCounter, which implements effects.Counting.
func Counting(x *Execution, increment trace.ValueID) effects.Counting {
	return &counting{x.sys.Values, increment}
}

type counting struct {
	values    *values.Store
	increment trace.ValueID
}

// Sum implements effects.Counting. It wraps around as the type does. A value of another type than the
// increment is returned as it is: a search may call Sum before it knows that the handle is mistyped.
func (c *counting) Sum(old trace.ValueID) trace.ValueID {
	was, increment := reflect.ValueOf(c.values.Get(old)), reflect.ValueOf(c.values.Get(c.increment))
	if !was.IsValid() || was.Type() != increment.Type() {
		return old
	}
	sum := reflect.New(was.Type()).Elem()
	if sum.CanInt() {
		sum.SetInt(was.Int() + increment.Int())
	} else {
		sum.SetUint(was.Uint() + increment.Uint())
	}
	return c.values.Known(sum.Interface())
}

// Asserts records that the process asserts a property.
func (x *Execution) Asserts(property string) {
	x.act()
	x.asserts |= x.sys.AssertedBit(property)
}
