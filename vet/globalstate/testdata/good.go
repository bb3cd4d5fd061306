package testdata

import (
	"errors"
	"regexp"

	"github.com/checkmodel/checkmodel/proc"
)

var (
	names   = []string{"a", "b"}
	quorums = map[int]int{}
	pattern = regexp.MustCompile(`a+`)
	errGone = errors.New("gone")
	calls   int
	peers   = &ring{names: names}
)

type ring struct{ names []string }

func (r *ring) next(i int) string { return r.names[i%len(r.names)] }

func init() { quorums[3] = 2 }

// What only its declaration and init change is a constant.
func reads(p *proc.P) {
	for _, name := range names {
		p.Send(p.Self(), pattern.MatchString(name))
	}
	p.Send(p.Self(), quorums[3])
	p.Logf("%v", errGone)
	p.Logf("%v", peers.next(1))
}

// No process calls it, and no process reads what it changes.
func count() { calls++ }

var executed int

func allowed(p *proc.P) {
	executed++ //checkmodel:allow globalstate it counts how often the process is executed
}
