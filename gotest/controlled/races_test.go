package controlled

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// step is an event, or an access to memory.
type step struct {
	actor  trace.ActorID
	event  trace.Event
	access bool
	at     int
	write  bool
}

// history is the steps of an interleaving, in which it looks for data races by the definition: it closes happens-before transitively, and
// compares each pair of accesses.
type history struct {
	steps []step
	racy  bool // an interleaving so far has a data race
}

// followed is a world that writes a history.
type followed struct {
	*goroutine.World
	of *history
}

func (w followed) Copy(p stage.Purpose) trace.World {
	return followed{w.World.Copy(p).(*goroutine.World), new(history)}
}

func (w followed) StepBack(depth int) int {
	reached := w.World.StepBack(depth)
	if reached == 0 {
		w.of.steps = nil
	}
	return reached
}

func (w followed) StepTo(st trace.Step, e *trace.Event) {
	w.of.steps = append(w.of.steps, step{actor: st.Actor})
	n := len(w.of.steps) - 1
	w.World.StepTo(st, e)
	w.of.steps[n].event = *e
	w.of.steps[n].event.Accesses = slices.Clone(e.Accesses)
}

// Interleaving looks for a data race.
func (h *history) Interleaving(int, trace.Outcome, []trace.Event) {
	before := make([][]bool, len(h.steps)) // before[j][i]: step i happens before step j
	for j := range h.steps {
		before[j] = make([]bool, j)
		for i := j - 1; i >= 0; i-- {
			if before[j][i] || !h.edge(i, j) {
				continue
			}
			before[j][i] = true
			for k, is := range before[i] {
				before[j][k] = before[j][k] || is
			}
		}
	}
	for j, b := range h.steps {
		for i, a := range h.steps[:j] {
			h.racy = h.racy || a.access && b.access && a.at == b.at && (a.write || b.write) && !before[j][i]
		}
	}
}

// value is a value that was sent to a channel, by its number.
type value struct{ channel, number int32 }

// facts are what the memory model says about an event.
type facts struct {
	sends, receives, completes []value // which sends and receives, and which sends to channels without a buffer are complete
	size                       int32   // of the channel
	ended                      int32   // the channel whose end it receives, or 0
}

func factsOf(e *trace.Event) (f facts) {
	u := e.Does.(*goroutine.Use)
	n := int32(e.Result)
	f.size = u.Size
	own := []value{{u.Object, n}}
	switch u.Verb {
	case goroutine.Send, goroutine.Offer:
		if e.Ok {
			f.sends = own
		}
	case goroutine.Taken:
		if e.Ok {
			f.completes = []value{{u.Object, u.Number}}
		}
	case goroutine.Offers:
		for _, a := range e.Accesses {
			if a.Effect == trace.Update && a.Cell.Key >= 2 {
				f.sends = append(f.sends, value{a.Cell.Object, a.Cell.Key - 2})
			}
		}
	case goroutine.Receive:
		if f.receives = own; !e.Ok {
			f.receives, f.ended = nil, u.Object
		}
	case goroutine.Select:
		if n <= 0 {
			break
		}
		i, k := goroutine.Chosen(n)
		c := u.Cases[i]
		f.size = c.Size
		switch {
		case c.Timer:
		case c.Offers() && e.Ok:
			f.completes = []value{{c.Object, c.Offer}}
		case c.Send && e.Ok:
			f.sends = []value{{c.Object, k}}
		case !c.Send && e.Ok:
			f.receives = []value{{c.Object, k}}
		case !c.Send:
			f.ended = c.Object
		}
	}
	return f
}

func common(a, b []value) bool {
	return slices.ContainsFunc(a, func(v value) bool { return slices.Contains(b, v) })
}

// edge reports whether the memory model orders two steps, in a single edge.
func (h *history) edge(i, j int) bool {
	a, b := &h.steps[i], &h.steps[j]
	if a.actor == b.actor {
		return true
	}
	if a.access {
		return false
	}
	if a.event.Kind == kind.Spawn {
		return trace.ActorID(a.event.Object) == b.actor
	}
	if b.access || a.event.Kind != kind.Use || b.event.Kind != kind.Use {
		return false
	}
	x, y := a.event.Does.(*goroutine.Use), b.event.Does.(*goroutine.Use)
	f, g := factsOf(&a.event), factsOf(&b.event)
	switch {
	case common(f.sends, g.receives), common(f.receives, g.completes), x.Verb == goroutine.Close && a.event.Ok && x.Object == g.ended:
		return true
	case g.size > 0 && len(g.sends) > 0 && common(f.receives, []value{{g.sends[0].channel, g.sends[0].number - g.size}}):
		return true
	case x.Object != y.Object:
		return false
	}
	switch y.Verb {
	case goroutine.Lock:
		return x.Verb == goroutine.Unlock
	case goroutine.TryLock:
		return x.Verb == goroutine.Unlock && b.event.Ok
	case goroutine.RLock, goroutine.TryRLock:
		return x.Verb == goroutine.WUnlock && b.event.Ok
	case goroutine.Drain, goroutine.TryWrite:
		return (x.Verb == goroutine.WUnlock || x.Verb == goroutine.RUnlock) && b.event.Ok
	case goroutine.Wait:
		return x.Verb == goroutine.Add && x.Number < 0
	case goroutine.Once:
		return x.Verb == goroutine.Called && !b.event.Ok
	case goroutine.Woken:
		return h.wakes(i, j)
	case goroutine.Load, goroutine.Modify, goroutine.Exchange:
		return h.stores(i) && !slices.ContainsFunc(h.between(i, j, x.Object), h.stores)
	}
	return false
}

// between returns the steps between two that use an object.
func (h *history) between(i, j int, object int32) (all []int) {
	for k := i + 1; k < j; k++ {
		if s := &h.steps[k]; !s.access && s.event.Kind == kind.Use && s.event.Does.(*goroutine.Use).Object == object {
			all = append(all, k)
		}
	}
	return all
}

// stores reports whether a step stores into a word.
func (h *history) stores(i int) bool {
	switch e := &h.steps[i].event; e.Does.(*goroutine.Use).Verb {
	case goroutine.Store, goroutine.Exchange:
		return true
	case goroutine.Modify:
		return e.Ok
	}
	return false
}

// wakes reports whether the signal in step i has woken the goroutine that goes on in step j.
func (h *history) wakes(i, j int) bool {
	at := h.steps[j].event.Does.(*goroutine.Use)
	queued, woken := int32(0), int32(0)
	for _, k := range h.between(-1, i+1, at.Object) {
		before := woken
		switch h.steps[k].event.Does.(*goroutine.Use).Verb {
		case goroutine.Queue:
			queued++
		case goroutine.Signal:
			woken = min(woken+1, queued)
		case goroutine.Broadcast:
			woken = queued
		}
		if k == i {
			return before <= at.Number && at.Number < woken
		}
	}
	return false
}

// tester is a test, drawn or not.
type tester interface {
	Context() context.Context
	Errorf(string, ...any)
	Fatalf(string, ...any)
}

// racy reports whether an interleaving has a data race by the definition. ok is false if there are more interleavings than most.
func (p program) racy(t tester, most int) (racy, ok bool) {
	h := new(history)
	m := Model("drawn", func(*T) {
		log := h
		here("the body").Note(func() string { log = new(history); return "" }) // a recording is no interleaving of the search
		of := explored(p.sizes)
		of.memory = func(at int, write bool) {
			log.steps = append(log.steps, step{actor: here("an access").ID, access: true, at: at, write: write})
		}
		p.run(of, new(outcome))
	})
	world := m.World
	m.World = func(f checker.Faults) trace.World { return followed{world(f).(*goroutine.World), h} }
	r, err := checker.Check(t.Context(), m, checker.Options{
		Algorithm: checker.Naive, Until: checker.UntilEnd, Observer: h, Workers: 1, MaxInterleavings: most, TrustModel: true,
	})
	if err != nil {
		t.Fatalf("%v of\n%s", err, p)
	}
	return h.racy, r.Stop == ""
}

// findsRace reports whether a search finds a data race.
func (p program) findsRace(t tester, o checker.Options) bool {
	o.Until = checker.UntilEnd
	r, err := checker.Check(t.Context(), Model("drawn", func(*T) { p.run(explored(p.sizes), new(outcome)) }), o)
	if err != nil {
		t.Fatalf("%v: %v of\n%s", o.Algorithm, err, p)
	}
	return slices.ContainsFunc(r.Violations, func(v *checker.Violation) bool { return v.Property == proc.NoRace })
}

// compareRaces compares searches with the definition. It returns false if there are too many interleavings.
func (p program) compareRaces(t tester, most int) (racy, ok bool) {
	racy, ok = p.racy(t, most)
	for _, o := range []checker.Options{{Algorithm: checker.Optimal, Workers: 1}, {Algorithm: checker.Source}, {Algorithm: checker.Optimal, Workers: 2}} {
		if found := ok && p.findsRace(t, o); ok && found != racy {
			t.Errorf("%v with %d workers finds a data race is %t, and there is one is %t, in\n%s", o.Algorithm, o.Workers, found, racy, p)
		}
	}
	return racy, ok
}

// TestRaces: a search finds a data race exactly if an interleaving has one by the definition.
func TestRaces(t *testing.T) {
	count := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, 3, 4, "put", "get", "put held", "get held", "get loaded", "get added", "get unswapped", "once put")
		if racy, ok := p.compareRaces(t, testsize.Sample(300, 10_000)); ok {
			count[racy]++
		}
	})
	if t.Logf("%d programs with a data race, %d without", count[true], count[false]); count[true] == 0 || count[false] == 0 {
		t.Error("all programs have, or none has")
	}
}

// TestEdges: each rule of the memory model orders two accesses, and no other does.
func TestEdges(t *testing.T) {
	type all = [][]instruction
	for name, c := range map[string]struct {
		racy       bool
		size       int
		goroutines all
	}{
		"nothing":                        {true, 0, all{{{"put", 0}}, {{"get", 0}}}},
		"two reads":                      {false, 0, all{{{"get", 0}}, {{"get", 0}}}},
		"two variables":                  {false, 0, all{{{"put", 0}}, {{"put", 1}}}},
		"send, receive":                  {false, 0, all{{{"put", 0}, {"send", 0}}, {{"receive", 0}, {"get", 0}}}},
		"receive, send":                  {false, 0, all{{{"put", 0}, {"receive", 0}}, {{"send", 0}, {"get", 0}}}},
		"send to a buffer, receive":      {false, 1, all{{{"put", 0}, {"send", 0}}, {{"receive", 0}, {"get", 0}}}},
		"receive, send to a buffer":      {true, 1, all{{{"put", 0}, {"receive", 0}}, {{"send", 0}, {"get", 0}}}},
		"receive, send to a full buffer": {false, 1, all{{{"put", 0}, {"receive", 0}}, {{"send", 0}, {"send", 0}, {"get", 0}}}},
		"after the send":                 {true, 1, all{{{"send", 0}, {"put", 0}}, {{"receive", 0}, {"get", 0}}}},
		"close, receive":                 {false, 0, all{{{"put", 0}, {"close", 0}}, {{"receive", 0}, {"get", 0}}}},
		"send, select":                   {false, 0, all{{{"put", 0}, {"send", 0}}, {{"select", 0}, {"get", 0}}}},
		"select, send":                   {false, 0, all{{{"put", 0}, {"select", 0}}, {{"send", 0}, {"get", 0}}}},
		"close, select":                  {false, 0, all{{{"put", 0}, {"close", 0}}, {{"select", 0}, {"get", 0}}}},
		"select that sends, receive":     {false, 0, all{{{"put", 0}, {"select send", 0}}, {{"receive", 0}, {"get", 0}}}},
		"receive, select that sends":     {false, 0, all{{{"put", 0}, {"receive", 0}}, {{"select send", 0}, {"get", 0}}}},
		"select sends to a buffer":       {false, 1, all{{{"put", 0}, {"select send", 0}}, {{"receive", 0}, {"get", 0}}}},
		"select sends to a full buffer":  {false, 1, all{{{"put", 0}, {"receive", 0}}, {{"send", 0}, {"select send", 0}, {"get", 0}}}},
		"select with a default":          {true, 1, all{{{"put", 0}, {"send", 0}}, {{"select default", 0}, {"get", 0}}}},
		"unlock, lock":                   {false, 0, all{{{"lock", 0}, {"put", 0}, {"unlock", 0}}, {{"lock", 0}, {"get", 0}, {"unlock", 0}}}},
		"another lock":                   {true, 0, all{{{"lock", 0}, {"put", 0}, {"unlock", 0}}, {{"lock", 1}, {"get", 0}, {"unlock", 1}}}},
		"unlock, try to lock":            {false, 0, all{{{"lock", 0}, {"put", 0}, {"unlock", 0}}, {{"trylock", 0}, {"get held", 0}, {"unlock", 0}}}},
		"a lock that was tried":          {true, 0, all{{{"lock", 0}, {"put", 0}, {"unlock", 0}}, {{"trylock", 0}, {"get", 0}}}},
		"unlock, read-lock":              {false, 0, all{{{"wlock", 0}, {"put", 0}, {"wunlock", 0}}, {{"rlock", 0}, {"get", 0}, {"runlock", 0}}}},
		"unlock, lock of an RWMutex":     {false, 0, all{{{"wlock", 0}, {"put", 0}, {"wunlock", 0}}, {{"wlock", 0}, {"get", 0}, {"wunlock", 0}}}},
		"try to write":                   {false, 0, all{{{"wlock", 0}, {"put", 0}, {"wunlock", 0}}, {{"trywlock", 0}, {"get held", 0}, {"wunlock", 0}}}},
		"try to write after a reader":    {false, 0, all{{{"rlock", 0}, {"get", 0}, {"runlock", 0}}, {{"trywlock", 0}, {"put held", 0}, {"wunlock", 0}}}},
		"try to read":                    {false, 0, all{{{"wlock", 0}, {"put", 0}, {"wunlock", 0}}, {{"tryrlock", 0}, {"get held", 0}, {"runlock", 0}}}},
		"two readers":                    {true, 0, all{{{"rlock", 0}, {"put", 0}, {"runlock", 0}}, {{"rlock", 0}, {"get", 0}, {"runlock", 0}}}},
		"done, wait":                     {false, 1, all{{{"add", 0}, {"send", 0}, {"put", 0}, {"done", 0}}, {{"receive", 0}, {"wait", 0}, {"get", 0}}}},
		"add, wait":                      {true, 0, all{{{"put", 0}, {"add", 0}, {"done", 0}}, {{"wait", 0}, {"get", 0}}}},
		"once":                           {false, 0, all{{{"once put", 0}, {"get", 0}}, {{"once put", 0}, {"get", 0}}}},
		"after once":                     {true, 0, all{{{"once", 0}, {"put", 0}}, {{"once", 0}, {"get", 0}}}},
		"signal":                         {false, 0, all{{{"put", 0}, {"signal", 0}}, {{"lock", 0}, {"cond wait", 0}, {"unlock", 0}, {"get", 0}}}},
		"broadcast":                      {false, 0, all{{{"put", 0}, {"broadcast", 0}}, {{"lock", 0}, {"cond wait", 0}, {"unlock", 0}, {"get", 0}}}},
		"the signal for another one":     {true, 0, all{{{"put", 0}, {"signal", 0}}, {{"signal", 0}}, {{"lock", 0}, {"cond wait", 0}, {"unlock", 0}, {"get", 0}}}},
		"store, load":                    {false, 0, all{{{"put", 0}, {"store", 0}}, {{"get loaded", 0}}}},
		"load, store":                    {true, 0, all{{{"load", 0}, {"put", 0}}, {{"store", 0}, {"get", 0}}}},
		"add, load":                      {false, 0, all{{{"put", 0}, {"addone", 0}}, {{"get loaded", 0}}}},
		"add, add, load":                 {true, 0, all{{{"put", 0}, {"addone", 0}}, {{"addone", 0}}, {{"get loaded", 0}}}},
		"add, add":                       {false, 0, all{{{"put", 0}, {"addone", 0}}, {{"get added", 0}}}},
		"add, a swap that fails":         {false, 0, all{{{"put", 0}, {"addone", 0}}, {{"get unswapped", 0}}}},
		"add, store, load":               {true, 0, all{{{"put", 0}, {"addone", 0}}, {{"store", 0}}, {{"get loaded", 0}}}},
		"a compare-and-swap that fails":  {true, 0, all{{{"addone", 1}, {"addone", 0}}, {{"load", 0}, {"put", 0}, {"cas", 0}}, {{"get loaded", 0}}}},
		"another store of the same":      {true, 0, all{{{"put", 0}, {"store", 0}}, {{"load", 1}, {"store", 0}}, {{"get loaded", 0}}}},
		"store, load of a pointer":       {false, 0, all{{{"put", 0}, {"pointer store", 0}}, {{"get pointed", 0}}}},
		"swap, load of a pointer":        {false, 0, all{{{"put", 0}, {"pointer swap", 0}}, {{"get pointed", 0}}}},
		"swap, swap, load of a pointer":  {true, 0, all{{{"put", 0}, {"pointer swap", 0}}, {{"pointer swap", 1}}, {{"get pointed", 0}}}},
		"time":                           {true, 0, all{{{"put", 0}}, {{"sleep", 0}, {"get", 0}}}},
	} {
		p := program{sizes: []int{c.size, 0}, goroutines: c.goroutines}
		racy, ok := p.compareRaces(t, testsize.Sample(300, 100_000))
		if !ok {
			racy = p.findsRace(t, checker.Options{})
		}
		if racy != c.racy {
			t.Errorf("%s: there is a data race is %t, want %t", name, racy, c.racy)
		}
	}
}
