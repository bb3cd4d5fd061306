package conform_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/systemlog"
)

type (
	ask      struct{ From proc.PID }
	release  struct{}
	grant    struct{ Number int }
	asked    struct{}
	got      struct{ Number int }
	freed    struct{}
	granting struct {
		To     string
		Number int
	}
)

// locks returns a model of a server that grants a lock to clients for ever, each of which logs what it does.
func locks(clients int) checker.Model {
	type server struct {
		Queue  []proc.PID
		Number int
		Held   bool
	}
	return checker.Model{Name: "locks", Main: func(p *proc.P) {
		s := p.Spawn("server", func(p *proc.P) {
			proc.Loop(p, server{}, func(s *server) bool {
				switch m := p.Receive().(type) {
				case ask:
					s.Queue = append(s.Queue, m.From)
				case release:
					s.Held = false
				}
				if !s.Held && len(s.Queue) > 0 {
					s.Number, s.Held = s.Number+1, true
					proc.Announce(p, granting{fmt.Sprint(s.Queue[0]), s.Number})
					p.Send(s.Queue[0], grant{s.Number})
					s.Queue = s.Queue[1:]
				}
				return true
			})
		})
		for range clients {
			p.Spawn("client", func(p *proc.P) {
				proc.Loop(p, struct{}{}, func(*struct{}) bool {
					proc.Announce(p, asked{})
					p.Send(s, ask{p.Self()})
					proc.Announce(p, got(proc.Receive[grant](p)))
					proc.Announce(p, freed{})
					p.Send(s, release{})
					return true
				})
			})
		}
	}}
}

// BenchmarkCheck measures how long logs of a lock with four clients take, which have no clock. Where only the server has logged, the search
// has to find what the clients did.
func BenchmarkCheck(b *testing.B) {
	for _, of := range []string{"all", "server"} {
		for _, lines := range []int{300, 1000, 3000} {
			b.Run(fmt.Sprint("nodes=", of, "/lines=", lines), func(b *testing.B) {
				m := locks(4)
				logs := &logger{}
				if _, err := checker.Check(context.Background(), m, checker.Options{Algorithm: checker.RandomWalk, Runs: 1, MaxEvents: 20 * lines, Workers: 1, Observer: logs}); err != nil {
					b.Fatal(err)
				}
				log, err := systemlog.Read(bytes.NewReader(logs.logs[0]))
				if err != nil {
					b.Fatal(err)
				}
				log = slices.DeleteFunc(log, func(l systemlog.Line) bool { return of != "all" && l.Node != of })[:lines]
				for b.Loop() {
					r, err := conform.Check(context.Background(), m, log, conform.Options{})
					if err != nil || !r.Fits {
						b.Fatal(r, err)
					}
					b.ReportMetric(float64(r.Pairs)/float64(lines), "pairs/line")
				}
				b.ReportMetric(float64(lines*b.N)/b.Elapsed().Seconds(), "lines/s")
			})
		}
	}
}
