package checker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/driver"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// encoded returns the checkpoint as the content of a file.
func encoded(c *Checkpoint) ([]byte, error) {
	var b bytes.Buffer
	err := c.EncodeTo(&b)
	return b.Bytes(), err
}

// decoded reads the content of a file to its end.
func decoded(file []byte) (*Checkpoint, error) {
	c, err := ReadCheckpoint(bytes.NewReader(file))
	if err == nil && c.Memo != nil {
		err = c.Memo.Rest.Load()
	}
	return c, err
}

// throughFile encodes and decodes the checkpoint.
func throughFile(t rapid.TB, c *Checkpoint) *Checkpoint {
	t.Helper()
	file, err := encoded(c)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = decoded(file); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestResume repeatedly interrupts searches, and compares them with an uninterrupted search: the
// same interleavings, in the same order, and the same result.
func TestResume(t *testing.T) {
	resumed := 0
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		o := Options{Until: UntilEnd, MaxInterleavings: 300, Delivery: rapid.SampledFrom(proc.Deliveries()).Draw(t, "delivery")}
		if rapid.Bool().Draw(t, "bounded") {
			o.Bound = bounding.Delay(4)
		}
		if rapid.Bool().Draw(t, "around") {
			o.Around = drawGuide(t, m, o)
		}
		pages, summary := established(t, m, o, 1)

		workers := rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "workers")
		var all []string
		for budget := 0; ; {
			budget = min(budget+rapid.IntRange(1, 60).Draw(t, "until the interrupt"), 300)
			var saved *Checkpoint
			part := o
			part.MaxInterleavings = budget
			part.Saving = &Saving{Identity: "this", Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
			p, s := established(t, m, part, workers)
			all = append(all, p...)
			if saved == nil || budget == 300 {
				if diff := cmp.Diff(summary, s); diff != "" {
					t.Fatalf("result (-in one go +interrupted):\n%s", diff)
				}
				break
			}
			o.Resume = saved
			resumed++
		}
		if diff := cmp.Diff(pages, all); diff != "" {
			t.Fatalf("interleavings (-in one go +interrupted):\n%s", diff)
		}
	})
	if resumed == 0 && checksMany() {
		t.Error("no search was resumed")
	}
}

// canceling is a diary that cancels the search some time after an interleaving.
type canceling struct {
	diary
	after  int
	cancel func()
}

func (c *canceling) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	c.diary.Interleaving(number, outcome, events)
	if number == c.after {
		go c.cancel()
	}
}

// TestCanceled cancels searches by several workers at any moment.
func TestCanceled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		o := Options{Until: UntilEnd, MaxInterleavings: 200}
		pages, want := established(t, m, o, 1)
		workers := rapid.SampledFrom([]int{2, 3}).Draw(t, "workers")
		var all []string
		for begun := 0; ; {
			var saved *Checkpoint
			o.Saving = &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
			ctx, cancel := context.WithCancel(context.Background())
			c := &canceling{after: begun + rapid.IntRange(1, 30).Draw(t, "until it is canceled"), cancel: cancel}
			r := explored(ctx, t, c, m, o, workers)
			cancel()
			all = append(all, c.pages...)
			if r.Stop != Canceled {
				if diff := cmp.Diff(want, summarized(r)); diff != "" {
					t.Errorf("result (-in one go +interrupted):\n%s", diff)
				}
				break
			}
			o.Resume, begun = saved, r.Interleavings
		}
		if diff := cmp.Diff(pages, all); diff != "" {
			t.Fatalf("interleavings (-in one go +interrupted):\n%s", diff)
		}
	})
}

// fiveWriters has five processes that write to one row of a table.
func fiveWriters(p *proc.P) {
	p.Spawn("owner", func(p *proc.P) {
		table := proc.NewTable[int, int](p, "t")
		for i := range 5 {
			p.Spawn("p", func(p *proc.P) { table.Insert(p, 0, i) })
		}
		p.Receive()
	}, proc.Daemon)
}

// interrupted returns the checkpoint of a search after the given number of interleavings.
func interrupted(t *testing.T, m Model, o Options, budget int) (saved *Checkpoint) {
	o.MaxInterleavings = budget
	o.Saving = &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}
	if r := explored(t.Context(), t, &numbers{}, m, o, 1); r.Stop != OutOfBudget {
		t.Fatalf("the search was stopped: %q", r.Stop)
	}
	return saved
}

// Branches that the bound cut before a search was interrupted count.
func TestResumeBounded(t *testing.T) {
	m := Model{Name: "writers", Main: fiveWriters}
	o := Options{Bound: bounding.Delay(3), Until: UntilEnd}
	want := explored(t.Context(), t, &numbers{}, m, o, 1)
	cut := false
	for budget := 1; budget < want.Interleavings; budget += 5 {
		o.Resume = interrupted(t, m, o, budget)
		cut = cut || o.Resume.BoundCut > 0
		got := explored(t.Context(), t, &numbers{}, m, o, 1)
		if got.Interleavings != want.Interleavings || got.BoundCut != want.BoundCut {
			t.Errorf("after %d interleavings: %d and %d cut, want %d and %d", budget, got.Interleavings, got.BoundCut, want.Interleavings, want.BoundCut)
		}
		o.Resume = nil
	}
	if !cut {
		t.Error("nothing was cut before an interrupt")
	}
}

// A checkpoint is not changed by what the search finds later.
func TestCheckpointStays(t *testing.T) {
	var saved []*Checkpoint
	var files [][]byte
	save := func(c *Checkpoint) error {
		file, err := encoded(c)
		saved, files = append(saved, c), append(files, file)
		return err
	}
	o := Options{Until: UntilEnd, MaxInterleavings: 20, Saving: &Saving{Save: save, Due: func() bool { return true }}}
	if _, err := Check(t.Context(), Model{Name: "counters", Main: counters}, o); err != nil {
		t.Fatal(err)
	}
	for i, c := range saved {
		if file, err := encoded(c); err != nil || !bytes.Equal(file, files[i]) {
			t.Errorf("the checkpoint after interleaving %d has changed: %v", c.Interleavings, err)
		}
	}
	if len(saved) < 10 {
		t.Errorf("there are %d checkpoints", len(saved))
	}
}

// Workers that are ahead do not exceed the budget.
func TestResumedBudget(t *testing.T) {
	m := Model{Name: "writers", Main: fiveWriters}
	o := Options{Until: UntilEnd}
	o.Resume = interrupted(t, m, o, 20)
	for budget := 21; budget < 80; budget += testsize.Sample(7, 1) {
		o.MaxInterleavings = budget
		if r := explored(t.Context(), t, &numbers{}, m, o, 3); r.Interleavings != budget {
			t.Errorf("with a budget of %d, 20 of which were spent, there are %d interleavings", budget, r.Interleavings)
		}
	}
}

// A search can be resumed repeatedly from the same checkpoint, which does not change. A budget that
// is already spent allows nothing.
func TestResumeTwice(t *testing.T) {
	var saved *Checkpoint
	m := Model{Name: "counters", Main: counters}
	o := Options{Until: UntilEnd, MaxInterleavings: 20, Saving: &Saving{Save: func(c *Checkpoint) error { saved = c; return nil }}}
	if _, err := Check(t.Context(), m, o); err != nil {
		t.Fatal(err)
	}
	o.Resume, o.Saving = saved, nil
	for _, budget := range []int{10, 60, 40} {
		o.MaxInterleavings = budget
		r, err := Check(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		want := max(budget, 20)
		if v := r.Violations[0]; r.Interleavings != want || v.Count != want || r.Stop != OutOfBudget {
			t.Errorf("with a budget of %d: %d interleavings, %d with the violation (%s); want %d", budget, r.Interleavings, v.Count, r.Stop, want)
		}
	}
}

// counters is a model with many interleavings.
func counters(p *proc.P) {
	table := proc.NewTable[int, int](p, "t")
	for i := range 4 {
		p.Spawn(fmt.Sprint("p", i), func(p *proc.P) {
			n, _ := table.Lookup(p, 0)
			table.Insert(p, 0, n+1)
		})
	}
	proc.Receive[string](p)
}

// TestSavedOnTheWay resumes from what was saved during the search, as after the process was killed.
func TestSavedOnTheWay(t *testing.T) {
	m := Model{Name: "counters", Main: counters}
	whole, err := Check(t.Context(), m, Options{TrustModel: !testsize.Long(), Until: UntilEnd})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2} {
		var saved []*Checkpoint
		asked := 0
		o := Options{TrustModel: !testsize.Long(), Until: UntilEnd, Workers: workers, Saving: &Saving{
			Due:  func() bool { asked++; return asked%17 == 0 },
			Save: func(c *Checkpoint) error { saved = append(saved, throughFile(t, c)); return nil },
		}}
		if _, err := Check(t.Context(), m, o); err != nil {
			t.Fatal(err)
		}
		if len(saved) < 5 {
			t.Fatalf("there are %d checkpoints of %d interleavings", len(saved), whole.Interleavings)
		}
		for _, c := range saved {
			o.Resume = c
			r, err := Check(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Interleavings != whole.Interleavings || r.Violating != whole.Violating || r.Events != whole.Events || r.Verdict != whole.Verdict {
				t.Errorf("resumed after %d interleavings: %d interleavings, %d violating, %d events, %s; want %d, %d, %d, %s", c.Interleavings,
					r.Interleavings, r.Violating, r.Events, r.Verdict, whole.Interleavings, whole.Violating, whole.Events, whole.Verdict)
			}
		}
	}
}

// A search is resumed only with a fitting model and options.
func TestStaleCheckpoint(t *testing.T) {
	var saved *Checkpoint
	m := Model{Name: "counters", Main: counters}
	o := Options{Until: UntilEnd, MaxInterleavings: 10, Bound: bounding.Tree(5), Saving: &Saving{Identity: "abc", Save: func(c *Checkpoint) error { saved = c; return nil }}}
	if _, err := Check(t.Context(), m, o); err != nil || saved == nil {
		t.Fatal(err, saved)
	}
	o.Resume = saved
	for want, change := range map[string]func(*Model, *Options){
		"the model is others, and was counters when the checkpoint was written. Only the same program can resume the search; start it again": func(m *Model, _ *Options) { m.Name = "others" },
		"bound is 6, and was 5": func(_ *Model, o *Options) { o.Bound = bounding.Tree(6) },
		"bound is none, and was 5 when the checkpoint was written. Give the same options": func(_ *Model, o *Options) { o.Bound = bounding.Bound{} },
		"delivery is bag, and was instant":                                                func(_ *Model, o *Options) { o.Delivery = proc.Bag },
		"receive patterns is false, and was true":                                         func(_ *Model, o *Options) { o.AnyDeliveriesRace = true },
		"depth is 77, and was 10000":                                                      func(_ *Model, o *Options) { o.MaxEvents = 77 },
		`the list of goals is ["there"], and was [] `:                                     func(m *Model, _ *Options) { m.Goals = []Property{{Name: "there"}} },
		"or Go) is xyz, and was abc":                                                      func(_ *Model, o *Options) { o.Saving = &Saving{Identity: "xyz"} },
		"cannot move at step 2 of an open branch":                                         func(m *Model, _ *Options) { m.Main = func(p *proc.P) { p.Logf("") } },
		"only a search with checker.Options.Algorithm optimal or states or one that draws at random can be saved": func(_ *Model, o *Options) { o.Algorithm = Source },
	} {
		m, o := m, o
		change(&m, &o)
		_, err := Check(t.Context(), m, o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want: %s", err, want)
		}
	}
}

// Data that is not a checkpoint, or was damaged, is refused.
func TestDamagedCheckpoint(t *testing.T) {
	file, err := encoded(&Checkpoint{Model: "m", open: open{Tree: []driver.Branch{{Leaf: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	for want, file := range map[string]string{
		"does not hold a checkpoint":             "package main\n",
		"another version of checkmodel wrote it": strings.Replace(string(file), " v5 ", " v4 ", 1),
		"its checksum is wrong":                  strings.Replace(string(file), `"m"`, `"n"`, 1),
		"does not hold a checkpoint ":            "",
	} {
		if _, err := decoded([]byte(file)); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("the error is %v, want: %s", err, want)
		}
	}
	for i := range file {
		if _, err := decoded(file[:i]); err == nil && i < len(file)-1 {
			t.Errorf("the first %d of %d bytes are taken for a checkpoint", i, len(file))
		}
	}
}

// A checkpoint that cannot be saved ends the search.
func TestSavingFails(t *testing.T) {
	full := errors.New("the disk is full")
	o := Options{Until: UntilEnd, Saving: &Saving{Due: func() bool { return true }, Save: func(*Checkpoint) error { return full }}}
	r, err := Check(context.Background(), Model{Name: "counters", Main: counters}, o)
	if !errors.Is(err, full) || r.Interleavings > 2 {
		t.Errorf("the error is %v, after %d interleavings", err, r.Interleavings)
	}
}

// TestResumeOddExplanation: an explanation that is not valid text has the same kind after a
// checkpoint.
func TestResumeOddExplanation(t *testing.T) {
	m := Model{Name: "odd", Main: func(p *proc.P) { p.Assert(p.Choose(4) == 0, "zero", "it is \xff") }}
	var saved *Checkpoint
	o := Options{Until: UntilEnd, Workers: 1, MaxInterleavings: 2,
		Saving: &Saving{Save: func(c *Checkpoint) error { saved = throughFile(t, c); return nil }}}
	if _, err := Check(t.Context(), m, o); err != nil || saved == nil {
		t.Fatal(err)
	}
	o.Resume, o.MaxInterleavings = saved, 0
	r, err := Check(t.Context(), m, o)
	if err != nil || len(r.Violations) != 1 || r.Violations[0].Count != 3 {
		t.Errorf("%d kinds of violations, error %v; want one, in 3 interleavings", len(r.Violations), err)
	}
}

// numbers is an observer that gets no events.
type numbers struct{ seen []string }

func (*numbers) Counting() {}

func (n *numbers) Interleaving(number int, outcome trace.Outcome, _ []trace.Event) {
	n.seen = append(n.seen, fmt.Sprint(number, outcome))
}
