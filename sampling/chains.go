package sampling

import "github.com/checkmodel/checkmodel/trace"

// chains partitions the events of a run, as they become enabled, into chains of events that cause one another. An event
// is caused by the event before it of its actor and by the event that has enabled it, which is the last one that was
// executed. If w is the greatest number of events of which none causes another, there are at most w(w+1)/2 chains
// (Agarwal, Garg, "Efficient dependency tracking for relevant events in concurrent systems", 2007).
type chains struct {
	lengths []int32      // of the chains
	blocks  [][]int      // the i-th one has at most i+1 chains, whose last events do not cause one another
	events  slots[place] // of the next event of each actor
	last    place        // of the event that was executed last
	causes  [][]int32    // of each event: how many events of each chain cause it, itself included
}

// place is where an event is.
type place struct {
	chain  int
	event  int   // in causes
	index  int32 // of the event among those of its actor, plus 1; 0 if there is none
	before int   // in causes: the event of the actor before that, plus 1
}

func (c *chains) begin() {
	c.lengths, c.last = c.lengths[:0], place{}
	for i := range c.blocks {
		c.blocks[i] = c.blocks[i][:0]
	}
	c.events.reset()
	c.causes = c.causes[:0]
}

// isNew reports whether the next event of an actor has no chain yet.
func (c *chains) isNew(d *draw, a trace.ActorID) bool { return c.events.at(a).index != d.index(a)+1 }

// of returns the chain of the next event of an actor.
func (c *chains) of(a trace.ActorID) int { return c.events.at(a).chain }

// ran records that the next event of an actor was executed.
func (c *chains) ran(a trace.ActorID) {
	at := c.events.at(a)
	c.last = *at
	at.before = at.event + 1
}

// add puts the next event of an actor at the end of a chain, and returns the chain. If it is a new one, its number is
// that of the chains before.
func (c *chains) add(d *draw, a trace.ActorID) int {
	at := c.events.at(a)
	n := len(c.causes)
	if n < cap(c.causes) {
		c.causes = c.causes[:n+1]
	} else {
		c.causes = append(c.causes, nil)
	}
	causes := c.causes[n][:0]
	for range c.lengths {
		causes = append(causes, 0)
	}
	if at.before > 0 {
		join(causes, c.causes[at.before-1])
	}
	if c.last.index > 0 {
		join(causes, c.causes[c.last.event])
	}
	chain := c.place(causes)
	if chain == len(c.lengths) {
		c.lengths = append(c.lengths, 0)
		causes = append(causes, 0)
	}
	c.lengths[chain]++
	causes[chain] = c.lengths[chain]
	c.causes[n] = causes
	at.chain, at.event, at.index = chain, n, d.index(a)+1
	return chain
}

// join adds the causes of an event to those of another.
func join(causes, others []int32) {
	for i, n := range others {
		causes[i] = max(causes[i], n)
	}
}

// place returns the chain for an event with these causes: one whose last event is among them, or else a new one. In the
// first case the block of the chain changes places with the one before, so that no block has events that cause one another.
func (c *chains) place(causes []int32) int {
	for i, block := range c.blocks {
		for k, chain := range block {
			if causes[chain] != c.lengths[chain] {
				continue
			}
			if i > 0 {
				block[k] = block[len(block)-1]
				rest := block[:len(block)-1]
				c.blocks[i], c.blocks[i-1] = append(c.blocks[i-1], chain), rest
			}
			return chain
		}
	}
	chain := len(c.lengths)
	for i := range c.blocks {
		if len(c.blocks[i]) <= i {
			c.blocks[i] = append(c.blocks[i], chain)
			return chain
		}
	}
	c.blocks = append(c.blocks, []int{chain})
	return chain
}
