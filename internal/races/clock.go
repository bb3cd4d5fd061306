package races

// clock has for each actor how many of its segments are known, as they happen before.
type clock []int32

// of returns the entry of an actor.
func (c clock) of(actor int32) int32 {
	if int(actor) < len(c) {
		return c[actor]
	}
	return 0
}

// join returns the clock with all that the other one knows.
func (c clock) join(other clock) clock {
	if n := len(other) - len(c); n > 0 {
		c = append(c, make([]int32, n)...)
	}
	for i, n := range other {
		c[i] = max(c[i], n)
	}
	return c
}

// tick begins the next segment of an actor.
func (c clock) tick(actor int32) clock {
	for int(actor) >= len(c) {
		c = append(c, 0)
	}
	c[actor]++
	return c
}
