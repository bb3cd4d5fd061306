package controlled

import (
	"math/bits"
	"strings"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// Case is a case of a select: a [Receipt] or a [Sending].
type Case interface {
	// is returns the case, and its words.
	is(g *goroutine.Goroutine) (c goroutine.Case, word string)
	// offer makes the offer with a number.
	offer(g *goroutine.Goroutine, n int32)
	// done ends the case, which was chosen, with the value of a number.
	done(g *goroutine.Goroutine, n int32, ok bool)
}

// Receipt is a case that receives. It has the value once the case was chosen.
type Receipt[T any] struct {
	Value T
	OK    bool // false if the channel is closed
	c     *Chan[T]
}

// Receiving returns the case that receives from the channel.
func Receiving[T any](c *Chan[T]) *Receipt[T] { return &Receipt[T]{c: c} }

func (r *Receipt[T]) is(g *goroutine.Goroutine) (goroutine.Case, string) {
	switch {
	case r.c == nil:
		return goroutine.Case{}, "nil channel"
	case r.c.closed:
		return goroutine.Case{Closed: true}, "closed channel"
	case r.c.timer != nil:
		id, name := r.c.timer.object.Find(g, ofTimer)
		return goroutine.Case{Object: id, Timer: true}, name.String()
	}
	id, name := r.c.object.Find(g, ofChannel)
	return goroutine.Case{Object: id, Size: r.c.size}, name.String()
}

func (r *Receipt[T]) offer(*goroutine.Goroutine, int32) {}

func (r *Receipt[T]) done(g *goroutine.Goroutine, n int32, ok bool) {
	if r.OK = ok; r.c.closed {
		return
	} else if r.c.timer != nil {
		g.Timed()
		r.Value = any(r.c.timer.received()).(T)
		return
	}
	r.Value = r.c.received(g, n, ok)
}

// Sending is a case that sends a value.
type Sending[T any] struct {
	c *Chan[T]
	v T
}

// Into returns the function that makes a case of a value to send to the channel.
func Into[T any](c *Chan[T]) func(T) *Sending[T] {
	return func(v T) *Sending[T] { return &Sending[T]{c, v} }
}

func (s *Sending[T]) is(g *goroutine.Goroutine) (goroutine.Case, string) {
	if s.c == nil {
		return goroutine.Case{Send: true}, "nil channel"
	}
	if s.c.closed {
		return goroutine.Case{Send: true, Closed: true}, "closed channel"
	}
	id, name := s.c.object.Find(g, ofChannel)
	return goroutine.Case{Object: id, Size: s.c.size, Send: true}, name.String()
}

func (s *Sending[T]) offer(g *goroutine.Goroutine, n int32) { s.c.put(g, n, s.v) }

func (s *Sending[T]) done(g *goroutine.Goroutine, n int32, ok bool) {
	if !ok {
		panic(runtimeError("send on closed channel"))
	}
	if s.c.size > 0 {
		s.c.put(g, n, s.v)
	}
}

// Select executes one of the cases, and returns its number. It returns -1 if none is ready and there is a default; without one it waits.
// There are at most 30 cases.
func Select(withDefault bool, cases ...Case) int {
	g := here("a select")
	if len(cases) > 30 {
		refuse("a select with more than 30 cases", "use fewer")
	}
	u := goroutine.Use{Verb: goroutine.Select, Default: withDefault && !g.Spent(), Cases: make([]goroutine.Case, len(cases))}
	words := make([]string, len(cases))
	offers := false
	for i, c := range cases {
		u.Cases[i], words[i] = c.is(g)
		if k := &u.Cases[i]; k.Send {
			words[i] = "→ " + words[i]
			offers = offers || k.Offers()
		}
	}
	u.Words = strings.Join(words, ", ")
	if offers {
		u = offer(g, u, cases)
	}
	for {
		next := u // the search keeps the previous one
		result, ok := g.Do(&next)
		switch {
		case result == 0:
			g.Idle()
			g.Note(func() string { return "default" })
			return -1
		case result > 0:
			i, n := goroutine.Chosen(result)
			g.Note(func() string { return words[i] })
			cases[i].done(g, n, ok)
			return i
		}
		ready := uint32(-result)
		n := g.Choose(bits.OnesCount32(ready))
		for range n {
			ready &= ready - 1
		}
		u.Number = int32(bits.TrailingZeros32(ready)) + 1
	}
}

// offer makes the offers of a select.
func offer(g *goroutine.Goroutine, u goroutine.Use, cases []Case) goroutine.Use {
	var decided goroutine.Object
	decided.Make(g)
	u.Object, _ = decided.Find(g, "select")
	offers := u
	offers.Verb = goroutine.Offers
	g.Do(&offers)
	u.Cases = append([]goroutine.Case(nil), u.Cases...)
	g.Offered(u.Cases)
	for i := range u.Cases {
		if c := &u.Cases[i]; c.Offers() && c.Offer >= 0 {
			cases[i].offer(g, c.Offer)
		}
	}
	return u
}
