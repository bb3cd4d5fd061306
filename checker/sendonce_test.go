package checker_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/proc"
)

// asking is a process that sends a request until it is answered, and one that answers each request.
type asking struct {
	send func(*proc.P, proc.PID, any)
}

type (
	question struct{ From proc.PID }
	response struct{}
	answered bool
)

func (a asking) run(p *proc.P) {
	server := p.Spawn("server", func(p *proc.P) {
		proc.Loop(p, 0, func(*int) bool {
			a.send(p, proc.Receive[question](p).From, response{})
			return true
		})
	}, proc.Daemon)
	p.Spawn("client", func(p *proc.P) {
		proc.Loop(p, answered(false), func(done *answered) bool {
			a.send(p, server, question{p.Self()})
			_, got := proc.ReceiveTimeout[response](p)
			if *done = answered(got); got {
				proc.Expose(p, *done)
			}
			return !got
		})
	})
}

// TestSendOnce: a process that sends a request until it is answered is finite if it sends nothing that is on its way. In
// each fair interleaving it is answered, whatever loses the request or the answer: otherwise what is lost would count
// as on its way for ever.
func TestSendOnce(t *testing.T) {
	t.Parallel()
	isAnswered := checker.Eventually(checker.Property{Name: "answered", Doc: "The client is answered."},
		func(all []checker.Exposed[answered]) error {
			if len(all) == 0 {
				return errors.New("it is not")
			}
			return nil
		})
	for name, faults := range map[string]checker.Faults{
		"no faults": {},
		"losses":    {Losses: 2},
		"copies":    {Losses: 1, Duplicates: 1},
		"reordered": {Losses: 1, Reorderings: 1},
	} {
		for _, delivery := range []proc.Delivery{proc.Instant, proc.Channel} {
			check := func(send func(*proc.P, proc.PID, any), o checker.Options) *checker.Result {
				m := checker.Model{Name: "asking", Main: asking{send}.run, Faults: faults, Delivery: delivery, Rules: []checker.Rule{isAnswered}}
				o.Algorithm = checker.States
				r, err := checker.Check(t.Context(), m, o)
				if err != nil {
					t.Fatal(name, delivery, err)
				}
				return r
			}
			t.Run(strings.Join([]string{name, string(delivery)}, ", "), func(t *testing.T) {
				r := check((*proc.P).SendOnce, checker.Options{TrustModel: !testsize.Long()})
				if r.Verdict != checker.Verified {
					t.Errorf("%s, %d interleavings are cut: %v", r.Verdict, r.DepthCut, r.Violations)
				}
			})
			if name == "no faults" {
				if r := check((*proc.P).Send, checker.Options{TrustModel: !testsize.Long(), MaxEvents: 60, MaxInterleavings: 100}); r.DepthCut == 0 {
					t.Errorf("%s: with Send, no interleaving is cut", delivery)
				}
			}
		}
	}
}

// TestSendOnceAfterRestart: what was in the mailbox of a node when that crashed is not on its way any more.
func TestSendOnceAfterRestart(t *testing.T) {
	t.Parallel()
	type up struct{}
	main := func(p *proc.P) {
		client := p.Self()
		server := p.Spawn("server", func(p *proc.P) {
			lives := proc.Durable[int]("lives")
			n, _ := lives.Get(p)
			lives.Set(p, n+1)
			p.Send(client, up{})
			if n == 0 {
				proc.Receive[string](p) // until it crashes
			}
			p.Send(proc.Receive[question](p).From, response{})
		}, proc.Node, proc.Daemon)
		_, first := proc.ReceiveTimeout[up](p)
		p.Assume(first)
		p.SendOnce(server, question{client})
		_, again := proc.ReceiveTimeout[up](p)
		p.Assume(again)
		p.SendOnce(server, question{client})
		proc.Receive[response](p)
		p.Reach("answered")
	}
	m := checker.Model{Name: "restart", Main: main, Faults: checker.Faults{Crashes: 1, Restarts: 1},
		Goals: []checker.Property{{Name: "answered", Doc: "The second life answers."}}}
	for _, delivery := range proc.Deliveries() {
		m.Delivery = delivery
		r, err := checker.Check(t.Context(), m, checker.Options{})
		if err != nil || r.Verdict != checker.Verified {
			t.Errorf("%s: %v %v %v", delivery, err, r.Verdict, r.Violations)
		}
	}
}
