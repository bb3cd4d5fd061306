package advice

import (
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/story"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// polls lists the kinds of operations that models poll with instead of waiting, and better ways.
var polls = []struct {
	kinds []string
	cure  string
}{
	{[]string{kind.TableLookup.String(), kind.TableMember.String()}, "polls a table: let it wait for the row by Table.Await instead, which reads it once it matches."},
	{story.KindsTimeout, "polls its mailbox: let it wait by Receive instead, which does not time out."},
	{[]string{kind.IsAlive.String()}, "polls whether a process is alive: let it Monitor that process instead, and receive Down."},
}

// Polling returns advice about each process that repeats only polls of one kind. A process that
// repeats other operations too, such as a server, is not meant.
func Polling(repeated []checker.Repetition) (all []string) {
	var seen []string
	for _, p := range repeated {
		if slices.Contains(seen, p.Process) {
			continue
		}
		seen = append(seen, p.Process)
		for _, poll := range polls {
			if !slices.ContainsFunc(repeated, func(q checker.Repetition) bool { return q.Process == p.Process && !slices.Contains(poll.kinds, q.Kind) }) {
				all = append(all, prose.Shorten(prose.Clean(p.Process), prose.FairWho)+" "+poll.cure)
			}
		}
	}
	return all
}
