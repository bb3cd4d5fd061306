package controlled

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// Chan is a channel; a nil *Chan is a nil channel.
type Chan[T any] struct {
	object goroutine.Object
	size   int32
	timer  *alarm // whose value comes from it; otherwise nil
	closed bool   // before all interleavings
}

const ofChannel = "channel"

// Make returns a channel of the type C, with a buffer of the given size; without one it has no buffer.
func Make[C ~*Chan[T], T any](size ...int) C {
	c := new(Chan[T])
	c.object.Make(goroutine.Current())
	for _, n := range size {
		if n < 0 {
			panic(runtimeError("makechan: size out of range"))
		}
		c.size = int32(n)
	}
	return c
}

// sent are the values that were sent to a channel, in order.
func (c *Chan[T]) sent(g *goroutine.Goroutine) *[]T {
	id, _ := c.object.Find(g, ofChannel)
	return g.Object(id, func() any { return new([]T) }).(*[]T)
}

// put stores the value of the send with a number.
func (c *Chan[T]) put(g *goroutine.Goroutine, n int32, v T) {
	all := c.sent(g)
	for int(n) >= len(*all) {
		var none T
		*all = append(*all, none)
	}
	(*all)[n] = v
}

// received returns the value with a number, if ok.
func (c *Chan[T]) received(g *goroutine.Goroutine, n int32, ok bool) (v T) {
	if all := c.sent(g); ok {
		v = (*all)[n]
		var none T
		(*all)[n] = none
	}
	g.Note(func() string {
		if !ok {
			return "closed"
		}
		return fmt.Sprintf("%v", v)
	})
	return v
}

func (c *Chan[T]) do(verb goroutine.Verb, number int32) (result int32, ok bool) {
	return do(&c.object, ofChannel, goroutine.Use{Verb: verb, Number: number, Size: c.size})
}

// never waits for ever.
func never() { here("an operation on a nil channel").Do(&goroutine.Use{Verb: goroutine.Never}) }

// To returns the function that sends to the channel: c <- v is To(c)(v).
func To[T any](c *Chan[T]) func(T) { return c.send }

func (c *Chan[T]) send(v T) {
	switch {
	case c == nil:
		never()
	case c.closed:
		panic(runtimeError("send on closed channel"))
	}
	verb := goroutine.Send
	if c.size == 0 {
		verb = goroutine.Offer
	}
	n, ok := c.do(verb, 0)
	if ok {
		c.put(here("a send"), n, v)
	}
	if ok && c.size == 0 {
		_, ok = c.do(goroutine.Taken, n)
	}
	if !ok {
		panic(runtimeError("send on closed channel"))
	}
}

// From receives from the channel: <-c.
func From[T any](c *Chan[T]) T {
	v, _ := From2(c)
	return v
}

// From2 receives from the channel, and reports whether that is a value: v, ok := <-c.
func From2[T any](c *Chan[T]) (v T, ok bool) {
	switch {
	case c == nil:
		never()
	case c.closed:
		return v, false
	case c.timer != nil:
		c.timer.wait()
		return any(c.timer.received()).(T), true
	}
	n, ok := c.do(goroutine.Receive, 0)
	return c.received(here("a receive"), n, ok), ok
}

// Close closes the channel.
func Close[T any](c *Chan[T]) {
	if c == nil {
		panic(runtimeError("close of nil channel"))
	}
	if goroutine.Current() == nil && !c.closed {
		c.closed = true
		return
	}
	if c.closed {
		panic(runtimeError("close of closed channel"))
	}
	if _, ok := c.do(goroutine.Close, 0); !ok {
		panic(runtimeError("close of closed channel"))
	}
}

// Len returns the number of values in the buffer of the channel.
func Len[T any](c *Chan[T]) int {
	if c == nil || c.size == 0 {
		return 0
	}
	n, _ := c.do(goroutine.Length, 0)
	return int(n)
}

// Cap returns the size of the buffer of the channel.
func Cap[T any](c *Chan[T]) int {
	if c == nil {
		return 0
	}
	return int(c.size)
}

// Received begins a range over a channel: its values until it is closed. It returns a variable for the value.
func Received[T any](c *Chan[T]) (v T, i *Receipts[T]) { return v, &Receipts[T]{c} }

// Receipts is a range over a channel.
type Receipts[T any] struct{ c *Chan[T] }

// Next stores the next value, and reports whether there is one. v may be nil.
func (r *Receipts[T]) Next(v *T) bool {
	next, ok := From2(r.c)
	if ok && v != nil {
		*v = next
	}
	return ok
}
