package sampling

import (
	"hash/fnv"

	parts "github.com/checkmodel/checkmodel/internal/names"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// names gives actors and operations hashes of names that are the same in every run and for every explorer. The zero
// value is ready to use.
type names struct {
	actors []actorName // by actor; zero if not known yet
}

type actorName struct {
	exact  uint64
	family uint64 // the same for all channels from one process to another, of which each carries one message
	single bool   // it is such a channel
}

// actor returns the name of an actor.
func (n *names) actor(a trace.ActorID, state trace.State) actorName {
	for int(a) >= len(n.actors) {
		n.actors = append(n.actors, actorName{})
	}
	if n.actors[a].exact == 0 {
		name := state.Name(a)
		of := actorName{exact: hash(name)}
		of.family = of.exact
		if apart := parts.Parse(name); apart.To != nil && apart.Number > 0 {
			apart.Number = 0
			of.family, of.single = hash(apart.String()), true
		}
		n.actors[a] = of
	}
	return n.actors[a]
}

func hash(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64() | 1
}

// label returns a hash of the content of an event, which does not depend on its place in the run.
func (d *draw) label(e *trace.Event) uint64 {
	h := trace.Mix(d.names.operation(e.Actor, &e.Op, d.state), uint64(e.Alternative))
	switch {
	case e.IsReceive():
		h = trace.Mix(h, d.state.Content(e.Result))
	case e.Kind.Is(kind.Shows) || e.Kind == kind.Exit:
		h = trace.Mix(h, d.state.Content(e.Value))
	}
	return h
}

// operation returns a hash of an operation: of its actor, kind, target and value. Channels that carry one message
// are told apart by the message only, as their numbers depend on the order of sends.
func (n *names) operation(a trace.ActorID, op *trace.Op, state trace.State) uint64 {
	h := trace.Mix(n.actor(a, state).family, uint64(op.Kind.Code()))
	switch k := op.Kind; {
	case k.Is(kind.Arrives) && !k.Is(kind.Leaves):
		h = trace.Mix(h, n.actor(trace.ActorID(op.Object), state).exact)
		h = trace.Mix(h, state.Content(op.Value))
	case k.Is(kind.OnRow | kind.Scans | kind.OnDisk | kind.ByName):
		h = trace.Mix(trace.Mix(h, state.Content(op.Key)), state.Content(op.Value))
	}
	return h
}
