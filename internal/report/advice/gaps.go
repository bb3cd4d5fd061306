package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// How many kinds of gaps, and places of each, are named unless all are.
const gapsNamed, placesNamed = 3, 3

// Gaps says what no explored interleaving did; "" if there is nothing. It names all gaps only in a full text.
func Gaps(t prose.Text, gaps []trace.Visit) string {
	if len(gaps) == 0 {
		return ""
	}
	var kinds []string
	places := map[string][]string{}
	for _, g := range gaps {
		what := prose.Clean(g.String())
		if !slices.Contains(kinds, what) {
			kinds = append(kinds, what)
		}
		if g.Place != "" {
			places[what] = append(places[what], t.Source(g.Place))
		}
	}
	named := func(all []string, most int) []string {
		if more := len(all) - most; more > 0 && !t.Full {
			return append(slices.Clone(all[:most]), fmt.Sprintf("and %d more", more))
		}
		return all
	}
	parts := named(kinds, gapsNamed)
	for i, what := range parts {
		if at := named(places[what], placesNamed); len(at) > 0 {
			parts[i] += " (" + strings.Join(inFiles(at), ", ") + ")"
		}
	}
	return "What no explored interleaving did: " + strings.Join(parts, "; ") + "."
}

// inFiles returns places, without the file where the previous place is in the same file.
func inFiles(places []string) []string {
	last := ""
	return prose.Each(places, func(place string) string {
		file, line := prose.AtLine(place)
		if file == last {
			return line
		}
		last = file
		return place
	})
}
