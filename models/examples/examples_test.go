package examples

import (
	"bytes"
	"os"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/examples/clocks"
	"github.com/checkmodel/checkmodel/models/examples/commit"
	"github.com/checkmodel/checkmodel/models/examples/election"
	"github.com/checkmodel/checkmodel/models/examples/failover"
	"github.com/checkmodel/checkmodel/models/examples/journal"
	"github.com/checkmodel/checkmodel/models/examples/lease"
	"github.com/checkmodel/checkmodel/models/examples/lockserver"
	"github.com/checkmodel/checkmodel/models/examples/philosophers"
	"github.com/checkmodel/checkmodel/models/examples/queue"
	"github.com/checkmodel/checkmodel/models/examples/quorum"
	"github.com/checkmodel/checkmodel/models/examples/raft"
	"github.com/checkmodel/checkmodel/models/examples/register"
	"github.com/checkmodel/checkmodel/models/examples/replicas"
	"github.com/checkmodel/checkmodel/models/examples/resend"
	"github.com/checkmodel/checkmodel/models/examples/retry"
	"github.com/checkmodel/checkmodel/models/examples/standby"
)

// examples are the models of each directory.
var examples = map[string][]checker.Model{
	"clocks":       clocks.Models(),
	"commit":       commit.Models(),
	"election":     election.Models(),
	"failover":     failover.Models(),
	"journal":      journal.Models(),
	"lease":        lease.Models(),
	"lockserver":   lockserver.Models(),
	"philosophers": philosophers.Models(),
	"queue":        queue.Models(),
	"quorum":       quorum.Models(),
	"raft":         raft.Models(),
	"register":     register.Models(),
	"replicas":     replicas.Models(),
	"resend":       resend.Models(),
	"retry":        retry.Models(),
	"standby":      standby.Models(),
}

// Each directory is among the examples, and the cookbook has a recipe of it.
func TestRecipes(t *testing.T) {
	cookbook, err := os.ReadFile("../../docs/cookbook.md")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case !e.IsDir():
		case examples[name] == nil:
			t.Errorf("the models in %s are not among those that are tested", name)
		case !bytes.Contains(cookbook, []byte("](../models/examples/"+name+")")):
			t.Errorf("the cookbook has no recipe of %s", name)
		}
	}
}

// The first model of each example is right, and the last is wrong. All of those that are
// right is explored; the others are wrong as they declare, each in one way.
func TestRightAndWrong(t *testing.T) {
	for name, models := range examples {
		if last := models[len(models)-1]; len(models[0].Violates) > 0 || len(last.Violates) == 0 {
			t.Errorf("%s does not begin with a right model and end with a wrong one", name)
		}
		for _, m := range models {
			want := checker.Violated
			if len(m.Violates) == 0 {
				want = checker.Verified
			}
			r, err := checker.Check(t.Context(), m, checker.Options{})
			if err != nil || r.Verdict != want || !r.Expected {
				t.Errorf("%s is %s, want %s as declared; %v", m.Name, r.Verdict, want, err)
			}
		}
	}
}
