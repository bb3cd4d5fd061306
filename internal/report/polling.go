package report

import (
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// polls lists operations that models poll with instead of waiting, and better ways.
var polls = []struct {
	is   func(operation string) bool
	cure string
}{
	{looksUp, "polls a table: let it wait for the row by Table.Await instead, which reads it once it matches."},
	{timesOut, "polls its mailbox: let it wait by Receive instead, which does not time out."},
	{asksAlive, "polls whether a process is alive: let it Monitor that process instead, and receive Down."},
}

func looksUp(operation string) bool {
	return strings.HasPrefix(operation, "look up ") || strings.HasPrefix(operation, "is there a row ")
}

func timesOut(operation string) bool { return strings.HasSuffix(operation, " or time out") }

func asksAlive(operation string) bool {
	return strings.HasPrefix(operation, "is ") && strings.HasSuffix(operation, " alive?")
}

// polling writes advice about each process that repeats only polls of one kind. A process that
// repeats other operations too, such as a server, is not meant.
func (t sections) polling(repeated []checker.Repeated) {
	var seen []string
	for _, p := range repeated {
		if slices.Contains(seen, p.Process) {
			continue
		}
		seen = append(seen, p.Process)
		for _, poll := range polls {
			if !slices.ContainsFunc(repeated, func(q checker.Repeated) bool { return q.Process == p.Process && !poll.is(q.Operation) }) {
				t.paragraph(t.b, shorten(clean(p.Process), fairWho)+" "+poll.cure)
			}
		}
	}
}
