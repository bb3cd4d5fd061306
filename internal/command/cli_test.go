package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// arrivals lets n processes send a number to the first one. If ordered is set, that one asserts
// that they arrive in the order in which they were spawned.
func arrivals(n int, assert bool) func(*proc.P) {
	return func(p *proc.P) {
		me := p.Self()
		for i := range n {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
		}
		for i := range n {
			got := proc.Receive[int](p)
			p.Assert(!assert || got == i, "order", "number %d arrived as number %d", got, i)
		}
	}
}

var (
	safe     = checker.Model{Name: "safe", Doc: "Any order will do.", Main: arrivals(2, false)}
	large    = checker.Model{Name: "large", Main: arrivals(12, false)}
	large2   = checker.Model{Name: "large2", Main: arrivals(12, false)}
	slow     = checker.Model{Name: "slow", Main: sleeps(1000)}
	slow2    = checker.Model{Name: "slow2", Main: sleeps(1000)}
	limited  = checker.Model{Name: "limited", Main: sleeps(1000), Search: checker.SearchDefaults{Seconds: 20}}
	brief    = checker.Model{Name: "brief", Main: sleeps(3)}
	broken   = checker.Model{Name: "broken", Main: arrivals(2, true)}
	declared = checker.Model{Name: "declared", Doc: "The order matters.", Main: arrivals(2, true), Violates: []string{"order"}}
	hidden   = checker.Model{Name: "hidden", Violates: []string{"known"}, Main: func(p *proc.P) {
		c := p.Choose(4)
		p.Assert(c != 1, "known", "as declared")
		p.Assert(c != 3, "real bug", "after it")
	}}
	harmless = checker.Model{Name: "harmless", Main: arrivals(2, false), Violates: []string{"order"}}
	mainless = checker.Model{Name: "mainless"}
	panicky  = checker.Model{Name: "panicky", Main: func(p *proc.P) { p.Send(p.Self(), make(chan int)) }}
)

// result is the outcome of a run.
type result struct {
	status         command.Status
	stdout, stderr string
}

// run calls command.Run for a package with the models. Its clock advances by 10 ms with each call.
func run(ctx context.Context, o command.Options, models ...checker.Model) result {
	return runPackages(ctx, o, command.Package{Path: "example.com/one", Models: func() []checker.Model { return models }})
}

func runPackages(ctx context.Context, o command.Options, packages ...command.Package) result {
	var stdout, stderr bytes.Buffer
	now := time.Unix(0, 0)
	status := command.Run(ctx, command.Environment{
		Stdout: &stdout,
		Stderr: &stderr,
		Now:    func() time.Time { now = now.Add(10 * time.Millisecond); return now },
	}, o, packages)
	return result{status, stdout.String(), stderr.String()}
}

func TestStatus(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name    string
		ctx     context.Context
		options command.Options
		models  []checker.Model
		want    command.Status
	}{
		{"nothing found", nil, command.Options{}, []checker.Model{safe}, command.AsDeclared},
		{"declared", nil, command.Options{}, []checker.Model{declared}, command.AsDeclared},
		{"not declared", nil, command.Options{}, []checker.Model{broken}, command.Unexpected},
		{"not declared, after a declared one, within a bound", nil, command.Options{Bound: bounding.Tree(1)}, []checker.Model{hidden}, command.Unexpected},
		{"not declared, after a declared one, within a budget", nil, command.Options{MaxInterleavings: 4}, []checker.Model{hidden}, command.Unexpected},
		{"not declared, after a declared one, within a time", nil, command.Options{Timeout: time.Hour}, []checker.Model{hidden}, command.Unexpected},
		{"not declared, after a declared one, without a limit", nil, command.Options{}, []checker.Model{hidden}, command.Unexpected},
		{"not declared, after the first of all", nil, command.Options{Bound: bounding.Tree(1), Until: checker.UntilFirst}, []checker.Model{hidden}, command.AsDeclared},
		{"until what is no violation", nil, command.Options{Until: "never"}, []checker.Model{hidden}, command.Unusable},
		{"declared and not found", nil, command.Options{}, []checker.Model{harmless}, command.Unexpected},
		{"declared and not found, but cut", nil, command.Options{Bound: bounding.Tree(0)}, []checker.Model{harmless}, command.AsDeclared},
		{"cut by the bound", nil, command.Options{Bound: bounding.Tree(0)}, []checker.Model{safe}, command.AsDeclared},
		{"cut by the bound, required", nil, command.Options{Bound: bounding.Tree(0), RequireComplete: true}, []checker.Model{safe}, command.NotComplete},
		{"not cut by the bound, required", nil, command.Options{Bound: bounding.Tree(1), RequireComplete: true}, []checker.Model{safe}, command.AsDeclared},
		{"cut by the depth, required", nil, command.Options{Depth: 2, RequireComplete: true}, []checker.Model{safe}, command.NotComplete},
		{"out of budget, required", nil, command.Options{MaxInterleavings: 1, RequireComplete: true}, []checker.Model{safe}, command.NotComplete},
		{"within the budget, required", nil, command.Options{MaxInterleavings: 2, RequireComplete: true}, []checker.Model{safe}, command.AsDeclared},
		{"ended by a violation, required", nil, command.Options{Bound: bounding.Tree(1), RequireComplete: true}, []checker.Model{declared}, command.AsDeclared},
		{"went on after a violation and cut", nil, command.Options{Bound: bounding.Tree(1), Until: checker.UntilEnd, RequireComplete: true, Depth: 8}, []checker.Model{declared, large}, command.NotComplete},
		{"no first process", nil, command.Options{}, []checker.Model{mainless}, command.Unusable},
		{"a message that cannot be sent", nil, command.Options{}, []checker.Model{panicky, safe}, command.Unusable},
		{"interrupted", canceled, command.Options{}, []checker.Model{safe, large}, command.Interrupted},
		{"no time", nil, command.Options{Timeout: 1}, []checker.Model{large, large2}, command.Unusable},
		{"no time, and interrupted", canceled, command.Options{Timeout: 1}, []checker.Model{large, large2}, command.Interrupted},
		// The gravest status counts.
		{"1 over 3", nil, command.Options{MaxInterleavings: 2, RequireComplete: true}, []checker.Model{broken, large}, command.Unexpected},
		{"2 over 1", nil, command.Options{}, []checker.Model{broken, mainless}, command.Unusable},
		{"130 over 2", canceled, command.Options{}, []checker.Model{mainless, safe}, command.Interrupted},
		{"listing", nil, command.Options{List: true}, []checker.Model{broken}, command.AsDeclared},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := c.ctx
			if ctx == nil {
				ctx = t.Context()
			}
			for _, asJSON := range []bool{false, true} {
				c.options.JSON = asJSON
				if r := run(ctx, c.options, c.models...); r.status != c.want {
					t.Errorf("the status is %d, want %d; it printed\n%s%s", r.status, c.want, r.stdout, r.stderr)
				}
			}
		})
	}
}

// TestSearchOfTheModel: models say how their messages travel and how they are searched. Flags have
// precedence, and the report names both.
func TestSearchOfTheModel(t *testing.T) {
	const delayed = "delivery by channel"
	travels := checker.Model{Name: "travels", Delivery: proc.Channel, Search: checker.SearchDefaults{Bound: bounding.Tree(1), MaxEvents: 40}, Main: func(p *proc.P) {
		main := p.Self()
		relay := p.Spawn("relay", func(p *proc.P) { p.Send(main, proc.Receive[int](p)) })
		p.Spawn("sender", func(p *proc.P) {
			p.Send(main, 1)
			p.Send(relay, 2)
		})
		first := proc.Receive[int](p)
		p.Assert(first == 1, "order", "%d came first", first)
	}}
	for _, c := range []struct {
		options command.Options
		models  []checker.Model
		says    []string
		status  command.Status
	}{
		{command.Options{}, []checker.Model{travels}, []string{
			"Searched by optimal DPOR with receive patterns, tree bound 1, " + delayed + ", until the first violation that is not declared, at most 40 events in each interleaving.\n",
			"\n  checkmodel -model '^travels$' -replay 'v1 ",
		}, command.Unexpected},
		{command.Options{Delivery: proc.Bag, Depth: 50}, []checker.Model{travels}, []string{
			"delivery by bag (the model says " + delayed + ")",
			"at most 50 events in each interleaving (the model says at most 40 events in each interleaving).",
			"\n  checkmodel -model '^travels$' -delivery=bag -depth=50 -replay 'v1 ",
		}, command.Unexpected},
		{command.Options{Delivery: proc.Instant, Bound: bounding.None()}, []checker.Model{travels}, []string{
			"without a bound (the model says tree bound 1), instant delivery (the model says " + delayed + "; no bug that needs a delayed message is found), until",
			"verified: travels",
		}, command.AsDeclared},
		{command.Options{Bound: bounding.Tree(2)}, []checker.Model{travels}, []string{"tree bound 2 (the model says tree bound 1), "}, command.Unexpected},
		{command.Options{}, []checker.Model{travels, safe, mainless}, []string{
			"\ntravels: searched by optimal DPOR with receive patterns, tree bound 1, " + delayed + ", until the first violation that is not declared, at most 40 events in each interleaving.\n" +
				"safe: searched by optimal DPOR with receive patterns, without a bound, instant delivery (no bug that needs a delayed message is found), until the first violation that is not declared.\n\n",
		}, command.Unusable},
	} {
		r := run(t.Context(), c.options, c.models...)
		if r.status != c.status {
			t.Errorf("the status is %d, want %d", r.status, c.status)
		}
		for _, want := range c.says {
			if !strings.Contains(r.stdout, want) {
				t.Errorf("it does not say %q:\n%s", want, r.stdout)
			}
		}
	}
	r := run(t.Context(), command.Options{JSON: true, Delivery: proc.Bag, Bound: bounding.None()}, travels)
	d := objects(t, r.stdout)[0]
	if got := fmt.Sprint(d["delivery"], d["bound"], d["depth"], d["overridden"]); got != "bag<nil> 40 [bound delivery]" {
		t.Errorf("as JSON it is %s", got)
	}
	if r := run(t.Context(), command.Options{JSON: true, Replay: failure()}, travels); objects(t, r.stdout)[0]["delivery"] != "channel" {
		t.Errorf("a replay is with another delivery than the model's:\n%s", r.stdout)
	}
	travels.Search.Bound = bounding.Preemption(1)
	file := filepath.Join(t.TempDir(), "saved")
	if r := run(t.Context(), command.Options{Checkpoint: file}, travels); !strings.Contains(r.stderr, "the search of travels is not saved: a search with a bound on preemptions cannot be saved") {
		t.Errorf("of a search that cannot be saved it says %q", r.stderr)
	}
}

// TestLabels: the report says of each violated property whether it is declared.
func TestLabels(t *testing.T) {
	for _, c := range []struct {
		options command.Options
		says    []string
	}{
		{command.Options{}, []string{
			"hidden              4    0.01s  violated (not declared): real bug",
			"until the first violation that is not declared.",
		}},
		{command.Options{Until: checker.UntilFirst}, []string{
			"hidden              2    0.01s  violated (declared; others not looked for): known\n",
			"known (declared), in interleaving 2: as declared",
			"until the first violation.",
			"violated (declared; others not looked for): known\n",
		}},
		{command.Options{Bound: bounding.Tree(1)}, []string{
			"hidden              4    0.01s  violated (not declared): real bug",
			"known (declared), in interleaving 2: as declared",
			"until the first violation that is not declared.",
			"violated (not declared): real bug; declared: known\n",
		}},
		{command.Options{Until: checker.UntilEnd}, []string{"violated (not declared): real bug; declared: known\n"}},
	} {
		r := run(t.Context(), c.options, hidden)
		for _, want := range c.says {
			if !strings.Contains(r.stdout, want) {
				t.Errorf("it does not say %q:\n%s", want, r.stdout)
			}
		}
	}
}

// position matches the source positions, which change with this file.
var position = regexp.MustCompile(`/.*(cli_test.go):\d+( → \d+)?`)

func TestText(t *testing.T) {
	r := run(t.Context(), command.Options{Until: checker.UntilEnd, Show: 2}, safe, declared)
	want := `Model     Interleavings     Time  Verdict
safe                  2    0.01s  verified
declared              2    0.01s  violated (declared): order

Searched by optimal DPOR with receive patterns, without a bound, instant delivery (no bug that needs a delayed message is found), going on after violations.

safe

  interleaving 1

  9 events, in 5 steps: ●─▶● a message, ■ an end

     main      sender#2
     │    sender
  1  │                   spawn sender, sender#2  cli_test.go
  3  ●◀───●    │         0                       cli_test.go
  5  ■◀───┼────●         1; main ends            cli_test.go
  8       │    ■         ends
  9       ■              ends

  To execute just this order of events again:

  checkmodel -model '^safe$' -replay 'v1 0*2 1 0 2 0*2 2 1' example.com/one

declared

  order is violated (declared) in interleaving 2: number 1 arrived as number 0

  5 events led there, in 3 steps: ●─▶● a message, ■ an end, * see below

     main
     │    sender#2
  1  │              spawn sender, sender#2  cli_test.go
 *3  ●◀───●         1                       cli_test.go
  5  ■    │         end: order violated     cli_test.go

  Why this order was tried: in an earlier one (*)
    3  sender#2: send 1 to main  cli_test.go
  came only after
    sender: send 0 to main  cli_test.go  (not in this trace)

  To execute just this order of events again:

  checkmodel -model '^declared$' -replay 'v1 0*2 2 0*2' example.com/one

verified: safe; violated (declared): declared; 4 interleavings explored
`
	got := position.ReplaceAllString(r.stdout, "$1")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expected (-) and printed (+):\n%s", diff)
	}
}

// In a locale without such signs, the report and messages are ASCII. What programs read keeps everything.
func TestASCII(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		var stdout, stderr bytes.Buffer
		m := checker.Model{Name: "m", Main: func(p *proc.P) { p.Send(p.Self(), "→"); p.Receive() }}
		command.Run(t.Context(), command.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now, ASCII: true}, command.Options{Show: 1, JSON: asJSON},
			[]command.Package{{Path: "example.com/one", Models: func() []checker.Model { return []checker.Model{declared, m} }}})
		if ascii := strings.IndexFunc(stdout.String(), func(r rune) bool { return r > 127 }) < 0; ascii == asJSON || !asJSON && !strings.Contains(stdout.String(), "*3  *<---*  ") {
			t.Errorf("as JSON %t: the report is\n%s", asJSON, &stdout)
		}
	}
}

func TestUnusable(t *testing.T) {
	none := func() []checker.Model { return nil }
	for _, c := range []struct {
		name     string
		options  command.Options
		packages []command.Package
		want     string
	}{
		{"options", command.Options{Bound: bounding.Of("far", -1), Algorithm: "best", MaxInterleavings: -2, Depth: -3, Timeout: -time.Second, Model: "("}, nil,
			`checkmodel: -bound is -1; it must be 0 or more (0 explores one interleaving; leave it out for a search without a bound)
checkmodel: -bound is of the kind "far"; it must be one of tree, delay, preemption
checkmodel: -search is "best"; it must be one of auto, optimal, source, naive, states, random-walk, rapos, pos, pct, d-pos, tapct, surw, visited, portfolio, learn
checkmodel: -max-interleavings is -2; it must be 0 (no limit) or more
checkmodel: -depth is -3; it must be 0 (the default, 10000 events) or more
checkmodel: -timeout is -1s; it must be 0 (none) or more, such as 90s or 2h30m
checkmodel: -model is not a regular expression: error parsing regexp: missing closing ): ` + "`(`" + `; names are matched as by 'go test -run'
`},
		{"what cannot be saved", command.Options{Algorithm: checker.Source, Checkpoint: "f"}, nil,
			"checkmodel: -checkpoint is not possible: only a search with -search optimal or states or one that draws at random can be saved\n"},
		{"no models", command.Options{}, []command.Package{{Path: "a", Models: none}, {Path: "b", Models: none}},
			"checkmodel: there is nothing to check: the function Models of a, b returns no models\n"},
		{"no match", command.Options{Model: "^x"}, []command.Package{
			{Path: "a", Models: func() []checker.Model { return []checker.Model{safe, broken} }},
			{Path: "b", Models: func() []checker.Model { return []checker.Model{safe} }}},
			"checkmodel: there is nothing to check: -model ^x matches none of the models, which are a/safe, a/broken, b/safe\n"},
		{"no match for a replay", command.Options{Model: "^x", Replay: failure()}, []command.Package{
			{Path: "a", Models: func() []checker.Model { return []checker.Model{safe} }}},
			"checkmodel: there is nothing to check: -model ^x matches none of the models, which are safe; " +
				"a model that only a test knows of is replayed by go test, with -checkmodel.replay\n"},
		{"twice", command.Options{}, []command.Package{
			{Path: "a", Models: func() []checker.Model { return []checker.Model{safe, broken, safe} }},
			{Path: "b", Models: func() []checker.Model { return []checker.Model{broken, broken} }}},
			"checkmodel: package a has several models with the name \"safe\"; give each its own\ncheckmodel: package b has several models with the name \"broken\"; give each its own\n"},
		{"without a name", command.Options{}, []command.Package{
			{Path: "a", Models: func() []checker.Model { return []checker.Model{safe, {Main: safe.Main}, {}} }}},
			"checkmodel: model 2 of 3 that the function Models of package a returns has no name; set checker.Model.Name\n" +
				"checkmodel: model 3 of 3 that the function Models of package a returns has no name; set checker.Model.Name\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := runPackages(t.Context(), c.options, c.packages...)
			if diff := cmp.Diff(result{command.Unusable, "", c.want}, r, cmp.AllowUnexported(result{})); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// A model fails if one of its processes does not reach its next operation. The report lists the
// calls in which the process is stuck.
func TestStuck(t *testing.T) {
	stuck, release := make(chan bool), make(chan bool)
	m := checker.Model{Name: "stuck", Main: func(*proc.P) { close(stuck); <-release }}
	defer close(release)
	var stdout, stderr bytes.Buffer
	status := command.Run(t.Context(), command.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now,
		Patience: func(bool) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				defer cancel()
				select {
				case <-stuck:
				case <-ctx.Done():
				}
			}()
			return ctx, cancel
		}}, command.Options{}, []command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{safe, m} }}})
	if status != command.Unusable || !strings.Contains(stdout.String(), "s  failed: process main at ") || !strings.Contains(stdout.String(), "s  verified\n") {
		t.Errorf("the status is %d, the report\n%s", status, stdout.String())
	}
	for _, want := range []string{"checkmodel: model stuck: process main at ", "(its goroutine: ", "command_test.TestStuck.func1  "} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error has no %q:\n%s", want, stderr.String())
		}
	}
}

// A run that is interrupted does not wait for a process that does not reach its next operation, and
// reports as usual.
func TestStuckAtTheEnd(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	release := make(chan bool)
	m := checker.Model{Name: "stuck", Main: func(*proc.P) { interrupt(); <-release }}
	defer close(release)
	var stdout, stderr bytes.Buffer
	status := command.Run(ctx, command.Environment{Stdout: &stdout, Stderr: &stderr, Now: time.Now,
		Patience: func(ending bool) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			if ending {
				cancel()
			}
			return ctx, cancel
		}}, command.Options{}, []command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{m, safe} }}})
	if status != command.Interrupted {
		t.Errorf("the status is %d, want %d", status, command.Interrupted)
	}
	for _, want := range []string{"s  failed (interrupted): process main at ", "s  incomplete (nothing explored; interrupted)\n"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the report has no %q:\n%s", want, stdout.String())
		}
	}
}

// If some models cannot be checked, the others still are.
func TestFailed(t *testing.T) {
	r := run(t.Context(), command.Options{}, mainless, panicky, safe)
	for _, want := range []string{"\nmainless              0    0.01s  failed: ", "\npanicky               0    0.01s  failed: ", "\nsafe                  2    0.01s  verified\n"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("standard output has no %q:\n%s", want, r.stdout)
		}
	}
	for _, want := range []string{"checkmodel: model mainless has no first process", "checkmodel: model panicky: "} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("standard error has no %q:\n%s", want, r.stderr)
		}
	}
}

// A failure is reported once if standard error and standard output have the same reader.
func TestFailedTogether(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		var both bytes.Buffer
		command.Run(t.Context(), command.Environment{Stdout: &both, Stderr: &both, Together: true, Now: time.Now}, command.Options{JSON: asJSON},
			[]command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{panicky} }}})
		want := 1
		if asJSON { // the object is for programs, with the name of the model and without
			want = 3
		}
		if n := strings.Count(both.String(), "a chan has no value that could be copied"); n != want {
			t.Errorf("the failure is told %d times, want %d:\n%s", n, want, both.String())
		}
	}
}

// failure returns a failure whose schedule has a step of each of the actors.
func failure(actors ...string) *corpus.Failure {
	var f corpus.Failure
	for _, a := range actors {
		f.Steps = append(f.Steps, corpus.Step{NamedStep: trace.NamedStep{Actor: a}})
	}
	return &f
}

// An impossible schedule is an error, which is reported once. If a part of it is possible, that part
// is executed. The status is 2 if that finds nothing.
func TestImpossibleReplay(t *testing.T) {
	for _, c := range []struct {
		schedule       *corpus.Failure
		stdout, stderr string
	}{
		{failure("#9"), `^`, `^checkmodel: model safe: no step of the schedule is possible; step 1 is not: .*\n$`},
		{failure("main", "#9"),
			`(?m)^  The schedule does not fit the model: 1 of its 2 steps was skipped\.\n +2  #9\n +there is no process #9$`,
			`^checkmodel: the schedule does not fit model safe: 1 of its 2 steps was skipped\n$`},
	} {
		r := run(t.Context(), command.Options{Replay: c.schedule}, safe)
		if r.status != command.Unusable || !regexp.MustCompile(c.stderr).MatchString(r.stderr) || !regexp.MustCompile(c.stdout).MatchString(r.stdout) {
			t.Errorf("%v: the status is %d, standard error is\n%s\nthe report\n%s", c.schedule, r.status, r.stderr, r.stdout)
		}
	}
}

func TestPackages(t *testing.T) {
	models := func() []checker.Model { return []checker.Model{safe} }
	r := runPackages(t.Context(), command.Options{}, command.Package{Path: "x/a", Models: models}, command.Package{Path: "x/b", Models: models})
	last := r.stdout[strings.LastIndexByte(strings.TrimSuffix(r.stdout, "\n"), '\n')+1:]
	if want := "verified: a/safe, b/safe; 4 interleavings explored\n"; last != want {
		t.Errorf("the last line is\n%swant\n%s", last, want)
	}
}

// A package that does not build is named again after the reports of the others.
func TestPackageLeftOut(t *testing.T) {
	for _, o := range []command.Options{{}, {JSON: true}, {List: true}} {
		r := runPackages(t.Context(), o, command.Package{Path: "x/a", Models: func() []checker.Model { return []checker.Model{safe} }}, command.Package{Path: "x/b"})
		if r.status != command.Unusable || !strings.Contains(r.stdout, "safe") || r.stderr != "checkmodel: not checked, for the reasons given above: x/b\n" {
			t.Errorf("the status is %d, the report\n%sstandard error\n%s", r.status, r.stdout, r.stderr)
		}
	}
	r := runPackages(t.Context(), command.Options{}, command.Package{Path: "x/a", Models: func() []checker.Model { return nil }}, command.Package{Path: "x/b"})
	if want := "checkmodel: there is nothing to check: the function Models of x/a returns no models\n"; r.stderr != want {
		t.Errorf("standard error is\n%swant\n%s", r.stderr, want)
	}
}

// If the models of a package are invalid, those of other packages are still checked.
func TestUnusableLeftOut(t *testing.T) {
	packages := []command.Package{
		{Path: "x/a", Models: func() []checker.Model { return []checker.Model{safe, safe} }},
		{Path: "x/b", Models: func() []checker.Model { panic("no models today") }},
		{Path: "x/c", Models: func() []checker.Model { return []checker.Model{safe} }}}
	r := runPackages(t.Context(), command.Options{}, packages...)
	first := "checkmodel: package x/a has several models with the name \"safe\"; give each its own\ncheckmodel: at "
	last := "\ncheckmodel: not checked, for the reasons given above: x/a, x/b\n"
	if r.status != command.Unusable || !strings.Contains(r.stdout, "verified") || !strings.HasPrefix(r.stderr, first) || !strings.HasSuffix(r.stderr, last) {
		t.Errorf("the status is %d, the report\n%sstandard error\n%s", r.status, r.stdout, r.stderr)
	}
	if packages[0].Models == nil {
		t.Error("the packages of the caller have changed")
	}
}

func TestSelection(t *testing.T) {
	r := run(t.Context(), command.Options{Model: "d$|^s", List: true}, safe, broken, declared)
	want := `safe      Any order will do.
declared  The order matters. (violates order)
`
	if diff := cmp.Diff(want, r.stdout); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// objects parses the output of a run with -json.
func objects(t *testing.T, stdout string) []map[string]any {
	t.Helper()
	var list []map[string]any
	for l := range strings.Lines(stdout) {
		var o map[string]any
		if err := json.Unmarshal([]byte(l), &o); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		list = append(list, o)
	}
	return list
}

func TestJSON(t *testing.T) {
	r := run(t.Context(), command.Options{JSON: true, Bound: bounding.Delay(1), AnyDeliveriesRace: true}, declared, mainless)
	list := objects(t, r.stdout)
	if len(list) != 2 {
		t.Fatalf("there are %d objects:\n%s", len(list), r.stdout)
	}
	distinct := list[0]["distinct_violations"].([]any)[0].(map[string]any)
	if n := len(distinct["trace"].([]any)); n != 5 {
		t.Errorf("the trace has %d events, want 5", n)
	}
	delete(list[0], "distinct_violations")
	want := map[string]any{
		"package": "example.com/one", "model": "declared", "doc": "The order matters.",
		"schema": 2.0, "verdict": "violated", "expected": true, "asked": true, "delivery": "instant", "declared": []any{"order"}, "asserted": []any{"order"}, "stop": "",
		"judged":     []any{map[string]any{"name": "order", "interleavings": 2.0}},
		"violations": 1.0, "first_violation": 2.0, "interleavings": 2.0, "sleep_set_blocked": 0.0,
		"bound_cut": 0.0, "depth_cut": 0.0, "events": list[0]["events"],
		"strategy": "optimal", "receive_patterns": false, "bound": 1.0, "bound_kind": "delay", "seed": 0.0,
		"max_interleavings": 0.0, "depth": 10000.0, "until": "undeclared",
		"elapsed_seconds": 0.01, "interleavings_per_second": 200.0,
	}
	if diff := cmp.Diff(want, list[0]); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if list[1]["verdict"] != "failed" || list[1]["error"] == "" {
		t.Errorf("a model that cannot be checked is reported as %v", list[1])
	}
}

// The report says what canceled a search.
func TestCanceled(t *testing.T) {
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx     context.Context
		options command.Options
		want    string
	}{
		{interrupted, command.Options{JSON: true, Timeout: time.Hour}, "interrupted"},
		{t.Context(), command.Options{JSON: true, Timeout: time.Millisecond}, "timeout"},
	} {
		for i, o := range objects(t, run(c.ctx, c.options, large, large2).stdout) {
			if o["verdict"] != "incomplete" || o["stop"] != c.want {
				t.Errorf("the verdict is %v because of %v, want incomplete because of %s", o["verdict"], o["stop"], c.want)
			}
			if i == 1 && c.ctx == interrupted && o["interleavings"] != 0.0 {
				t.Errorf("the model that was not reached has %v interleavings", o["interleavings"])
			}
		}
	}
}

// If an interrupted search cannot be saved, the command says so, and which searches can be.
func TestInterruptedAndNotSaved(t *testing.T) {
	for _, c := range []struct {
		options command.Options
		want    string
	}{
		{command.Options{Bound: bounding.Preemption(6).From(0)},
			"checkmodel: the search of m is not saved: a search with a bound on preemptions cannot be saved\n"},
		{command.Options{Algorithm: checker.Source}, "checkmodel: the search of m is not saved: only a search with -search optimal or states or one that draws at random can be saved\n"},
		{command.Options{Replay: failure("main")}, ""},
	} {
		ctx, interrupt := context.WithCancel(t.Context())
		m := checker.Model{Name: "m", Main: func(p *proc.P) { p.Choose(2); interrupt(); p.Choose(2) }}
		r := run(ctx, c.options, m)
		if r.stderr != c.want || !strings.Contains(r.stdout, "\nm                  1    0.01s  incomplete (") {
			t.Errorf("standard error is %q, want %q; the report is\n%s", r.stderr, c.want, r.stdout)
		}
	}
}

// If a search has fewer workers than requested, the command says why.
func TestOneWorker(t *testing.T) {
	for want, o := range map[string]command.Options{
		"a replay is a single interleaving":     {Replay: failure("main")},
		"-search source has one worker":         {Algorithm: checker.Source},
		"a search with -explain has one worker": {Explain: true},
		"a search with -show has one worker":    {Show: 1},
		"":                                      {Algorithm: checker.Optimal},
	} {
		o.Workers = 2
		if want != "" {
			want = "checkmodel: -workers 2 has no effect: " + want + "\n"
		}
		if r := run(t.Context(), o, safe); r.stderr != want {
			t.Errorf("%+v: standard error is %q, want %q", o, r.stderr, want)
		}
		o.Workers = 1
		if r := run(t.Context(), o, safe); r.stderr != "" {
			t.Errorf("%+v: standard error is %q", o, r.stderr)
		}
	}
}

// A stateful search has no bound, and any other algorithm may go without one.
func TestAlgorithmsWithoutBound(t *testing.T) {
	for _, a := range checker.Algorithms() {
		if r := run(t.Context(), command.Options{Algorithm: a}, safe); r.status != command.AsDeclared {
			t.Errorf("-search %s: status %d, %s", a, r.status, r.stderr)
		}
	}
}

// If -explain has no effect, the command says why.
func TestNothingToExplain(t *testing.T) {
	const why = "checkmodel: -explain has no effect: -search source does not know what each interleaving is for; -search optimal does\n"
	for algorithm, want := range map[checker.Algorithm]string{checker.Source: why, checker.Optimal: "", "": ""} {
		if r := run(t.Context(), command.Options{Explain: true, Algorithm: algorithm}, safe); r.stderr != want {
			t.Errorf("-search %s: standard error is %q, want %q", algorithm, r.stderr, want)
		}
	}
}

// The time of a resumed search includes the time before, in the report and in the next checkpoint.
func TestElapsedOfResumed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "saved")
	o := command.Options{JSON: true, Checkpoint: file}
	var elapsed []any
	for _, budget := range []int{100, 200, 300} {
		o.MaxInterleavings = budget
		it := objects(t, run(t.Context(), o, large).stdout)[0]
		if it["interleavings"] != float64(budget) {
			t.Errorf("there are %v interleavings, want %d", it["interleavings"], budget)
		}
		elapsed = append(elapsed, it["elapsed_seconds"])
		o.Resume = file
	}
	// A checkpoint is written 10 ms after the beginning, and the end is 10 ms later.
	if want := []any{0.02, 0.03, 0.04}; !cmp.Equal(want, elapsed) {
		t.Errorf("the times are %v, want %v", elapsed, want)
	}
}

// A resumed search that is stopped again is saved as the manual says of -checkpoint. After an
// interrupt it is always saved, in the file that -checkpoint names or else in that of the model; after
// a budget only in the former. The file that it was resumed from does not change otherwise.
func TestStoppedAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	interrupt := func() {}
	m := checker.Model{Name: "m", Main: func(p *proc.P) { arrivals(6, false)(p); interrupt() }}
	run(t.Context(), command.Options{MaxInterleavings: 20, Checkpoint: "my.cp"}, m)
	saved := file(t, "my.cp")
	for _, c := range []struct {
		checkpoint, resume string
		budget             bool
		want               string // the file that is written
	}{
		{"", "my.cp", false, "m.checkpoint"},
		{"", "m.checkpoint", false, "m.checkpoint"},
		{"my.cp", "my.cp", false, "my.cp"},
		{"other.cp", "my.cp", false, "other.cp"},
		{"", "my.cp", true, ""},
		{"", "m.checkpoint", true, ""},
		{"my.cp", "my.cp", true, "my.cp"},
	} {
		for _, name := range []string{"my.cp", "other.cp", "m.checkpoint"} {
			os.Remove(name)
		}
		if err := os.WriteFile(c.resume, []byte(saved), 0o666); err != nil {
			t.Fatal(err)
		}
		o := command.Options{Checkpoint: c.checkpoint, Resume: c.resume}
		ctx, cancel := context.WithCancel(t.Context())
		if interrupt = cancel; c.budget {
			interrupt, o.MaxInterleavings = func() {}, 30
		}
		r := run(ctx, o, m)
		cancel()
		for _, name := range []string{"my.cp", "other.cp", "m.checkpoint"} {
			now, had := file(t, name), ""
			if name == c.resume {
				had = saved
			}
			if (now != had) != (name == c.want) {
				t.Errorf("%+v: %s has %d bytes, and had %d; standard error is %q", c, name, len(now), len(had), r.stderr)
			}
		}
		if lost := strings.Contains(r.stderr, " is not saved; -checkpoint FILE saves it"); lost != (c.want == "") {
			t.Errorf("%+v: standard error is %q", c, r.stderr)
		}
	}
}

// file returns the content of a file, or "" if it does not exist.
func file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

// If a search is resumed with other options, the error names the flags that it had.
func TestFlagsOfResumed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "saved")
	saved := command.Options{Checkpoint: file, MaxInterleavings: 10}
	for want, o := range map[string]command.Options{
		"-bound delay:5":          {Bound: bounding.Delay(5)},
		"-bound 4 -delivery=bag":  {Bound: bounding.Tree(4), Delivery: proc.Bag},
		"-depth=77 -seed=3":       {Depth: 77, Seed: 3},
		"-receive-patterns=false": {AnyDeliveriesRace: true},
	} {
		os.Remove(file)
		o.Checkpoint, o.MaxInterleavings = saved.Checkpoint, saved.MaxInterleavings
		run(t.Context(), o, large)
		r := run(t.Context(), command.Options{Resume: file}, large)
		if want := " when the checkpoint was written. Give the same options. The search that was saved had " + want + "\n"; r.status != command.Unusable || r.stdout != "" || !strings.HasSuffix(r.stderr, want) {
			t.Errorf("the status is %d, standard error is %q, want %q", r.status, r.stderr, want)
		}
	}
	os.Remove(file)
	run(t.Context(), saved, large)
	if r := run(t.Context(), command.Options{Resume: file, Bound: bounding.Tree(3)}, large); !strings.HasSuffix(r.stderr, ". The search that was saved had no -bound\n") {
		t.Errorf("standard error is %q", r.stderr)
	}
}

// The command that executes a violation again has all flags that this needs.
func TestReplayCommand(t *testing.T) {
	r := run(t.Context(), command.Options{Delivery: proc.Bag, Depth: 20}, broken)
	if want := "checkmodel -model '^broken$' -delivery=bag -depth=20 -replay '"; !strings.Contains(r.stdout, want) {
		t.Errorf("the report has no %q:\n%s", want, r.stdout)
	}
}

// full is a writer without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestReportCannotBeWritten(t *testing.T) {
	for _, o := range []command.Options{{}, {JSON: true}, {List: true}, {List: true, JSON: true}} {
		var stderr bytes.Buffer
		status := command.Run(t.Context(), command.Environment{Stdout: full{}, Stderr: &stderr, Now: time.Now}, o,
			[]command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{safe, broken} }}})
		want := "checkmodel: the report cannot be written: no space left\n"
		if !o.List { // the conclusion is still reported
			want += "checkmodel: verified: safe; 2 interleavings explored\n"
		}
		if status != command.Unusable || stderr.String() != want {
			t.Errorf("%+v: the status is %d, standard error is %q", o, status, stderr.String())
		}
	}
}

// watched searches a large model and returns the progress that is shown meanwhile.
func watched(t *testing.T, env command.Environment, o command.Options) string {
	t.Helper()
	var report, progress bytes.Buffer
	now := time.Unix(0, 0)
	env.Stdout, env.Stderr, env.Progress = &report, &report, &progress
	env.Now = func() time.Time { now = now.Add(60 * time.Millisecond); return now }
	command.Run(t.Context(), env, o, []command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{large} }}})
	return progress.String()
}

// Progress overwrites its own line, and removes it in the end. After enough interleavings it has an
// estimate.
func TestProgress(t *testing.T) {
	shown := strings.Split(watched(t, command.Environment{OnTerminal: true}, command.Options{MaxInterleavings: 1200}), "\r")
	width := 0
	early := regexp.MustCompile(`^"large": \d+ interleavings, \d+ per second, \d+ more planned *$`)
	late := regexp.MustCompile(`^(at least \w+|\w+ to \w+|\w+) left of "large", \d+ of (at least \d+|[\d ]+ to [\d ]+) interleavings, \d+ per second, \d+ more planned *$`)
	estimated := 0
	for i, l := range shown {
		width = max(width, len(l))
		if late.MatchString(l) {
			estimated++
		} else if i > 0 && i < len(shown)-2 && !early.MatchString(l) {
			t.Errorf("progress shows %q", l)
		}
	}
	if estimated < 10 || estimated > len(shown)/2+len(shown)/4 {
		t.Errorf("%d of %d lines have an estimate", estimated, len(shown))
	}
	if blank := shown[len(shown)-2]; width == 0 || blank == "" || strings.Trim(blank, " ") != "" || shown[len(shown)-1] != "" {
		t.Errorf("progress ends with %q", shown[len(shown)-2:])
	}
}

// Progress counts the interleavings that are cut.
func TestProgressOfEndless(t *testing.T) {
	shown := watched(t, command.Environment{}, command.Options{MaxInterleavings: 1200, Depth: 40})
	if want := regexp.MustCompile(`^(checkmodel: .*"large".* \d+ cut by the depth limit \(so the model cannot be verified; an interrupt shows what repeats\)\n)+$`); !want.MatchString(shown) {
		t.Errorf("progress shows %q", shown)
	}
}

// With several bounds, the rate and the number are those of the current search.
func TestProgressOfBounds(t *testing.T) {
	shown := watched(t, command.Environment{OnTerminal: true}, command.Options{Bound: bounding.Tree(9).From(0), MaxInterleavings: 3000, Workers: 1})
	lines := regexp.MustCompile(`(\d+)(?: of [a-z ]*[\d ]+(?:to [\d ]+)?)? interleavings, (\d+) per second`).FindAllStringSubmatch(shown, -1)
	last, restarts := 0, 0
	for _, l := range lines {
		number, _ := strconv.Atoi(l[1])
		if number < last {
			restarts++
		}
		last = number
		if rate, _ := strconv.Atoi(l[2]); rate < 12 || rate > 17 { // the clock of the test advances by 60 ms each time
			t.Errorf("progress shows %q", l[0])
		}
	}
	if restarts < 3 {
		t.Errorf("the numbers begin again %d times, want at least 3", restarts)
	}
}

// A stateful search shows how much it has explored, and what that stands for.
func TestProgressOfStates(t *testing.T) {
	shown := strings.Split(watched(t, command.Environment{OnTerminal: true}, command.Options{Algorithm: checker.States, MaxInterleavings: 200}), "\r")
	line := regexp.MustCompile(`^"large": (\d+) states, (\d+) transitions, \d+ per second, for (\d+) interleavings so far *$`)
	var last [3]int
	lines := 0
	for i, l := range shown {
		found := line.FindStringSubmatch(l)
		if found == nil {
			if i > 0 && i < len(shown)-2 {
				t.Errorf("progress shows %q", l)
			}
			continue
		}
		lines++
		for k := range last {
			n, _ := strconv.Atoi(found[k+1])
			if n < last[k] {
				t.Errorf("progress shows %q after %v", l, last)
			}
			last[k] = n
		}
	}
	if lines < 10 || last[0] == 0 || last[1] < last[0] || last[2] == 0 {
		t.Errorf("%d lines of progress end with %v", lines, last)
	}
}

// If the first search does not end soon, the report says which search has answered, and so does the JSON form.
func TestChosen(t *testing.T) {
	many := checker.Model{Name: "many", Main: arrivals(7, false)}
	const why = "Chosen automatically: optimal DPOR, because optimal DPOR had not ended after 2000 interleavings, "
	for _, o := range []command.Options{{Algorithm: checker.Auto}, {}} {
		r := run(t.Context(), o, many)
		if unwrapped := strings.Join(strings.Fields(r.stdout), " "); r.status != command.AsDeclared || !strings.Contains(unwrapped, why) || !strings.Contains(unwrapped, "Searched by optimal DPOR") {
			t.Errorf("%+v: status %d, the report is\n%s", o, r.status, r.stdout)
		}
		o.JSON = true
		it := objects(t, run(t.Context(), o, many).stdout)[0]
		if chosen, _ := it["chosen"].(string); !strings.HasPrefix(chosen, why) || it["strategy"] != "optimal" {
			t.Errorf("%+v: the document has %v, %v", o, it["strategy"], it["chosen"])
		}
		if it := objects(t, run(t.Context(), o, safe).stdout)[0]; it["chosen"] != nil || it["strategy"] != "optimal" {
			t.Errorf("%+v: the document of a small model has %v, %v", o, it["strategy"], it["chosen"])
		}
	}
	file := filepath.Join(t.TempDir(), "saved")
	r := run(t.Context(), command.Options{Algorithm: checker.Auto, MaxInterleavings: 100, Checkpoint: file}, large)
	if !strings.Contains(r.stderr, "is saved in") {
		t.Errorf("with -checkpoint, standard error is %q", r.stderr)
	}
	r = run(t.Context(), command.Options{Algorithm: checker.Auto, MaxInterleavings: 200, Resume: file, JSON: true}, large)
	if it := objects(t, r.stdout)[0]; it["interleavings"] != 200.0 || it["strategy"] != "optimal" {
		t.Errorf("the resumed search has %v interleavings by %v; %s", it["interleavings"], it["strategy"], r.stderr)
	}
}

// A line is not wider than the terminal.
func TestProgressOnNarrowTerminal(t *testing.T) {
	for _, l := range strings.Split(watched(t, command.Environment{OnTerminal: true, ProgressWidth: 30}, command.Options{MaxInterleavings: 600}), "\r") {
		if len(l) >= 30 {
			t.Errorf("progress shows %q", l)
		}
	}
}

// Without a terminal, progress is a line at long intervals. With -json there is none.
func TestProgressWithoutTerminal(t *testing.T) {
	shown := watched(t, command.Environment{}, command.Options{MaxInterleavings: 1200})
	if want := regexp.MustCompile(`^checkmodel: "large": \d+ interleavings, .*\n(checkmodel: .* left of "large", \d+ of .* interleavings, .*\n){1,2}$`); !want.MatchString(shown) {
		t.Errorf("progress shows %q", shown)
	}
	if shown := watched(t, command.Environment{OnTerminal: true}, command.Options{MaxInterleavings: 600, JSON: true}); shown != "" {
		t.Errorf("with -json progress shows %q", shown)
	}
}

// A run of many models keeps the results and not the searches. Messages about all models name only
// some of them.
func TestManyModels(t *testing.T) {
	var models []checker.Model
	for i := range 100 {
		models = append(models, checker.Model{Name: fmt.Sprintf("m%d", i), Main: arrivals(3, false)})
	}
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, after := live(), uint64(0)
	last := models[len(models)-1].Main
	models[len(models)-1].Main = func(p *proc.P) { after = max(after, live()); last(p) }
	var progress bytes.Buffer
	command.Run(t.Context(), command.Environment{Stdout: io.Discard, Stderr: io.Discard, Progress: &progress, Now: time.Now}, command.Options{Workers: 1},
		[]command.Package{{Path: "a", Models: func() []checker.Model { return models }}})
	if each := (int64(after) - int64(before)) / int64(len(models)); after == 0 || each > 20_000 {
		t.Errorf("%d bytes are kept of each model", each)
	}
	if r := run(t.Context(), command.Options{Model: "none"}, models...); !strings.HasSuffix(r.stderr, ", m18, m19 and 80 more\n") {
		t.Errorf("standard error is %q", r.stderr)
	}
}

// TestNameOfSeveralLines: a name that breaks a line breaks no message.
func TestNameOfSeveralLines(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	odd := checker.Model{Name: "two\nlines", Main: func(p *proc.P) { arrivals(6, false)(p); cancel() }}
	r := run(ctx, command.Options{}, odd, safe)
	want := "checkmodel: the search of two\\nlines is saved in two_lines.checkpoint; to go on, give the same command with -resume two_lines.checkpoint. " +
		"That is for two\\nlines alone: for the models after it, which have not been searched, use -model '^(safe)$' instead\n"
	if r.status != command.Interrupted || r.stderr != want {
		t.Errorf("the status is %d, standard error is\n%s", r.status, r.stderr)
	}
	for _, o := range []command.Options{{Model: "zzz"}, {Algorithm: checker.Source, Bound: bounding.Preemption(1), Checkpoint: "f"}, {Outputs: html("page/x")}, {Faults: "crashes=-1"}} {
		r := run(t.Context(), o, odd, safe)
		if first, rest, _ := strings.Cut(r.stderr, "\n"); r.stderr == "" || rest != "" || !strings.HasPrefix(first, "checkmodel: ") {
			t.Errorf("%+v: standard error has more than a line:\n%s", o, r.stderr)
		}
	}
}

// TestInterruptedMinimizing: a run that is interrupted while a violation is made smaller says so, and ends as one that was interrupted.
func TestInterruptedMinimizing(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		me := p.Self()
		for i := range 3 {
			p.Spawn("sender", func(p *proc.P) { p.Send(me, i) })
		}
		p.Assert(p.Receive() != 2, "not 2 first", "it is")
	}}
	// It is interrupted when it looks at the clock: before the search, after it, and when a violation is to be minimized.
	interrupted := func(look int) (r result, looked bool) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var stdout, stderr bytes.Buffer
		looks := 0
		now := func() time.Time {
			if looks++; looks == look {
				cancel()
			}
			return time.Unix(0, 0)
		}
		status := command.Run(ctx, command.Environment{Stdout: &stdout, Stderr: &stderr, Now: now}, command.Options{Algorithm: checker.RandomWalk, Runs: 100},
			[]command.Package{{Path: "example.com/one", Models: func() []checker.Model { return []checker.Model{m} }}})
		return result{status, stdout.String(), stderr.String()}, looks >= look
	}
	const want = "checkmodel: interrupted while the violations of m were made smaller; what is shown may not be as small as it can be\n"
	said := 0
	for look := 1; ; look++ {
		r, looked := interrupted(look)
		if !looked {
			break
		}
		if r.stderr != want {
			continue
		}
		said++
		if r.status != command.Interrupted || !strings.Contains(r.stdout, "not 2 first is violated") {
			t.Errorf("the status is %d, and the report\n%s", r.status, r.stdout)
		}
	}
	if said == 0 {
		t.Error("no run was interrupted while a violation was made smaller, or none says so")
	}
}

// TestWitness: the report shows the way to a goal of the models that have it; that no model has it is an error with the goals.
func TestWitness(t *testing.T) {
	reaches := checker.Model{Name: "reaches", Goals: []checker.Property{{Name: "there"}}, Main: func(p *proc.P) {
		if p.Choose(2) == 1 {
			p.Reach("there")
		}
	}}
	r := run(t.Context(), command.Options{Witness: "there"}, safe, reaches)
	if want := "checkmodel: -show: left out are the models without this goal, which are 1 of 2\n"; r.status != command.AsDeclared || r.stderr != want ||
		!strings.Contains(r.stdout, "incomplete (none reaches the goal after fewer than 2 events; goal reached)") || !strings.Contains(r.stdout, "\n  there is reached after 2 events\n") {
		t.Errorf("status %v, %s\n%s", r.status, r.stderr, r.stdout)
	}
	r = run(t.Context(), command.Options{Witness: "here"}, safe, reaches)
	if want := "checkmodel: -show is \"here\"; it must be a whole number, or a goal of a model, and the goals are \"there\"; did you mean \"there\"?\n"; r.status != command.Unusable || r.stderr != want {
		t.Errorf("status %v, %s", r.status, r.stderr)
	}
}
