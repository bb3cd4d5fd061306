package report_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// TestRuleThatPanics: each form shows the interleaving in which a rule of a model panics, after the
// violations found before.
func TestRuleThatPanics(t *testing.T) {
	m := checker.Model{Name: "careless", Main: func(p *proc.P) { proc.Expose(p, p.Choose(2)) }, Rules: []checker.Rule{
		checker.Always(checker.Property{Name: "small"}, func(all []checker.Exposed[int]) error {
			if all[0].State == 1 {
				panic("too large")
			}
			return errors.New("it is too small")
		}),
	}}
	r, err := checker.Check(t.Context(), m, checker.Options{Until: checker.UntilEnd})
	if err == nil {
		t.Fatal("there is no error")
	}
	it := document.Item{Name: m.Name, Package: "example.com/p", Result: r, Err: err}
	var b strings.Builder
	if err := console.Model((prose.Text{}), &b, it); err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []string{
		"\ncareless              2    0.00s  failed (violated as well: small): at ", `the property "small", asked about what process main has shown, panicked: too large`,
		"small is violated (not declared) in interleaving 1: it is too small", `interleaving 2: the property "small" panics`, "expose 1",
		"checkmodel -model '^careless$' -replay 'v1 0=1 0' example.com/p",
	} {
		i := strings.Index(b.String()[at:], want)
		if i < 0 {
			t.Fatalf("%q is not there, or too early:\n%s", want, &b)
		}
		at += i
	}
	d := document.NewDocument(it)
	if all := d.Shown(); len(all) != 2 || all[1].Explanation != `the property "small" panics` {
		t.Errorf("there is to be shown %+v", all)
	}
}

// TestFaultShown: each form says that a model failed, and why, with the interleaving that led there
// unless it has no events.
func TestFaultShown(t *testing.T) {
	for name, c := range map[string]struct {
		main  func(*proc.P)
		shown bool
	}{
		"late": {func(p *proc.P) {
			var to proc.PID
			if p.Choose(2) == 0 {
				to = p.Self()
			}
			p.Send(to, "<hello>")
			p.Receive()
		}, true},
		"early": {func(p *proc.P) { p.Send(proc.PID{}, "hello") }, false},
	} {
		m := checker.Model{Name: name, Main: c.main}
		r, err := checker.Check(t.Context(), m, checker.Options{})
		if err == nil || len(r.Examples) > 0 != c.shown {
			t.Fatalf("%s: %v, %v", name, r.Examples, err)
		}
		d := document.NewDocument(document.Item{Name: m.Name, Package: "example.com/p", Result: r, Err: err})
		page := written(t, report.HTMLFormat, d)
		for _, want := range []string{"<h1>Model " + name + " <span class=\"verdict\">failed</span></h1>", "Send to the zero PID, which names no process; ", "<title>checkmodel: " + name + "</title>"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page has no %q", name, want)
			}
		}
		if strings.Contains(page, "no violation") || strings.Contains(page, "<script") != c.shown {
			t.Errorf("%s: the page says that there is no violation, or does not show the interleaving:\n%s", name, page)
		}
		text := written(t, report.TextFormat, d)
		if !strings.HasPrefix(text, name+"  failed: process main at ") || strings.Contains(text, "To execute just this order of events again") != c.shown {
			t.Errorf("%s: the text is\n%s", name, text)
		}
		if err := report.Write((prose.Text{}), io.Discard, report.SVGFormat, []document.Document{d}); (err == nil) != c.shown {
			t.Errorf("%s as a diagram: %v", name, err)
		}
	}
}

// The line of a model that failed has the first sentence of the error. The rest follows below, unless
// the error is shown in full elsewhere.
func TestFirstSentenceOfFailure(t *testing.T) {
	it := document.Item{Name: "m", Err: &checker.Failure{Model: "m", Cause: errors.New(`it was "x. Y", and is "z". Mend it. Then try again`)},
		Result: &checker.Result{Model: checker.Model{Name: "m"}, Record: result.Record{Verdict: checker.Failed}}}
	const head = "Model  Interleavings     Time  Verdict\n" + `m                  0    0.00s  failed: it was "x. Y", and is "z"` + "\n"
	for elsewhere, want := range map[bool]string{true: head, false: head + "\n  Mend it. Then try again\n"} {
		var b strings.Builder
		if err := console.Model((prose.Text{Elsewhere: elsewhere}), &b, it); err != nil || b.String() != want {
			t.Errorf("elsewhere %v: %v\n%s, want\n%s", elsewhere, err, &b, want)
		}
	}
}

// An error of several lines has its first line in the table, and all others below.
func TestFailureInLines(t *testing.T) {
	it := document.Item{Name: "m", Err: &checker.Failure{Model: "m", Cause: errors.New("it differs: first\n  read(3) = 4\nand then\n  read(3) = 5")},
		Result: &checker.Result{Model: checker.Model{Name: "m"}, Record: result.Record{Verdict: checker.Failed}}}
	const want = "failed: it differs: first\n\n    read(3) = 4\n  and then\n    read(3) = 5\n"
	var b strings.Builder
	if err := console.Model(prose.Text{}, &b, it); err != nil || !strings.HasSuffix(b.String(), want) {
		t.Errorf("%v\n%s, want\n%s", err, &b, want)
	}
}

// The report of a failed replay says neither how much was explored nor that goals were not
// reached.
func TestFailedReplay(t *testing.T) {
	it := document.Item{Name: "m", Err: &checker.Failure{Model: "m", Cause: errors.New("step 3 of the schedule is not possible")}, Result: &checker.Result{Model: checker.Model{Name: "m"}, Options: checker.Options{Replay: trace.NamedSchedule{{Actor: "main"}}}, Record: result.Record{Verdict: checker.Failed, Findings: checker.Findings{Interleavings: 1, Goals: []checker.Goal{{Property: checker.Property{Name: "all done"}}}}}}}
	var b strings.Builder
	if err := console.Model((prose.Text{}), &b, it); err != nil || !strings.HasSuffix(b.String(), "0.00s  failed: step 3 of the schedule is not possible\n") {
		t.Errorf("%v\n%s", err, &b)
	}
	if s := advice.Conclusion([]document.Item{it}); s != "failed: m" {
		t.Errorf("the conclusion is %q", s)
	}
}

// If a process uses a table that was removed, the report names the process that owned it.
func TestTableGone(t *testing.T) {
	for name, c := range map[string]struct {
		main func(*proc.P)
		want string
	}{
		"with its owner": {func(p *proc.P) {
			network := proc.NewTable[int, int](p, "network")
			p.Spawn("late", func(p *proc.P) { network.Insert(p, 1, 1) })
		}, "\n  Table network belonged to main and was removed at its end, at 4.\n  Let main wait until the others are done.\n"},
		"dropped": {func(p *proc.P) {
			network := proc.NewTable[int, int](p, "network")
			network.Drop(p)
			network.Insert(p, 1, 1)
		}, ""},
	} {
		m := checker.Model{Name: "m", Main: c.main}
		r, err := checker.Check(t.Context(), m, checker.Options{})
		if err != nil || len(r.Violations) != 1 {
			t.Fatal(name, r, err)
		}
		var b strings.Builder
		if err := console.Violation((prose.Text{}), &b, m, r.Violations[0]); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), c.want) || c.want == "" && strings.Contains(b.String(), "went away") {
			t.Errorf("%s: the account is\n%s, want\n%s", name, &b, c.want)
		}
	}
}

// TestProblemWithoutModel: a report says why a model failed without the name of the model, which no text is searched for.
func TestProblemWithoutModel(t *testing.T) {
	for _, c := range []struct {
		err        error
		full, want string
	}{
		{&checker.Failure{Model: "m", Cause: errors.New("model m: twice")}, "model m: model m: twice", "model m: twice"},
		{errors.New("model m: a text like that of a failure"), "model m: a text like that of a failure", "model m: a text like that of a failure"},
		{problems.Join(&checker.Failure{Model: "m", Cause: io.EOF}, io.ErrUnexpectedEOF), "model m: EOF; unexpected EOF", "EOF; unexpected EOF"},
	} {
		it := document.Item{Name: "m", Result: &checker.Result{Model: checker.Model{Name: "m"}, Record: result.Record{Verdict: checker.Failed}}, Err: c.err}
		if d := document.NewDocument(it); d.Error != c.full || d.Problem != c.want {
			t.Errorf("%v: the document has the error %q and the problem %q, want %q and %q", c.err, d.Error, d.Problem, c.full, c.want)
		}
		if first, rest := advice.Sentences(&it); first+rest != c.want {
			t.Errorf("%v: the sentences are %q and %q", c.err, first, rest)
		}
	}
	_, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: func(p *proc.P) { p.Send(p.Self(), t.Fail) }}, checker.Options{})
	if of := (*checker.Failure)(nil); !errors.As(err, &of) || of.Model != "m" || err.Error() != "model m: "+of.Cause.Error() {
		t.Errorf("the error of a search is %v", err)
	}
	old := `{"model":"m","verdict":"failed","error":"model m: EOF"}`
	if docs, err := document.Read(strings.NewReader(old)); err != nil || docs[0].Problem != "model m: EOF" {
		t.Errorf("a report without the problem is read as %+v, %v", docs, err)
	}
}
