package published

import (
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// small lists the models with few interleavings.
var small = []string{
	"register-2-clients", "register-2-clients-alike", "commit-any-3", "commit-any-3-alike", "register-two-copies-2-clients",
	"paxos-1-clients",
	"abd-2-servers-ordered-2-clients", "abd-hasty-ordered-1-clients",
	"commit-3", "commit-hasty",
}

func named(t *testing.T, name string) checker.Model {
	t.Helper()
	all := Models()
	i := slices.IndexFunc(all, func(m checker.Model) bool { return m.Name == name })
	if i < 0 {
		t.Fatalf("there is no model %s", name)
	}
	return all[i]
}

func check(t *testing.T, m checker.Model, o checker.Options) *checker.Result {
	t.Helper()
	o.Until = checker.UntilEnd
	r, err := checker.Check(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSmall: the small models behave as they declare, and a stateful search counts what an enumeration does.
func TestSmall(t *testing.T) {
	for _, name := range small {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := named(t, name)
			got := check(t, m, checker.Options{Algorithm: checker.States})
			want := check(t, m, checker.Options{AnyDeliveriesRace: true})
			if got.Interleavings != want.Interleavings || got.Violating != want.Violating {
				t.Errorf("%d interleavings, %d of them violating; want %d and %d",
					got.Interleavings, got.Violating, want.Interleavings, want.Violating)
			}
			verdict := checker.Verified
			if m.Violates != nil {
				verdict = checker.Violated
			}
			if got.Verdict != verdict || want.Verdict != verdict || len(got.Missed()) > 0 {
				t.Errorf("%s, and %s by enumeration, without %v; want %s", got.Verdict, want.Verdict, got.Missed(), verdict)
			}
			for _, v := range got.Violations {
				if !slices.Contains(m.Violates, v.Property) {
					t.Errorf("%s is violated: %s", v.Property, v.Explanation)
				}
			}
		})
	}
}

// TestFewerStates: what docs/writing-models.md recommends leaves fewer states of these models.
func TestFewerStates(t *testing.T) {
	greedy := func(p *proc.P, number int, servers []proc.PID) {
		proc.Loop(p, paxos{Number: number, Servers: servers}, func(s *paxos) bool {
			if m := p.Receive(); s.wants(m) {
				s.step(p, m)
			}
			return true
		})
	}
	monitored := named(t, "register-3-clients")
	monitored.Rules = []checker.Rule{checker.Monitor(checker.Property{Name: linearizable}, func() func(string, step) error {
		var h history
		return func(client string, s step) (err error) {
			h, err = h.next(client, s)
			return err
		}
	})}
	for name, other := range map[string]checker.Model{
		"paxos-1-clients":    register("paxos-greedy", paxosDoc, system{servers: 3, clients: 1, serve: greedy}),
		"register-3-clients": monitored,
	} {
		few := check(t, named(t, name), checker.Options{Algorithm: checker.States, LateDelivery: true}).Merged.States
		many := check(t, other, checker.Options{Algorithm: checker.States, LateDelivery: true}).Merged.States
		if few >= many {
			t.Errorf("%s: %d states, and %d otherwise", name, few, many)
		}
	}
}

// TestModels: each model has a name of its own and says what it is.
func TestModels(t *testing.T) {
	names := map[string]bool{}
	for _, m := range Models() {
		if names[m.Name] || m.Doc == "" {
			t.Errorf("the model %s has no name of its own, or says nothing about itself", m.Name)
		}
		names[m.Name] = true
	}
}
