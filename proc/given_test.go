package proc_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// ballot is a message, and voter the state of the process that counts ballots.
type (
	ballot struct{ Term int }
	voter  struct {
		Term int
		Seen map[int]bool
	}
)

func (v voter) wants(b ballot) bool { return b.Term >= v.Term && !v.Seen[b.Term] }

func (v *voter) alsoWants(b any) bool { return v.wants(b.(ballot)) }

func wantsAll[S any](S, ballot) bool { return true }

// TestGivenCopies: changes of the state after the call, or by the condition, have no effect.
func TestGivenCopies(t *testing.T) {
	v := &voter{Term: 1, Seen: map[int]bool{2: true}}
	byValue := proc.Given(*v, voter.wants)
	byPointer := proc.Given(v, (*voter).alsoWants)
	asked := 0
	meddling := proc.Given(v, func(v *voter, b ballot) bool {
		asked++
		wants := v.wants(b)
		v.Term, v.Seen[b.Term] = 9, true
		return wants
	})
	v.Term, v.Seen[2], v.Seen[3] = 0, false, true
	for _, p := range []proc.Pattern{byValue, byPointer, meddling, proc.Describe(byPointer, "wanted")} {
		for range 2 {
			for term, want := range []bool{0: false, 1: true, 2: false, 3: true} {
				if got := p.Matches(ballot{term}); got != want {
					t.Errorf("%s: a ballot of term %d is wanted: %t", p, term, got)
				}
			}
		}
	}
	if asked != 8 {
		t.Errorf("the condition was called %d times", asked)
	}
	if byValue.Matches(1) || byValue.Matches(nil) {
		t.Errorf("%s matches what is no ballot", byValue)
	}
	var none error
	if isNil := proc.Given(none, func(e error, _ ballot) bool { return e == nil }); !isNil.Matches(ballot{}) {
		t.Errorf("a state that is nil is not")
	}
}

// TestGivenText: traces show the type of the messages, the condition and the state.
func TestGivenText(t *testing.T) {
	long := voter{Term: 1, Seen: map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true}}
	for _, c := range []struct {
		pattern proc.Pattern
		text    string
	}{
		{proc.Given(voter{Term: 1}, voter.wants), "ballot where voter.wants given voter{Term: 1, Seen: map[]}"},
		{proc.Given(&voter{Term: 1}, (*voter).alsoWants), "a message where voter.alsoWants given &voter{Term: 1, Seen: map[]}"},
		{proc.Given(voter{}, voter{Term: 2}.sameTerm), "ballot where voter.sameTerm given voter{Term: 0, Seen: map[]}"},
		{proc.Given(7, func(int, ballot) bool { return true }), "ballot where … given 7"},
		{proc.Given("x", named), "error where named given \"x\""},
		{proc.Given(long, voter.wants), "ballot where voter.wants given voter{Term: 1, Seen: map[1: true, 2: true, 3: true, 4: true…"},
	} {
		if got := c.pattern.String(); got != c.text {
			t.Errorf("the pattern is described as %q, want %q", got, c.text)
		}
	}
	if got := proc.Given(1, wantsAll[int]).String(); !strings.HasPrefix(got, "ballot where ") || strings.Contains(got, "go.shape") {
		t.Errorf("a generic condition is described as %q", got)
	}
}

func (v voter) sameTerm(w voter, _ ballot) bool { return v.Term == w.Term }

func named(_ string, err error) bool { return errors.Is(err, errors.ErrUnsupported) }

// TestGivenIdentity: two receives have the same patterns if their conditions are the same and their
// states equal.
func TestGivenIdentity(t *testing.T) {
	wants := func(v voter, b ballot) bool { return v.wants(b) }
	limit := func(n int) func(voter, ballot) bool { return func(_ voter, b ballot) bool { return b.Term < n } }
	low, high := limit(1), limit(9)
	seen := func(terms ...int) voter {
		v := voter{Term: 1, Seen: map[int]bool{}}
		for _, term := range terms {
			v.Seen[term] = true
		}
		return v
	}
	for name, c := range map[string]struct {
		p, q proc.Pattern
		same bool
	}{
		"equal states":           {proc.Given(seen(1, 2), voter.wants), proc.Given(seen(2, 1), voter.wants), true},
		"different states":       {proc.Given(seen(1), voter.wants), proc.Given(seen(2), voter.wants), false},
		"different conditions":   {proc.Given(seen(1), voter.wants), proc.Given(seen(1), wants), false},
		"one literal":            {proc.Given(seen(1), wants), proc.Given(seen(1), wants), true},
		"different captures":     {proc.Given(seen(1), low), proc.Given(seen(1), high), false},
		"equal captures":         {proc.Given(seen(1), low), proc.Given(seen(1), low), true},
		"different types":        {proc.Given(1, wantsAll[int]), proc.Given("1", wantsAll[string]), false},
		"types":                  {proc.Type[ballot](), proc.Type[ballot](), true},
		"other types":            {proc.Type[ballot](), proc.Type[voter](), false},
		"a type and a condition": {proc.Type[ballot](), proc.Given(seen(1), voter.wants), false},
		"a condition and a type": {proc.Given(seen(1), voter.wants), proc.Type[ballot](), false},
		"functions":              {proc.Where(voter{}.wants), proc.Where(voter{}.wants), false},
	} {
		x, y := receivesOf(t, c.p), receivesOf(t, c.q)
		if got := x.(interface{ Same(any) bool }).Same(y); got != c.same {
			t.Errorf("%s: %s and %s are the same: %t", name, x, y, got)
		}
	}
}

// receivesOf returns the patterns of a process that receives with the pattern.
func receivesOf(t *testing.T, pattern proc.Pattern) trace.Patterns {
	sys := newSystem(func(p *proc.P) {
		p.Send(p.Self(), ballot{})
		p.ReceiveTimeout(pattern)
	})
	t.Cleanup(sys.Close)
	sys.Step(first(sys))
	e := sys.Step(first(sys))
	return e.Patterns()
}

// TestGivenNotDeterministic: a process is not deterministic if it passes another state to a condition
// than before with the same past, even if the results of the condition are the same.
func TestGivenNotDeterministic(t *testing.T) {
	runs := 0
	model := checker.Model{Name: "states", Main: func(p *proc.P) {
		runs++
		p.Send(p.Self(), ballot{3})
		p.Receive(proc.Given(voter{Term: runs}, wantsAll[voter]))
	}}
	_, err := checker.Check(t.Context(), model, checker.Options{})
	if err == nil || !strings.Contains(err.Error(), "not deterministic") || !strings.Contains(err.Error(), "given voter{Term: ") {
		t.Errorf("the error is %v", err)
	}
}
