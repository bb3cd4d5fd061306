package randomprograms

import "github.com/checkmodel/checkmodel/proc"

// PollOps are operations on a row that processes poll in loops. Others end the processes, or take the table away.
var PollOps = []string{"poll row", "poll row", "poll row", "named poll", "insert", "insert", "insert", "insert", "insert last", "delete", "delete", "take", "swap",
	"await", "lookup", "send", "receive", "skip", "expose", "kill", "exit", "named insert", "named", "drop", "rename"}

// polling is the state of a loop that polls a row. At and Last are the knowledge of its process.
type polling struct{ At, Last, Seen, Changes int }

// pollRow reads a row in turns, and returns what it has seen last, -1 for nothing. Some turns do nothing with some values.
func pollRow(p *proc.P, t proc.Table[int, int], at, last int, in Instruction) (seen int) {
	proc.Loop(p, polling{at, last, -2, 0}, func(s *polling) bool {
		seen = -1
		if in.To == 1 {
			if t.Member(p, in.K) {
				seen = 1
			}
		} else if v, ok := t.Lookup(p, in.K); ok {
			seen = v
		}
		switch {
		case in.To > 1 && seen == in.SkipIf:
			p.Assert(in.V == in.SkipIf, "polled", "it is %d", seen)
		case in.To == 0 && len(in.Set) > 1 && seen != s.Seen:
			s.Seen, s.Changes = seen, s.Changes+1
			return s.Changes < len(in.Set)
		}
		return seen != in.V
	})
	return seen
}
