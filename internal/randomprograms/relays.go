package randomprograms

import (
	"github.com/checkmodel/checkmodel/proc"
	"pgregory.net/rapid"
)

// Relays is a program whose processes take any message, and answer some with others.
type Relays struct {
	Reactions [][]Reaction // of each process
	Sends     [][2]int     // of the first process: receiver and message
}

// Reaction is the message that a process sends when it takes the message When.
type Reaction struct {
	When int
	To   int
	What int
	Also bool // from a new process
	Row  int  // 1: it is written to the one row instead, 2: what is there is sent
}

func (r Relays) Main(p *proc.P) {
	pids := []proc.PID{p.Self()}
	table := proc.NewTable[int, int](p, "table")
	for i, reactions := range r.Reactions {
		known := append([]proc.PID(nil), pids...)
		name := string(rune('a' + i))
		pids = append(pids, p.Spawn(name, func(p *proc.P) {
			for range 6 {
				m := proc.Receive[int](p)
				for _, r := range reactions {
					send := func(p *proc.P) {
						what := r.What
						switch r.Row {
						case 1:
							table.Insert(p, 0, what)
							return
						case 2:
							what, _ = table.Lookup(p, 0)
						}
						p.Send(known[r.To%len(known)], what)
					}
					switch {
					case r.When != m:
					case r.Also:
						p.Spawn("helper", send)
					default:
						send(p)
					}
				}
			}
		}, proc.Daemon))
	}
	for _, s := range r.Sends {
		p.Send(pids[1+s[0]%(len(pids)-1)], s[1])
	}
	proc.Receive[string](p) // the table goes away with its owner
}

// DrawRelays draws such a program.
func DrawRelays(t *rapid.T) Relays {
	small := rapid.IntRange(0, 3)
	rows := rapid.SampledFrom([][]int{{0}, {0, 0, 1, 2}}).Draw(t, "rows")
	react := rapid.Custom(func(t *rapid.T) Reaction {
		return Reaction{small.Draw(t, "when"), rapid.IntRange(1, 3).Draw(t, "to"), small.Draw(t, "what"), rapid.Bool().Draw(t, "also"),
			rapid.SampledFrom(rows).Draw(t, "row")}
	})
	return Relays{
		Reactions: rapid.SliceOfN(rapid.SliceOfN(react, 0, 4), 2, 4).Draw(t, "reactions"),
		Sends:     rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int { return [2]int{small.Draw(t, "to"), small.Draw(t, "what")} }), 2, 5).Draw(t, "sends"),
	}
}
