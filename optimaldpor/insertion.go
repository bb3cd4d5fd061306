package optimaldpor

import (
	"encoding/binary"

	"github.com/checkmodel/checkmodel/internal/wakeup"
)

// insertion is a wakeup sequence that is inserted into the tree.
type insertion struct {
	wakeup.Sequence
	at     *node // the state in which it begins
	branch *node // the executed branch of at, if any: the sequence goes to its right
	why    Reversal
	cut    int        // how many of the alternatives the bound did not admit
	noted  *insertion // a copy that waits for its turn
	again  struct {   // of such a copy: where the last entry that has found it again counts that
		entry *entry
		place int
	}
}

// snapshot returns a copy that never changes.
func (w *insertion) snapshot() *insertion {
	return &insertion{Sequence: w.Snapshot(), at: w.at, branch: w.branch, why: w.why}
}

// key appends a text that distinguishes the sequence from others that were found below the same leaf.
func (w *insertion) key(buf []byte) []byte {
	return w.Key(binary.AppendVarint(buf, int64(w.at.depth)))
}

// from returns the position of the first branch of at that insert considers.
func (w *insertion) from() int32 {
	if w.branch == nil {
		return 0
	}
	return w.branch.place + 1
}

// divide returns the sequence in parts: the alternatives of the branch, and the others. The first
// is inserted at the branch, the others to its right: no branch before it covers them.
func (w *insertion) divide(branch *node) (parts []*insertion) {
	at := branch.initial()
	for _, part := range w.Parts(at) {
		v := *w
		v.Sequence, v.at, v.branch = part, branch.parent, branch
		if at.Alternatives().Has(part.Alternatives().First) {
			v.branch = branch.before()
		}
		parts = append(parts, &v)
	}
	return parts
}
