package drive

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// boundary is between the processes under test and all others.
type boundary struct {
	under  []string // the names of the processes under test, without those that they start
	world  checker.World
	inside map[trace.ActorID]bool
}

// has reports whether an actor is one of the processes under test.
func (b *boundary) has(id trace.ActorID) bool {
	if id < 0 {
		return false
	}
	in, known := b.inside[id]
	if !known {
		name := b.world.Actor(id).Name
		made := names.Parse(name)
		in = made.Part == "" && made.To == nil && slices.ContainsFunc(b.under, func(n string) bool { return name == n || strings.HasPrefix(name, n+"/") })
		b.inside[id] = in
	}
	return in
}

// processes returns the processes under test that are known, in the order of their numbers.
func (b *boundary) processes() (all []trace.ActorID) {
	for _, id := range slices.Sorted(maps.Keys(b.inside)) {
		if b.inside[id] {
			all = append(all, id)
		}
	}
	return all
}

// known returns the names of all processes that were met.
func (b *boundary) known() (all []string) {
	for _, id := range slices.Sorted(maps.Keys(b.inside)) {
		all = append(all, b.world.Actor(id).Name)
	}
	return all
}

// internal reports whether a process under test takes a step without an input.
func (b *boundary) internal(p *trace.Pending) bool {
	switch k := p.Op.Kind; {
	case k == kind.Deliver:
		return b.has(trace.ActorID(p.Op.Object)) && b.has(b.sender(p.Actor))
	case k == kind.DecideSurviving:
		return b.has(trace.ActorID(p.Op.Object))
	case p.Op.IsFault() || k.Is(kind.FromOutside):
		return false
	}
	return b.has(p.Actor) && !p.GivesUp && p.Op.Kind != kind.External
}

// sender returns the process whose messages a channel carries.
func (b *boundary) sender(channel trace.ActorID) trace.ActorID {
	if from := b.world.Actor(channel).Parent; from != nil {
		return from.ID
	}
	return trace.NoActor
}

// input returns the input that an event from outside is; false if it is none. The value of the message is left out.
func (b *boundary) input(e *trace.Event) (in Input, value trace.ValueID, is bool) {
	to, object := e.Actor, trace.ActorID(e.Object)
	switch {
	case e.Kind == kind.Crash, e.Kind == kind.Restart, e.Kind == kind.DecideFaults, e.Kind == kind.Spawn:
		to = object
		in.Kind = map[kind.Kind]Kind{kind.Crash: Crash, kind.Restart: Restart}[e.Kind]
		if in.Kind == "" {
			in.Kind = Start
		}
	case e.Delivers():
		to, value = e.To, e.Value
		from := e.Actor
		if e.Kind == kind.Deliver {
			from = b.sender(from)
		}
		in.Kind, in.From = Message, b.world.Actor(from).Name
	case e.TimedOut():
		in.Kind = Timeout
	case e.Kind == kind.External:
		in.Kind, value = External, e.Value
		in.From = fmt.Sprint(b.world.Value(e.Key))
	default:
		return in, value, false
	}
	if !b.has(to) {
		return in, value, false
	}
	in.Process = b.world.Actor(to).Name
	return in, value, true
}

// refused returns an error if an event lets a process under test learn of others without an input.
func (b *boundary) refused(e *trace.Event) error {
	switch {
	case b.has(e.Actor) && b.asks(e):
		return fmt.Errorf("process %s, which stands for the program under test, executes %q and learns something of others by the result; it must learn of them by messages only, as nothing else is an input",
			b.world.Actor(e.Actor).Name, e.Kind)
	case b.has(e.Actor) && e.Kind == kind.SendName && e.Flags&kind.Delayed != 0:
		return fmt.Errorf("process %s, which stands for the program under test, sends to a name, and the receiver is not known before the message arrives; let it send to a PID",
			b.world.Actor(e.Actor).Name)
	case e.Kind != kind.Crash && b.has(e.Fatal) && !b.has(e.Actor):
		return fmt.Errorf("process %s, which stands for the program under test, is told to end by %s; that is no input: let the process trap exits, or send it a message",
			b.world.Actor(e.Fatal).Name, b.world.Actor(e.Actor).Name)
	}
	return nil
}

// asks reports whether the result of an event of a process under test may depend on others. A name that is there, and a process outside that lives,
// are there for the program as well.
func (b *boundary) asks(e *trace.Event) bool {
	switch k := e.Kind; {
	case k.Is(kind.OnTable), k == kind.Now, k == kind.Whereis, k == kind.PutOnTheWay:
		return true
	case k.Is(kind.AsksEnd):
		return !b.has(trace.ActorID(e.Object)) && (k == kind.IsAlive || e.Delivers() || e.Fatal != trace.NoActor)
	}
	return e.Kind.Is(kind.ByName) && !e.Ok
}
