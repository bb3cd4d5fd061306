package corpus_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/parameter"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// This model has names and values that could be mistaken for parts of the format.
var awkward = checker.Model{Name: "../awk ward", Main: func(p *proc.P) {
	p.Spawn("a * b=1", func(p *proc.P) { p.Choose(3) })
	p.Spawn("line\nbreak", func(p *proc.P) { p.Choose(2) })
	p.Send(p.Self(), "# \x1b[31m\n*2")
	p.Receive()
	p.Assert(p.Choose(2) == 0, "the \"property\"", "it is\nnot\u202e so")
}}

func failure(t *testing.T, m checker.Model) corpus.Failure {
	t.Helper()
	r, err := checker.Check(t.Context(), m, checker.Options{})
	if err != nil || len(r.Violations) == 0 {
		t.Fatalf("the search found nothing: %+v, %v", r, err)
	}
	return corpus.Of(m, r.Violations[0], checker.Options{Delivery: proc.Instant})
}

// A failure names its model, unless its first line was written by hand.
func TestModel(t *testing.T) {
	for _, c := range []struct {
		about, model string
		names        []string
		others       []string
	}{
		{"model race violates order", "race", []string{"race"}, []string{"rac", "race violates", "other", ""}},
		{"model what violates what violates order", "what", []string{"what", "what violates what"}, []string{"violates"}},
		{`model line\nbreak violates x`, `line\nbreak`, []string{"line\nbreak"}, []string{"line"}},
		{"model railways are fun", "", nil, nil},
		{"the right one violates order", "", nil, nil},
	} {
		f := corpus.Failure{About: []string{c.about, "model second violates x"}}
		if got := f.Model(); got != c.model {
			t.Errorf("%q is of the model %q, want %q", c.about, got, c.model)
		}
		for _, name := range c.names {
			if !f.Names(name) || f.OfAnother(name) {
				t.Errorf("%q is not of the model %q", c.about, name)
			}
		}
		for _, name := range c.others {
			if f.Names(name) || !f.OfAnother(name) {
				t.Errorf("%q is of the model %q", c.about, name)
			}
		}
		if c.model == "" && f.OfAnother("race") {
			t.Errorf("%q is of another model than any", c.about)
		}
	}
	if f := (corpus.Failure{}); f.Model() != "" || f.Names("") || f.OfAnother("x") {
		t.Error("a failure of which nothing is said is of some model")
	}
	if f := failure(t, awkward); !f.Names(awkward.Name) || f.Model() != awkward.Name {
		t.Errorf("it is said to be of the model %q", f.Model())
	}
}

func TestParametersOfFailure(t *testing.T) {
	clients, servers := checker.Parameter{Name: "clients", Default: 2}, checker.Parameter{Name: "servers", Default: 3}
	m := awkward
	m.Parameters = []checker.Parameter{servers, clients}
	f := failure(t, m)
	if text := f.String(); !strings.Contains(text, "# parameter: clients=2\n# parameter: servers=3\n") {
		t.Errorf("the text is\n%s", text)
	}
	parsed, err := corpus.Parse(f.String())
	if err != nil || !cmp.Equal(parsed, f) {
		t.Errorf("%v, %s", err, cmp.Diff(f, parsed))
	}
	if other := parsed.OtherParameters(&m); other != "" {
		t.Errorf("with the same values, %s is said to differ", other)
	}
	parameter.Set(map[string]int{"clients": 4})
	defer parameter.Set(nil)
	if other := parsed.OtherParameters(&m); other != "clients=2" {
		t.Errorf("with another value, %q is said to differ", other)
	}
	if now := failure(t, m); now.Path("m") == f.Path("m") {
		t.Error("failures with other parameters have one path")
	}
	for _, wrong := range []string{"clients", "clients=", "=2", "clients=x"} {
		if _, err := corpus.Parse("v1\n# parameter: " + wrong + "\nmain\n"); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: the error is %v", wrong, err)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	f := failure(t, awkward)
	text := f.String()
	parsed, err := corpus.Parse(text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if diff := cmp.Diff(f, parsed); diff != "" {
		t.Errorf("what is read is not what was written:\n%s", diff)
	}
	// trace.ParseSchedule can parse it.
	schedule, err := trace.ParseSchedule(text)
	if diff := cmp.Diff(f.Schedule(), schedule); err != nil || diff != "" {
		t.Errorf("as a schedule it is another one, %v:\n%s", err, diff)
	}
	if p := f.Path(awkward.Name); !filepath.IsLocal(p) || strings.Count(p, "/") != 1 {
		t.Errorf("the path is %s", p)
	}
	if d := corpus.Dir(".."); d != "%2E%2E" {
		t.Errorf("the directory of .. is %s", d)
	}
}

// The drift with which a failure was found survives, and text that looks like it does not count.
func TestDrift(t *testing.T) {
	steps := []corpus.Step{{NamedStep: trace.NamedStep{Actor: "a"}}}
	for drift := range 3 {
		f := corpus.Failure{Faults: checker.Faults{Drift: drift}, About: []string{"model m violates p", "drift: very much"}, Steps: steps}
		parsed, err := corpus.Parse(f.String())
		if diff := cmp.Diff(f, parsed); err != nil || diff != "" {
			t.Errorf("what is read is not what was written, error %v:\n%s", err, diff)
		}
		if drift > 0 && f.Path("m") == (corpus.Failure{Steps: steps}).Path("m") {
			t.Error("another failure with the same schedule has the same path")
		}
	}
	if _, err := corpus.Parse("v1\n# drift: 51\na\n"); err == nil {
		t.Error("a drift of 51 is read")
	}
}

// What the steps do not tell of the faults survives, and is restored in another budget.
func TestRestore(t *testing.T) {
	steps := []corpus.Step{{NamedStep: trace.NamedStep{Actor: "a"}}}
	about := []string{"model m violates p", "offset: 1"}
	paths := map[string]bool{}
	for _, c := range []struct{ found, budget, want checker.Faults }{
		{checker.Faults{}, checker.Faults{Losses: 1}, checker.Faults{Losses: 1}},
		{checker.Faults{}, checker.Faults{Offset: 2, Drift: 1}, checker.Faults{}},
		{checker.Faults{Jump: 4}, checker.Faults{}, checker.Faults{Jump: 4}},
		{checker.Faults{Offset: 3, Drift: 2}, checker.Faults{Offset: 1, Losses: 1}, checker.Faults{Offset: 3, Drift: 2, Losses: 1}},
		{checker.Faults{Connections: true}, checker.Faults{}, checker.Faults{Crashes: 1, Restarts: 1, Connections: true}},
		{checker.Faults{OneLink: true}, checker.Faults{Partitions: 2}, checker.Faults{Partitions: 2, OneLink: true}},
	} {
		f := corpus.Failure{Faults: c.found, About: about, Steps: steps}
		parsed, err := corpus.Parse(f.String())
		if diff := cmp.Diff(f, parsed); err != nil || diff != "" {
			t.Errorf("what is read is not what was written, error %v:\n%s", err, diff)
		}
		budget := c.budget
		if changed := parsed.Restore(&budget); changed == cmp.Equal(budget, c.budget) || !cmp.Equal(budget, c.want) {
			t.Errorf("%v becomes %v, changed %v; want %v", c.budget, budget, changed, c.want)
		}
		paths[f.Path("m")] = true
	}
	if len(paths) != 5 {
		t.Errorf("failures with the same schedule have %d paths, want 5: %v", len(paths), paths)
	}
	budget := checker.Faults{Offset: 2}
	if (corpus.Failure{Steps: steps}).Restore(&budget) || budget.Offset != 2 {
		t.Errorf("a schedule alone is said to be found with %v", budget)
	}
	if _, err := corpus.Parse("v1\n# offset: 0\na\n"); err == nil {
		t.Error("an offset of 0 is read")
	}
}

// Where the steps that are repeated for ever begin survives, and text that looks like it does not count.
func TestForEver(t *testing.T) {
	steps := []corpus.Step{{NamedStep: trace.NamedStep{Actor: "a"}}, {NamedStep: trace.NamedStep{Actor: "b"}, Event: "end"}}
	for _, from := range []int{0, 1, 2} {
		for _, about := range []string{"then for ever:", "# then for ever:"} {
			f := corpus.Failure{About: []string{about}, Steps: steps, LoopFrom: from}
			parsed, err := corpus.Parse(f.String())
			if diff := cmp.Diff(f, parsed); err != nil || diff != "" {
				t.Errorf("what is read is not what was written, error %v:\n%s", err, diff)
			}
		}
	}
	if f, err := corpus.Parse("v1\na\n## then for ever:\n"); err != nil || f.LoopFrom != 0 {
		t.Errorf("nothing is repeated from %d, error %v", f.LoopFrom, err)
	}
}

// The directory of a model is a single name that every file system accepts.
func TestDir(t *testing.T) {
	long := strings.Repeat("日", 300)
	seen := map[string]string{}
	for _, name := range []string{
		"plain", "..", ".", "...", "a/b", "a%2Fb", "../../etc", "a\\b", "nul\x00", "\x1b\n", strings.Repeat("n", 300), strings.Repeat("n", 299) + "m",
		long, long + "本", strings.Repeat("n", 179) + "日" + strings.Repeat("n", 100), strings.Repeat(".", 300), "invalid\xff",
	} {
		dir := corpus.Dir(name)
		if !filepath.IsLocal(dir) || len(dir) > 200 || strings.ContainsAny(dir, "/\\\x00") || printable.OneLine(dir) != dir {
			t.Errorf("the directory of %q is %q", name, dir)
		}
		if other, ok := seen[dir]; ok {
			t.Errorf("%q and %q are both in %s", name, other, dir)
		}
		seen[dir] = name
		if unescaped, err := url.PathUnescape(dir); err != nil || len(name) < 60 && unescaped != name {
			t.Errorf("the directory %s is that of %q, error %v", dir, unescaped, err)
		}
	}
}

// TestProcessNamedAsTheVersion: the events of such a process are parsed, too.
func TestProcessNamedAsTheVersion(t *testing.T) {
	var f corpus.Failure
	for _, name := range []string{"v", "v1", "1"} {
		f.Steps = append(f.Steps, corpus.Step{NamedStep: trace.NamedStep{Actor: name}, Event: "choose one of 2 → 0"})
	}
	parsed, err := corpus.Parse(f.String())
	if diff := cmp.Diff(f, parsed); err != nil || diff != "" {
		t.Errorf("what is read is not what was written, error %v:\n%s", err, diff)
	}
}

func TestText(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		p.Spawn("other", func(p *proc.P) {}, proc.Daemon)
		p.Assert(p.Choose(2) == 0, "zero", "it is not")
	}}
	const want = `v1
# model m violates zero
# it is not
main    # spawn other
main=1  # choose one of 2 → 1
main    # end: zero violated → it is not
`
	if diff := cmp.Diff(want, failure(t, m).String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The delivery is kept, unless it was instant. No other line is mistaken for it.
func TestDelivery(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) { p.Assert(false, "never", "delivery: bag") }}
	r, err := checker.Check(t.Context(), m, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := corpus.Of(m, r.Violations[0], checker.Options{Delivery: proc.Channel})
	const want = "v1\n# delivery: channel\n# model m violates never\n# delivery: bag\nmain  # end: never violated → delivery: bag\n"
	if diff := cmp.Diff(want, f.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	parsed, err := corpus.Parse(f.String())
	if diff := cmp.Diff(f, parsed); err != nil || diff != "" {
		t.Errorf("what is read is not what was written, %v:\n%s", err, diff)
	}
	instant := corpus.Of(m, r.Violations[0], checker.Options{Delivery: ""})
	if parsed, err = corpus.Parse(instant.String()); err != nil || parsed.Delivery != "" {
		t.Errorf("without the line it is %q, %v", parsed.Delivery, err)
	}
	if f.Path("m") == instant.Path("m") {
		t.Errorf("both are kept in %s", f.Path("m"))
	}
	if parsed, err = corpus.Parse("v1\n# delivery: bag\nmain*2 left"); err != nil || parsed.Delivery != proc.Bag || len(parsed.Steps) != 3 {
		t.Errorf("by hand it is read as %v, %v", parsed, err)
	}
	if parsed, err = corpus.Parse("v1\n# delivery: mail\nmain"); err == nil {
		t.Errorf("an unknown delivery is read as %v", parsed)
	}
}

// Files written by hand are parsed, too.
func TestParseByHand(t *testing.T) {
	for text, want := range map[string]int{
		"v1 main*3 left":              4,
		"# why\n\n  v1 main left=2\n": 2,
		"v1\n\nmain # one\n\n left*2": 3,
		"v1":                          0,
	} {
		f, err := corpus.Parse(text)
		if err != nil || len(f.Steps) != want || len(f.Schedule()) != want {
			t.Errorf("%q: %d steps, %v; want %d", text, len(f.Steps), err, want)
		}
	}
	for _, text := range []string{"", "v0", "v1\nmain *", "v1 main=x"} {
		if f, err := corpus.Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, f)
		}
	}
}

func TestDeviation(t *testing.T) {
	f := failure(t, awkward)
	r, err := checker.Check(t.Context(), awkward, checker.Options{Replay: f.Schedule()})
	if err != nil || r.Verdict != checker.Violated {
		t.Fatalf("the replay is %+v, %v", r, err)
	}
	if d := f.Deviation(r.Replayed); d != "" {
		t.Errorf("the same model deviates: %s", d)
	}
	changed := awkward
	changed.Main = func(p *proc.P) {
		p.Spawn("a * b=1", func(p *proc.P) { p.Choose(3) })
		p.Spawn("another", func(p *proc.P) {})
	}
	r, err = checker.Check(t.Context(), changed, checker.Options{Replay: f.Schedule()})
	if err != nil || len(r.Skipped) != 3 {
		t.Errorf("another model is replayed with %v, %v", r.Skipped, err)
	}
	want := `it matches the model for 1 of 6 steps; then main did "spawn line\\nbreak", and now does "spawn another"`
	if d := f.Deviation(r.Replayed); d != want {
		t.Errorf("the deviation is\n%s, want\n%s", d, want)
	}
}

// TestKept: every failure kept in this repository is parsed and written without a change, and is in
// the right place.
func TestKept(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".trace" {
			return err
		}
		n++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := corpus.Parse(string(text))
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if diff := cmp.Diff(string(text), f.String()); diff != "" {
			t.Errorf("%s is written in another way (-file +written):\n%s", path, diff)
		}
		dir, name := filepath.Split(path)
		if want := f.Path("m"); !strings.HasSuffix(want, "/"+name) || filepath.Base(filepath.Dir(filepath.Dir(dir))) != "checkmodel" {
			t.Errorf("%s belongs to testdata/checkmodel/<model>/%s", path, filepath.Base(want))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Error("no failure is kept in this repository")
	}
}
