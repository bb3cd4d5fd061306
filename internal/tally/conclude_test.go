package tally

import (
	"fmt"
	"testing"

	"github.com/checkmodel/checkmodel/result"
)

// found returns a result with violations of these properties.
func found(violating, first int, names ...string) *result.Record {
	r := &result.Record{}
	r.Violating, r.FirstViolation = violating, first
	for _, name := range names {
		r.Violations = append(r.Violations, &result.Violation{Property: name})
	}
	return r
}

// TestOnlyALowerBound: a violation that only the search under the previous bound has shown is not
// lost.
func TestOnlyALowerBound(t *testing.T) {
	nothing := found(0, 0)
	nothing.BoundCut = 1
	for _, c := range []struct {
		after *result.Record
		want  string
	}{
		{found(1, 9, "both"), "[both lower] 2 9 violated false"},
		{nothing, "[lower both] 2 3 violated false"},
	} {
		k := Known{Violates: []string{"both"}}
		k.Conclude(c.after)
		k.Recall(c.after, found(2, 3, "lower", "both"))
		var names []string
		for _, v := range c.after.Violations {
			names = append(names, v.Property)
		}
		if got := fmt.Sprintf("%v %d %d %s %t", names, c.after.Violating, c.after.FirstViolation, c.after.Verdict, c.after.Expected); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestRecallOfManyKinds: no more kinds are kept because there were several searches.
func TestRecallOfManyKinds(t *testing.T) {
	found := func(name string, unlisted int) *result.Record {
		r := &result.Record{}
		r.Violating, r.Unlisted = 100, unlisted
		for i := range 100 {
			r.Violations = append(r.Violations, &result.Violation{Property: "p", Explanation: fmt.Sprint(name, i), Count: 1})
		}
		return r
	}
	r := found("upper", 0)
	Known{}.Recall(r, found("lower", 7))
	if len(r.Violations) != 100 || r.Unlisted != 7 {
		t.Errorf("%d kinds, %d unlisted", len(r.Violations), r.Unlisted)
	}
	r = found("upper", 0)
	if (Known{}).Recall(r, found("lower", 0)); r.Unlisted == 0 {
		t.Error("nothing tells of the kinds that are not kept")
	}
}

// TestFailedStaysFailed: a violation under a lower bound does not hide that the search failed.
func TestFailedStaysFailed(t *testing.T) {
	failed := &result.Record{Verdict: result.Failed}
	Known{}.Recall(failed, found(1, 1, "lower"))
	if failed.Verdict != result.Failed || len(failed.Violations) != 1 {
		t.Errorf("a search that failed is %s, with %d violations", failed.Verdict, len(failed.Violations))
	}
}

// TestAfterAComplete: a complete search keeps an earlier violation if it has found none, and otherwise its own findings.
func TestAfterAComplete(t *testing.T) {
	for violating, want := range map[int]string{0: "earlier", 1: "own"} {
		r := &result.Record{}
		if r.Violating = violating; violating > 0 {
			r.Violations = []*result.Violation{{Property: "own", Count: 1}}
		}
		r, err := Known{}.After(r, found(1, 1, "earlier"), nil)
		if err != nil || r.Violating != 1 || len(r.Violations) != 1 || r.Violations[0].Property != want {
			t.Errorf("with %d violating: %d, %+v, %v; want %s", violating, r.Violating, r.Violations, err, want)
		}
	}
}

// TestVerdicts: the verdict follows from what was found, and from what was left out.
func TestVerdicts(t *testing.T) {
	for want, change := range map[result.Verdict]func(*result.Record){
		result.Verified:   func(*result.Record) {},
		result.Violated:   func(r *result.Record) { r.Violating, r.Stop = 1, result.Canceled },
		result.Bounded:    func(r *result.Record) { r.DepthCut = 1 },
		result.Incomplete: func(r *result.Record) { r.Stop = result.OutOfBudget },
		result.Sampled:    func(r *result.Record) { r.Stop = result.SampleDrawn },
	} {
		r := &result.Record{}
		r.Interleavings = 3
		change(r)
		if (Known{}).Conclude(r); r.Verdict != want {
			t.Errorf("the verdict is %s, want %s", r.Verdict, want)
		}
	}
}
