package optimaldpor

// work holds the notes of the schedule at a node of the tree.
type work struct {
	task      *task // of a leaf whose subtree is explored before its turn
	taken     bool  // of a leaf: an explorer has begun
	exhausted bool  // there is no open leaf below; if so of a node, then of all inner nodes below
}

// open returns the leftmost leaf at or below n that no explorer works on and that is not
// finished, or nil. It does not look below a leaf that was taken.
func (n *node) open() *node {
	if n.leaf {
		if !n.work.taken || n.work.task != nil && n.work.task.idle() {
			return n
		}
		return nil
	}
	if n.work.exhausted {
		return nil
	}
	for _, k := range n.kids {
		if l := k.open(); l != nil {
			return l
		}
	}
	n.work.exhausted = true
	return nil
}

// reopenPath notes that the leaf n may be open.
func (n *node) reopenPath() {
	for n = n.parent; n != nil && n.work.exhausted; n = n.parent {
		n.work.exhausted = false
	}
}
