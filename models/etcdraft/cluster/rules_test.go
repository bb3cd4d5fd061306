package cluster

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
)

// TestStateMachineSafety: a node may have applied less than another one, but nothing else.
func TestStateMachineSafety(t *testing.T) {
	a, b, c := Entry{1, 1, ""}, Entry{1, 2, "a"}, Entry{2, 2, "b"}
	for _, test := range []struct {
		one, other []Entry
		right      bool
	}{
		{nil, []Entry{a}, true},
		{[]Entry{a, b}, []Entry{a}, true},
		{[]Entry{a, b}, []Entry{a, c}, false},
		{[]Entry{a}, []Entry{c}, false},
	} {
		err := sameEntries([]checker.Exposed[Applied]{
			{Process: "node1", State: Applied{test.one}}, {Process: "node2", State: Applied{test.other}}, {Process: "node3"},
		})
		if (err == nil) != test.right {
			t.Errorf("%v and %v: %v", test.one, test.other, err)
		}
	}
}
