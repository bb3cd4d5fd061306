package optimaldpor

// open returns the leftmost leaf at or below n that no explorer works on and that is not
// finished, or nil. It does not look below a leaf that was taken.
func (n *node) open() *node {
	if n.leaf {
		if !n.taken || n.task != nil && n.task.idle() {
			return n
		}
		return nil
	}
	if n.ended {
		return nil
	}
	for _, k := range n.kids {
		if l := k.open(); l != nil {
			return l
		}
	}
	n.ended = true
	return nil
}

// reopenPath notes that the leaf n may be open.
func (n *node) reopenPath() {
	for n = n.parent; n != nil && n.ended; n = n.parent {
		n.ended = false
	}
}

// idle reports whether the task has a leaf to explore, and neither an explorer nor units.
func (t *task) idle() bool {
	return !t.busy && !t.full && t.tree.turn != nil && !t.wrong && t.unit == nil
}
