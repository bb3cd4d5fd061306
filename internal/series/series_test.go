package series

import (
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/tally"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/states"
)

// record returns a record that a change has made.
func record(change func(*result.Record)) *result.Record {
	r := &result.Record{}
	change(r)
	return r
}

// TestBounds: the bounds rise until one cuts nothing; the levels of a resumed search are not searched again.
func TestBounds(t *testing.T) {
	for name, c := range map[string]struct {
		done []result.Level
		want []int
	}{
		"from the first": {nil, []int{2, 3, 4}},
		"resumed":        {[]result.Level{{Bound: 2, Interleavings: 5}}, []int{3, 4}},
	} {
		var searched []int
		r, err := Bounds(tally.Known{}, 2, 9, &Earlier{Levels: c.done}, func(limit int, e *Earlier) (*result.Record, error) {
			if spent := e.Spent(); spent != 5*(limit-2) {
				t.Errorf("%s: before bound %d, %d interleavings are spent", name, limit, spent)
			}
			searched = append(searched, limit)
			return record(func(r *result.Record) { r.Interleavings, r.BoundCut = 5, 4-limit }), nil
		})
		if err != nil || !slices.Equal(searched, c.want) || len(r.Levels) != 3 || r.Levels[2].Bound != 4 {
			t.Errorf("%s: the bounds %v were searched, with the levels %v; %v", name, searched, r.Levels, err)
		}
	}
}

func violating(r *result.Record) bool { return r.Violating > 0 }

// TestShortest: the limit on events is found exactly, in few searches.
func TestShortest(t *testing.T) {
	for _, length := range []int{1, 15, 16, 17, 40, 100} {
		searches := 0
		r, err := Shortest(100, violating, func(limit int) (*result.Record, error) {
			searches++
			return record(func(r *result.Record) {
				if limit >= length {
					r.Violating = 1
				} else {
					r.DepthCut = 1
				}
			}), nil
		})
		if err != nil || r.Shortest != length || r.Violating != 1 || searches > 15 {
			t.Errorf("the violation after %d events is found after %d, in %d searches; %v", length, r.Shortest, searches, err)
		}
	}
	if r, _ := Shortest(20, violating, func(int) (*result.Record, error) { return &result.Record{}, nil }); r.Shortest != 0 {
		t.Errorf("there is no violation, and it shows after %d events", r.Shortest)
	}
}

// TestTogether: a search whose workers part is executed again, with one worker for longer, or with one only.
func TestTogether(t *testing.T) {
	partings := []states.Parting{states.Learned, states.Ordered, states.Together}
	var alone []int
	r, err := Together(tally.Known{}, 10, func(n int) (*result.Record, states.Parting, error) {
		alone = append(alone, n)
		return record(func(r *result.Record) { r.Interleavings = len(alone) }), partings[len(alone)-1], nil
	})
	if err != nil || r.Interleavings != 3 || fmt.Sprint(alone) != fmt.Sprint([]int{10, 80, allAlone}) {
		t.Errorf("one worker was alone for %v transitions; %v, %v", alone, r, err)
	}
}

// TestAutoEndsWithTheFirstSearch: a small model needs no other search.
func TestAutoEndsWithTheFirstSearch(t *testing.T) {
	a := Auto{
		MaxInterleavings: 30,
		Begin: func(limit int) (*result.Record, error) {
			return record(func(r *result.Record) { r.Interleavings = limit - 1 }), nil
		},
		States:    func(*driver.Trial, *Earlier) (*result.Record, error) { panic("states are searched") },
		Enumerate: func(*Earlier) (*result.Record, error) { panic("all is enumerated") },
	}
	r, by, err := a.Search(Begun, &Earlier{}, new(driver.Trial))
	if err != nil || by != Begun || r.Interleavings != 29 || r.Chosen != "" {
		t.Errorf("%d interleavings, by %s, %q; %v", r.Interleavings, by, r.Chosen, err)
	}
}
