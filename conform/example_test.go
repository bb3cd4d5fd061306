package conform_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/systemlog"
)

// granted is announced by a client that has got the lock.
type granted struct{ Turn int }

// lockServer is a model of a server that gives a lock to one client after the other.
func lockServer() checker.Model {
	return checker.Model{Name: "lock", Main: func(p *proc.P) {
		server := p.Self()
		for _, name := range []string{"ann", "bob"} {
			p.Spawn(name, func(p *proc.P) {
				proc.Announce(p, granted{proc.Call[int](p, server, "lock")})
				p.Send(server, "unlock")
			})
		}
		for turn := 1; turn <= 2; turn++ {
			proc.Answer(p, proc.Receive[proc.Request[string]](p), turn)
			p.Receive(proc.Equal("unlock"))
		}
	}}
}

// A log that fits, and one in which two clients have the same turn.
func ExampleCheck() {
	for _, text := range []string{
		`{"node":"bob","msg":"granted","turn":1}
{"node":"ann","msg":"granted","turn":2}`,
		`{"node":"bob","msg":"granted","turn":1}
{"node":"ann","msg":"granted","turn":1}`,
	} {
		log, err := systemlog.Read(strings.NewReader(text))
		if err != nil {
			fmt.Println(err)
			return
		}
		r, err := conform.Check(context.Background(), lockServer(), log, conform.Options{})
		fmt.Println(r, err)
	}
	// Output:
	// fits: all 2 lines, 14 pairs of a state and a position <nil>
	// does not fit: at most 1 of 2 lines; 135 pairs of a state and a position
	// the model cannot announce line 2: ann granted turn=1
	// it could announce granted{Turn: 2}, where Turn is 2, not 1
	// these lines alone do not fit: line 1 of bob; line 2 of ann <nil>
}

// A judge sees that two clients have the lock in the same turn.
func ExampleJudge() {
	type granted struct{ Turn int }
	judge, err := conform.NewJudge(checker.Model{Name: "lock", Rules: []checker.Rule{
		checker.Monitor(checker.Property{Name: "turns differ"}, func() func(string, granted) error {
			last := 0
			return func(_ string, g granted) error {
				if g.Turn == last {
					return fmt.Errorf("turn %d is granted twice", g.Turn)
				}
				last = g.Turn
				return nil
			}
		}),
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	judge.Violated = func(v conform.Violation) { fmt.Println(v) }
	for _, node := range []string{"ann", "bob"} {
		slog.New(judge.Handler(slog.DiscardHandler)).Info("granted", "node", node, "turn", 1)
	}
	// Output:
	// turns differ is violated: turn 1 is granted twice
	//   line 1: ann granted turn=1
	//   line 2: bob granted turn=1
}
