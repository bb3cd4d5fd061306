package judge

import "github.com/checkmodel/checkmodel/result"

import "testing"

// TestDescribed: within a task, a kind of violation is described when it occurs first, and when it
// occurs in a shorter interleaving; in another task, again. Outside of tasks the tally knows.
func TestDescribed(t *testing.T) {
	var d descriptions
	for i, c := range []struct {
		task, length int
		explanation  string
		known        bool
	}{
		{1, 9, "a", false},
		{1, 9, "a", true},
		{1, 12, "a", true},
		{1, 7, "a", false},
		{1, 8, "a", true},
		{1, 8, "b", false},
		{0, 8, "b", false},
		{2, 9, "a", false},
		{2, 9, "a", true},
	} {
		v := &result.Violation{Property: "p", Explanation: c.explanation, Length: c.length}
		if known := d.knows(c.task, v); known != c.known {
			t.Errorf("%d: %+v is known: %v", i, c, known)
		}
	}
}
