package series

import (
	"fmt"
	"slices"
	"testing"

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

// TestShares: the draws beside a search have half as many events as it, up to the next level, until they may not go on.
func TestShares(t *testing.T) {
	drawn, most := 60_000, 200_000 // events
	a := Auto{Beside: Beside{Drawn: record(func(r *result.Record) { r.Events = drawn })}}
	a.Execute = func(p Phase, _, events int, e *Earlier) (*result.Record, error) {
		if p != Drawn || e != nil || events <= drawn || events > drawn*2 {
			t.Errorf("%s goes on from %d to %d events", p, drawn, events)
		}
		drawn = min(events+7, most)
		return record(func(r *result.Record) { r.Events, r.Stop = drawn, result.OutOfBudget }), nil
	}
	for executed, next := 0, 0; executed < 1_000_000; executed += 10 {
		if executed < next {
			continue
		}
		answers := false
		next, answers = a.Share(executed)
		if behind := executed/perDrawn - drawn; answers || next <= executed || drawn < most && (behind > drawn/growth || -behind > 60_000) {
			t.Fatalf("after %d events of the search %d are drawn, and the next share comes after %d; %t", executed, drawn, next, answers)
		}
	}
	if drawn != most {
		t.Errorf("%d events are drawn, want %d", drawn, most)
	}
}

// TestAutoEndsWithTheFirstSearch: a small model needs no other search.
func TestAutoEndsWithTheFirstSearch(t *testing.T) {
	a := Auto{
		MaxInterleavings: 30,
		Execute: func(p Phase, interleavings, _ int, _ *Earlier) (*result.Record, error) {
			if p != Begun {
				t.Fatalf("%s follows", p)
			}
			return record(func(r *result.Record) { r.Interleavings = interleavings - 1 }), nil
		},
	}
	r, by, err := a.Search(Begun, &Earlier{})
	if err != nil || by != Begun || r.Interleavings != 29 || r.Chosen != "" {
		t.Errorf("%d interleavings, by %s, %q; %v", r.Interleavings, by, r.Chosen, err)
	}
}
