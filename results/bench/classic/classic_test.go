package classic_test

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/results/bench/classic"
)

// TestClasses: a search explores each class of the programs once, as often as papers say.
func TestClasses(t *testing.T) {
	for _, f := range classic.Families() {
		n := f.Sizes[0]
		t.Run(fmt.Sprintf("%s-%d", f.Name, n), func(t *testing.T) {
			m := checker.Model{Name: f.Name, Main: f.Main(n)}
			r, err := checker.Check(t.Context(), m, checker.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != checker.Verified {
				t.Errorf("the verdict is %s", r.Verdict)
			}
			if want, known := classes(f, n); !known || r.Interleavings != want {
				t.Errorf("there are %d classes, want %d", r.Interleavings, want)
			}
		})
	}
}

// counted are the numbers of classes for which there is no formula.
var counted = map[string]int{}

func classes(f classic.Family, n int) (want int, known bool) {
	if f.Classes != nil {
		return f.Classes(n), true
	}
	want, known = counted[f.Name]
	return want, known
}
