package conform_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/models/examples/election"
	"github.com/checkmodel/checkmodel/models/examples/register"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/systemlog"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

type (
	leads    struct{ Term int }
	draining int
)

// judgedModel has a rule of each kind.
func judgedModel() checker.Model {
	return checker.Model{Name: "judged", Log: faulty, Rules: []checker.Rule{
		checker.Always(checker.Property{Name: "one leader in a term"}, func(all []checker.Exposed[leads]) error {
			for i, a := range all {
				for _, b := range all[:i] {
					if a.State == b.State {
						return fmt.Errorf("%s and %s lead in term %d", b.Process, a.Process, a.State.Term)
					}
				}
			}
			return nil
		}).Living(),
		checker.Monitor(checker.Property{Name: "numbers go up"}, func() func(string, draining) error {
			last := draining(0)
			return func(_ string, n draining) error {
				if n < last {
					return fmt.Errorf("%d after %d", n, last)
				}
				last = n
				return nil
			}
		}),
		checker.Finally(checker.Property{Name: "somebody leads"}, func(all []checker.Exposed[leads]) error {
			if len(all) == 0 {
				return errors.New("nobody leads")
			}
			return nil
		}),
		checker.Sometimes(checker.Property{Name: "second term"}, func(all []checker.Exposed[leads]) bool {
			return slices.ContainsFunc(all, func(l checker.Exposed[leads]) bool { return l.State.Term == 2 })
		}),
	}}
}

// TestJudge: the rules of each kind judge lines, which may come in pieces, among others.
func TestJudge(t *testing.T) {
	for log, want := range map[string]string{
		`{"node":"a","msg":"leads","term":1} {"node":"b","msg":"leads","term":2} {"node":"a","msg":"draining","value":3}`:   "",
		`{"node":"a","msg":"leads","term":2} {"node":"b","msg":"leads","term":2} {"node":"a","msg":"draining","value":3}`:   "one leader in a term: a and b lead in term 2",
		`{"node":"a","msg":"leads","term":2} {"node":"a","msg":"crash"} {"node":"b","msg":"leads","term":2}`:                "unasked numbers go up",
		`{"node":"a","msg":"draining","value":3} {"node":"b","msg":"draining","value":2} {"msg":"other"} {"node":"c"}`:      "numbers go up: 2 after 3; somebody leads: nobody leads; unasked one leader in a term; unasked second term",
		`{"node":"a","msg":"leads","term":"x"} {"node":"a","msg":"leads","term":2} {"node":"a","msg":"draining","value":3}`: "line 1 of the log: the values of the event leads are no conform_test.leads: json: cannot unmarshal string into Go struct field leads.Term of type int",
		`nonsense {"node":"a","msg":"leads","term":2} {"node":"a","msg":"draining","value":3}`:                              "line 1 of the log: want a JSON object: invalid character 'o' in literal null (expecting 'u')",
		`{"node":"a","msg":"leads","term":2,"clock":"x"} {"node":"a","msg":"leads","term":2} {"node":"a","msg":"unheard"}`:  `line 1 of the log: the clock is x, want a number (Lamport) or an object with a number for each node (vector); unasked numbers go up`,
	} {
		j, err := conform.NewJudge(judgedModel())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		j.Violated = func(v conform.Violation) { got = append(got, v.Rule+": "+v.Explanation) }
		text := strings.ReplaceAll(log, "} {", "}\n{") + "\n"
		text = strings.Replace(text, "nonsense ", "nonsense\n", 1)
		half := len(text) / 2
		for _, piece := range []string{text[:half], text[half:]} {
			if n, err := j.Write([]byte(piece)); n != len(piece) {
				t.Errorf("%s: %d bytes of %d were written", log, n, len(piece))
			} else if err != nil {
				got = append(got, err.Error())
			}
		}
		j.End()
		if _, err := j.Write([]byte(`{"node":"z","msg":"draining","value":-1}` + "\n")); err != nil {
			t.Error(err)
		}
		for _, name := range j.Unasked() {
			got = append(got, "unasked "+name)
		}
		if got := strings.Join(got, "; "); got != want {
			t.Errorf("%s:\n got %s\nwant %s", log, got, want)
		}
	}
}

// TestJudgeAsSearch: what the processes of a model show in an interleaving violates its rules if and only if the search says so.
func TestJudgeAsSearch(t *testing.T) {
	violating := 0
	for _, m := range slices.Concat(register.Models(), election.Models()) {
		for seed := range uint64(testsize.Sample(10, 200)) {
			shows := &shower{}
			r, err := checker.Check(context.Background(), m, checker.Options{Algorithm: checker.RandomWalk, Runs: 1, Seed: seed, Workers: 1, Observer: shows, Until: checker.UntilEnd})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for _, v := range r.Violations {
				if m.Rule(v.Property) != nil {
					want[v.Property] = true
				}
			}
			if len(want) != len(r.Violations) { // after a crash or deadlock rules about the end are not judged
				continue
			}
			m.Log = func(l systemlog.Line) systemlog.Meaning {
				return systemlog.Meaning{Events: []any{shows.all[l.Number-1].value}}
			}
			j, err := conform.NewJudge(m)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range shows.all {
				fmt.Fprintf(j, "{\"node\":%q,\"msg\":\"shows\"}\n", s.process)
			}
			if r.DepthCut == 0 {
				j.End()
			}
			got := map[string]bool{}
			for _, v := range j.Violations() {
				got[v.Rule] = true
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s, seed %d: the judge finds %v, the search %v", m.Name, seed, got, want)
			}
			violating += len(want)
		}
	}
	if violating == 0 {
		t.Error("no interleaving violates a rule")
	}
}

// shower collects what processes show in the last interleaving.
type shower struct {
	world checker.World
	all   []shown
}

type shown struct {
	process string
	value   any
}

func (s *shower) Inspect(w checker.World) { s.world = w }

func (s *shower) Interleaving(_ int, _ trace.Outcome, events []trace.Event) {
	s.all = nil
	for i := range events {
		if e := &events[i]; e.Kind == kind.Announce || e.Kind == kind.Expose {
			s.all = append(s.all, shown{s.world.Actor(e.Actor).Name, s.world.Value(e.Value)})
		}
	}
}

// TestJudgeHandler: records of any level are judged and passed on, with the attributes of their logger.
func TestJudgeHandler(t *testing.T) {
	j, err := conform.NewJudge(judgedModel())
	if err != nil {
		t.Fatal(err)
	}
	var passed strings.Builder
	for _, node := range []string{"a", "b"} {
		slog.New(j.Handler(slog.NewTextHandler(&passed, nil))).With("node", node).Debug("leads", "term", 7)
	}
	found := j.Violations()
	if len(found) != 1 || found[0].Line == nil || found[0].Line.Node != "b" || len(found[0].Recent) != 2 || passed.Len() > 0 {
		t.Errorf("found %+v, passed on %q; a text handler takes no debug records", found, &passed)
	}
}

// TestJudgeNeedsRules: a model without rules, or with an empty one, judges nothing.
func TestJudgeNeedsRules(t *testing.T) {
	empty := checker.Always[int](checker.Property{Name: "empty"}, nil)
	for want, m := range map[string]checker.Model{
		"model m has no rules to judge by":            {Name: "m", Main: func(*proc.P) {}},
		`the rule "empty" of model m has no function`: {Name: "m", Rules: []checker.Rule{empty}},
	} {
		if _, err := conform.NewJudge(m); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}
