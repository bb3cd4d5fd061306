package history

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// There are two operations, a and b. Points 0 and 1 are the call and the return of a, and 2 and 3
// those of b.
func TestStrictest(t *testing.T) {
	tests := []struct {
		name  string
		edges [][2]int // in addition to those from each call to its return
		want  []string
	}{
		{"nothing is certain", nil, []string{"aAbB", "bBaA"}},
		{"a is first", [][2]int{{1, 2}}, []string{"aAbB"}},
		{"b is called before a returns", [][2]int{{2, 1}}, []string{"abAB", "bBaA"}},
		{"they overlap", [][2]int{{2, 1}, {0, 3}}, []string{"abAB"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := &partialOrder{points: []point{{0, false}, {0, true}, {1, false}, {1, true}}}
			for range o.points {
				o.before = append(o.before, make([]bool, len(o.points)))
			}
			for _, e := range append(test.edges, [2]int{0, 1}, [2]int{2, 3}) {
				o.before[e[0]][e[1]] = true
			}
			var got []string
			o.strictest(func(history []point) { got = append(got, letters(history)) })
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("the histories (-want +got)\n%s", diff)
			}
		})
	}
}

// letters writes calls of operations 0, 1, … as a, b, … and returns as A, B, ….
func letters(history []point) string {
	var s []byte
	for _, pt := range history {
		first := byte('a')
		if pt.isReturn {
			first = 'A'
		}
		s = append(s, first+byte(pt.op))
	}
	return string(s)
}
