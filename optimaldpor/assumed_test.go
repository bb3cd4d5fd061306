package optimaldpor_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// An explorer that is ahead of the turn assumes that the events to the left of its
// path, which no explorer has executed yet, will be what was planned. The tests here twist
// the world so that something comes of an event that the search cannot predict.

// inEveryOrder lets two explorers move in every order, up to a number of moves; from
// then on they take turns.
func inEveryOrder(t *testing.T, pr program, twist func([]trace.Event), check func(tm *team, err error)) {
	const moves = 7
	for order := range 1 << moves {
		tm := newTeam(pr, optimaldpor.NewSearch(optimaldpor.Config{Relation: anyRace}), 2, false)
		tm.twist = twist
		move := -1
		err := tm.explore(func(hands int) int {
			if move++; move < moves {
				return order >> move % 2 % hands
			}
			return move % hands
		})
		check(tm, err)
	}
}

// TestPresumedWrongly: claims fail, because of a row that was there before any event. The
// search foresees that 1 succeeds when it comes first. So who begins with 2, which
// reads the row, assumes that 1 can be told from that, and would try both orders
// of the two.
func TestPresumedWrongly(t *testing.T) {
	pr := program{{write(1, 1)}, {claim(1, 2)}, {read(1)}}
	fail := func(events []trace.Event) {
		if e := &events[len(events)-1]; e.Kind == kind.TableInsertNew {
			e.Effect, e.Before, e.After = trace.Read, 9, trace.NoValue
		}
	}
	want := []string{"012", "120", "102", "201"}
	inEveryOrder(t, pr, fail, func(tm *team, err error) {
		var got []string
		for _, it := range tm.all {
			schedule, _, _ := strings.Cut(it, " ")
			got = append(got, schedule)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("interleavings (-want +got):\n%s%v", diff, err)
		}
	})
}

// TestRepetitionAhead: a write by 2 has no effect if it comes first. Then what was
// explored to the left sleeps for ever, whatever comes of 1, and that must be
// reported by the explorer that notices first.
func TestRepetitionAhead(t *testing.T) {
	pr := program{{write(1, 1)}, {write(1, 2)}, {write(1, 3)}}
	booted := len(pr) + 1
	fail := func(events []trace.Event) {
		if e := &events[len(events)-1]; e.Actor == 2 && len(events) == booted+1 {
			e.Effect, e.After = trace.NoEffect, trace.NoValue
		}
	}
	inEveryOrder(t, pr, fail, func(tm *team, err error) {
		var e *optimaldpor.Repetition
		if !errors.As(err, &e) || e.Depth != booted || e.Sleeping.Actor != 0 {
			t.Errorf("the error is %v, want one that says who sleeps", err)
		}
	})
}
