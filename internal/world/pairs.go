package world

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/world/symmetry"
	"github.com/checkmodel/checkmodel/trace"
)

// Pair is two states that are the same up to exchanges.
type Pair [2]Exchanged

// Words says which processes change places between the two states.
func (p *Pair) Words() string {
	var pairs []string
	for _, members := range p[0].By.Members() {
		for _, a := range members {
			for _, b := range members {
				if p[0].By.Actor(a.ID) == p[1].By.Actor(b.ID) && a != b {
					pairs = append(pairs, fmt.Sprintf("%s takes the place of %s", b.Name, a.Name))
				}
			}
		}
	}
	return strings.Join(pairs, " and ")
}

// Exchanged is a state after an exchange.
type Exchanged struct {
	Steps trace.Schedule // that lead to the state
	By    *symmetry.Exchange
}

// original is a state that was met first of all that an exchange makes the same.
type original struct {
	Exchanged
	plain []trace.Fingerprint // of this one, and of states that were compared with it
}

const (
	// manyOriginals is how many of the first such states are compared with others, and originalShare: one in so many others.
	manyOriginals = 40
	originalShare = 1024
	// mostCompared is how many states are compared with one of them.
	mostCompared = 3
)

// meet notes that steps have led to the present state, with its fingerprint after an exchange.
func (x *Exchanges) meet(steps trace.Schedule, by *symmetry.Exchange, after trace.Fingerprint) {
	o := x.originals[after]
	if o == nil && len(x.originals) >= manyOriginals && after[1]%originalShare != 0 || o != nil && (len(o.plain) > mostCompared || x.pair != nil) {
		return
	}
	plain := x.sys.Fingerprint().Plus(x.verdict())
	switch {
	case o == nil:
		x.originals[after] = &original{Exchanged{slices.Clone(steps), by}, []trace.Fingerprint{plain}}
	case !slices.Contains(o.plain, plain):
		o.plain = append(o.plain, plain)
		x.pair = &Pair{{slices.Clone(steps), by}, o.Exchanged}
	}
}

// Pair returns two states that have had the same Key, if they are to be compared now; otherwise nil.
func (x *Exchanges) Pair() *Pair {
	p := x.pair
	x.pair = nil
	return p
}
