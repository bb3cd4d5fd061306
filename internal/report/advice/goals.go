package advice

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// seldomShare is the share of drawn runs, in percent, below which a goal is seldom reached.
const seldomShare = 1

// seldom warns if few of the runs that were drawn have reached the goal; otherwise it returns "".
func SeldomText(d *document.Document, g *checker.Goal) string {
	switch {
	case !seldomReached(d, g):
		return ""
	case g.Hits == 0:
		return "; so these runs say nothing about what happens from there on"
	}
	return fmt.Sprintf("; that is %.2g %% of the runs, so they say little about what happens from there on", 100*float64(g.Hits)/float64(d.Runs))
}

// seldomReached reports whether less than [seldomShare] percent of the runs that were drawn have reached the goal.
func seldomReached(d *document.Document, g *checker.Goal) bool {
	return d.Sample != nil && d.Run == 0 && d.Witness() == nil && seldom(g.Hits, d.Runs)
}

func seldom(hits, runs int) bool { return 100*hits < seldomShare*runs }

// hardlyReached returns the names of the goals that less than [seldomShare] percent of the runs that were drawn have reached.
func hardlyReached(r *checker.Result) (names []string) {
	if r.Sample == nil || r.Options.Run > 0 || r.Stop == checker.AtViolation || r.Options.Witness != "" {
		return nil
	}
	for _, g := range r.Goals {
		if seldom(g.Hits, r.Sample.Runs) {
			names = append(names, prose.Clean(g.Name))
		}
	}
	return names
}

// SoFar returns the words after a property that a search never met; "" if the search is complete.
func SoFar(r *checker.Result) string {
	if r.Complete() {
		return ""
	}
	return " so far"
}

// Unfit reports whether r is a replay that failed. Then the numbers of explored interleavings and
// of missing findings mean nothing.
func Unfit(r *checker.Result) bool {
	return r.Options.Replay != nil && r.Verdict == checker.Failed
}

// Missed says which goals no interleaving reaches, or returns "" if there are none.
func Missed(r *checker.Result) string {
	names := prose.Each(r.Missed(), func(g checker.Goal) string { return prose.Clean(g.Name) })
	if len(names) == 0 {
		return ""
	}
	return "not reached: " + strings.Join(names, ", ")
}
