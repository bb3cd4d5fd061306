package randomprograms

import (
	"slices"

	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// The processes of these programs are cores: one function takes all messages and changes a state,
// and the messages that a receive takes depend on that state (proc.Given).

// core is the state of a process, with its rules.
type core struct {
	Mood  int
	Seen  []int // messages by kind; written in place
	Rules [2][3]rule
}

// rule says how a core handles a message of a kind in a mood.
type rule struct {
	Wanted bool
	AtMost int // seen of this kind before, if it is wanted
	Next   int
	To     int // receiver of the message that it sends
	Tells  int // kind of that message; negative for none
}

type deed struct{ Kind, From int }

// wants reports whether the core wants a message in its present state.
func (c *core) wants(d deed) bool {
	r := c.Rules[c.Mood][d.Kind]
	return r.Wanted && c.Seen[d.Kind] <= r.AtMost
}

// step handles a message.
func (c *core) step(d deed, tell func(to, kind int)) {
	r := c.Rules[c.Mood][d.Kind]
	c.Mood = r.Next
	c.Seen[d.Kind]++
	if r.Tells >= 0 {
		tell(r.To, r.Tells)
	}
}

// cores is a program of such processes.
type cores struct {
	All   [][2][3]rule
	Sends [][3]int // from a client, to whom, what kind
	Polls bool     // a receive may time out
}

// Main starts the cores and their clients. Conditions get a copy of the state that proc.Given
// makes, or one that is made by hand.
func (cs cores) Main(byHand bool) func(*proc.P) {
	return func(p *proc.P) {
		var all []proc.PID
		for range cs.All {
			all = append(all, p.Spawn("core", func(p *proc.P) { cs.run(p, byHand, proc.Receive[[]proc.PID](p)) }))
		}
		for _, pid := range all {
			p.Send(pid, all)
		}
		for client := range 2 {
			p.Spawn("client", func(p *proc.P) {
				for _, s := range cs.Sends {
					if s[0] == client {
						p.Send(all[s[1]%len(all)], deed{s[2], -1 - client})
					}
				}
			})
		}
	}
}

func (cs cores) run(p *proc.P, byHand bool, all []proc.PID) {
	self := slices.Index(all, p.Self())
	c := &core{Seen: make([]int, 3), Rules: cs.All[self]}
	for range 3 {
		pattern := proc.Given(c, (*core).wants)
		if byHand {
			then := core{c.Mood, slices.Clone(c.Seen), c.Rules}
			pattern = proc.Where(func(d deed) bool { return then.wants(d) })
		}
		var got any
		if cs.Polls {
			got, _ = p.ReceiveTimeout(pattern)
		} else {
			got = p.Receive(pattern)
		}
		if d, ok := got.(deed); ok {
			c.step(d, func(to, kind int) { p.Send(all[to%len(all)], deed{kind, self}) })
		}
	}
}

// DrawCores draws such a program.
func DrawCores(t *rapid.T) cores {
	rules := rapid.Custom(func(t *rapid.T) (of [2][3]rule) {
		for mood := range of {
			for kind := range of[mood] {
				of[mood][kind] = rule{
					Wanted: rapid.IntRange(0, 2).Draw(t, "wanted") > 0,
					AtMost: rapid.IntRange(0, 2).Draw(t, "at most"),
					Next:   rapid.IntRange(0, 1).Draw(t, "next"),
					To:     rapid.IntRange(0, 1).Draw(t, "to"),
					Tells:  rapid.IntRange(-2, 2).Draw(t, "tells"),
				}
			}
		}
		return of
	})
	send := rapid.Custom(func(t *rapid.T) [3]int {
		return [3]int{rapid.IntRange(0, 1).Draw(t, "client"), rapid.IntRange(0, 1).Draw(t, "to"), rapid.IntRange(0, 2).Draw(t, "kind")}
	})
	return cores{
		All:   rapid.SliceOfN(rules, 1, 2).Draw(t, "cores"),
		Sends: rapid.SliceOfN(send, 2, 4).Draw(t, "messages"),
		Polls: rapid.IntRange(0, 3).Draw(t, "polls") == 0,
	}
}
