package checker_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// restarting is a supervisor that starts a process again whenever it panics.
func restarting(panics func(n int) string) func(*proc.P) {
	return func(p *proc.P) {
		for n := range 30 {
			child, _ := p.SpawnMonitor("child", func(p *proc.P) {
				p.Receive()
				panic(panics(n))
			})
			p.Send(child, "go")
			proc.Receive[proc.Down](p)
		}
		p.Assert(false, "another property", "it is violated in the end")
	}
}

// word returns a word for a number.
func word(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return word(n/26) + word(n%26)
}

// TestOneKind: explanations that differ only in numbers, times and names of processes are of one kind, whose shortest violation is
// shown and whose others are counted; also after a search was resumed. Which process crashes or waits tells kinds apart.
func TestOneKind(t *testing.T) {
	for name, c := range map[string]struct {
		says  func(n int, process string) string
		kinds int
	}{
		"numbers":           {func(n int, _ string) string { return fmt.Sprintf("the lease of %d is over at %d.%d", n, 10*n, n) }, 1},
		"times":             {func(n int, _ string) string { return fmt.Sprint("it took ", time.Duration(n)*700*time.Millisecond) }, 1},
		"names":             {func(n int, process string) string { return process + " and main disagree, says " + process }, 1},
		"parts of words":    {func(n int, process string) string { return "x" + process + "x" }, 3},
		"values":            {func(n int, _ string) string { return "it is " + []string{"red", "green", "blue"}[n] }, 3},
		"structure":         {func(n int, _ string) string { return strings.Repeat("1, ", n) + "2" }, 3},
		"process itself":    {func(n int, process string) string { return "process " + process + " is wrong" }, 1},
		"numbers in a name": {func(n int, process string) string { return fmt.Sprintf("replica-%d lags", n) }, 1},
	} {
		m := checker.Model{Name: "m", Main: func(p *proc.P) {
			n := p.Choose(3)
			p.Spawn([]string{"left", "right", "left-hand"}[n], func(p *proc.P) {
				p.Assert(false, "wrong", "%s", c.says(n, []string{"left", "right", "left-hand"}[n]))
			})
		}}
		r := check(t, m, checker.Options{Until: checker.UntilEnd})
		var saved *checker.Checkpoint
		saving := &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}
		check(t, m, checker.Options{Until: checker.UntilEnd, MaxInterleavings: 1, Saving: saving})
		again := check(t, m, checker.Options{Until: checker.UntilEnd, Resume: saved})
		for _, r := range []*checker.Result{r, again} {
			if len(r.Violations) != c.kinds || r.Violations[0].Count != 4-c.kinds || r.Violating != 3 {
				t.Errorf("%s: %d kinds, want %d; of the first %d of %d", name, len(r.Violations), c.kinds, r.Violations[0].Count, r.Violating)
			}
		}
	}
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		p.Spawn([]string{"left", "right"}[p.Choose(2)], func(p *proc.P) { panic("no") })
	}}
	if r := check(t, m, checker.Options{Until: checker.UntilEnd}); len(r.Violations) != 2 {
		t.Errorf("crashes of two processes are of %d kinds", len(r.Violations))
	}
}

// The same fault of several processes is one kind of violation, whose first one is shown; kinds
// with a different text each time are limited.
func TestManyViolationsAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		panics func(int) string
		kinds  int
	}{
		"the same":  {func(int) string { return "oh" }, 2},
		"numbers":   {func(n int) string { return fmt.Sprint("oh ", n) }, 2},
		"different": {func(n int) string { return "oh " + word(n) }, 11},
	} {
		for _, workers := range []int{1, 2} {
			m := checker.Model{Name: name, Main: restarting(c.panics)}
			r, err := checker.Check(t.Context(), m, checker.Options{Workers: workers, Until: checker.UntilEnd})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Violations) != c.kinds || r.Violations[c.kinds-1].Property != "another property" {
				t.Errorf("%s, %d workers: %d violations", name, workers, len(r.Violations))
			}
			first := r.Violations[0]
			if first.Process != "child" || first.Count != 1 || first.Length != 4 || len(first.Trace.Entries) != 4 {
				t.Errorf("%s, %d workers: the first is %+v", name, workers, first)
			}
		}
	}
}

// A violation after ten others of its property counts if its kind is known.
func TestAfterTenOthers(t *testing.T) {
	m := checker.Model{Name: "both", Main: func(p *proc.P) {
		order := []int{11, 0, 1, 2, 3, 4, 5, 6, 7, 8}
		if p.Choose(2) == 1 {
			order = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12}
		}
		for _, n := range order {
			p.SpawnMonitor("child", func(*proc.P) { panic(word(n)) })
			proc.Receive[proc.Down](p)
		}
	}}
	for _, workers := range []int{1, 2} {
		r, err := checker.Check(t.Context(), m, checker.Options{Workers: workers, Until: checker.UntilEnd})
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, v := range r.Violations {
			counts[v.Explanation[strings.LastIndexByte(v.Explanation, ' ')+1:]] = v.Count
		}
		if len(counts) != 11 || counts[word(11)] != 2 || counts[word(0)] != 2 || counts[word(9)] != 1 {
			t.Errorf("%d workers: %v", workers, counts)
		}
	}
}

// TestManyKinds: if each interleaving has another explanation, 100 are kept, and the others are
// counted. This depends neither on the number of workers nor on an interruption.
func TestManyKinds(t *testing.T) {
	m := checker.Model{Name: "many", Main: func(p *proc.P) {
		n := 20*p.Choose(20) + p.Choose(20)
		p.Assert(n != 0 && n != 399, "another", "it is %s", word(n))
		p.Assert(false, "wrong", "it is %s", word(n))
	}}
	summary := func(o checker.Options) string {
		o.Until = checker.UntilEnd
		r, err := checker.Check(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if o.MaxInterleavings == 0 && (len(r.Violations) != 100 || r.Violating != 400 || r.Unlisted != 300) {
			t.Errorf("%d workers: %d kinds, %d interleavings violate, %d unlisted", o.Workers, len(r.Violations), r.Violating, r.Unlisted)
		}
		var kinds []string
		for _, v := range r.Violations {
			if v.Trace == nil || len(v.Trace.Entries) != v.Length {
				t.Errorf("%s, %s, of %d events: the trace is %v", v.Property, v.Explanation, v.Length, v.Trace)
			}
			kinds = append(kinds, fmt.Sprint(v.Property, v.Explanation, v.Interleaving))
		}
		return fmt.Sprint(r.Violating, r.Unlisted, kinds)
	}
	want := summary(checker.Options{TrustModel: !testsize.Long(), Workers: 1})
	for _, workers := range []int{2, 4} {
		if got := summary(checker.Options{TrustModel: !testsize.Long(), Workers: workers}); got != want {
			t.Errorf("%d workers: %s, want %s", workers, got, want)
		}
	}
	var saved *checker.Checkpoint
	saving := &checker.Saving{Save: func(c *checker.Checkpoint) error { saved = c; return nil }}
	summary(checker.Options{TrustModel: !testsize.Long(), MaxInterleavings: 150, Saving: saving})
	if got := summary(checker.Options{TrustModel: !testsize.Long(), Saving: saving, Resume: saved}); got != want {
		t.Errorf("resumed: %s, want %s", got, want)
	}
}

// TestLateProperty: a property that is violated only after there are 100 kinds is listed.
func TestLateProperty(t *testing.T) {
	m := checker.Model{Name: "late", Main: func(p *proc.P) {
		n := p.Choose(150)
		p.Assert(n < 140, "late", "it is %s", word(n))
		p.Assert(false, "wrong", "it is %s", word(n))
	}}
	for _, workers := range []int{1, 2} {
		r, err := checker.Check(t.Context(), m, checker.Options{Workers: workers, Until: checker.UntilEnd})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.Violations); n != 101 || r.Violations[100].Property != "late" || r.Unlisted != 49 {
			t.Errorf("%d workers: %d kinds, the last of %s, %d unlisted", workers, n, r.Violations[n-1].Property, r.Unlisted)
		}
	}
}
