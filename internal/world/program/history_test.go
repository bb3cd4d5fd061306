package program

import (
	"testing"

	"github.com/checkmodel/checkmodel/trace"
)

// Points at the heads of loops continue as one if their states are equal, not if only their fingerprints are.
func TestHeadsCollide(t *testing.T) {
	root := &History{}
	at := func(number uint32) *History {
		h := root.with(Result{N: int32(number)})
		h.Head = &head{print: trace.Fingerprint{1, 2}, number: number}
		return h
	}
	past := &histories{First: root, heads: map[trace.Fingerprint]*History{}}
	first, other, equal := at(1), at(2), at(1)
	for _, h := range []*History{first, other, equal} {
		past.atHead(h)
	}
	if first.same != nil || other.same != nil || equal.same != first {
		t.Errorf("the first stands for %v, another for %v, an equal one for %v", first.same, other.same, equal.same)
	}
}

// A point finds its children by their results, few or many, until it forgets them; a second child with the same result does not become
// known.
func TestChildren(t *testing.T) {
	root := &History{}
	past := &histories{First: root}
	result := func(i int) Result { return Result{Value: trace.ValueID(i / 2), N: int32(i % 2)} }
	var all []*History
	for i := range 3 * manyChildren {
		if h := root.after(result(i)); h != nil {
			t.Fatalf("after %d children, result %d has the child %v", len(all), i, h.Via)
		}
		all = append(all, past.add(root.with(result(i))))
		if i%7 == 0 && past.add(root.with(result(i))) != all[i] {
			t.Errorf("result %d has two children", i)
		}
		for k, want := range all {
			if root.after(result(k)) != want {
				t.Fatalf("of %d children, result %d has another one", len(all), k)
			}
		}
	}
	root.forgetChildren()
	if root.after(result(0)) != nil || root.after(result(3*manyChildren-1)) != nil {
		t.Error("a forgotten child is found")
	}
}
