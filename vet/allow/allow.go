// Package allow finds comments that allow findings of an unknown analyzer.
package allow

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/checkmodel/checkmodel/vet/modelcode"
)

// Among returns an analyzer that finds comments which name none of the given analyzers.
func Among(analyzers ...*analysis.Analyzer) *analysis.Analyzer {
	var names []string
	known := map[string]bool{}
	for _, a := range analyzers {
		names = append(names, a.Name)
		known[a.Name] = true
	}
	return modelcode.Analyzer("allow", `report comments that allow what no analyzer finds

A comment `+modelcode.Marker+` is followed by the name of an analyzer and a reason.`, func(p *modelcode.Pass) {
		for _, file := range p.Files {
			for _, group := range file.Comments {
				for _, c := range group.List {
					if name, _, ok := modelcode.ParseAllow(c.Text); ok && !known[name] {
						p.Reportf(c.Pos(), "%s names no analyzer with %q; it is one of %s", modelcode.Marker, name, strings.Join(names, ", "))
					}
				}
			}
		}
	})
}
