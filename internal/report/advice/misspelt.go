package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/nearest"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/proc"
)

// Misspelt returns a sentence for each name of a property that may be misspelt, with the name that
// may have been meant. Model.Violates and Assert accept any name, so a name is suspect only if no
// property has it and one has a name that differs in a few letters.
func Misspelt(r *checker.Result) []string {
	if r.Verdict == checker.Failed {
		return nil
	}
	m := &r.Model
	violated := prose.Each(r.Violations, func(v *checker.Violation) string { return v.Property })
	listed := prose.Each(m.Properties, func(p checker.Property) string { return p.Name }) // that processes assert
	var all []string                                                                      // that the search knows
	for _, p := range document.Properties(m) {
		if !slices.ContainsFunc(r.Goals, func(g checker.Goal) bool { return g.Name == p.Name }) {
			all = append(all, p.Name)
		}
	}
	all = slices.Concat(all, []string{proc.NoCrash, proc.NoDeadlock}, violated)

	var hints []string
	for _, name := range m.Violates {
		if s := meant(name, all, m.Violates); s != "" {
			hints = append(hints, fmt.Sprintf("The model declares that it violates %q, which is not one of its properties; did you mean %q?", name, s))
		}
	}
	for i, name := range violated {
		if slices.Contains(m.Violates, name) || slices.Contains(violated[:i], name) {
			continue
		}
		if s := meant(name, listed, violated); s != "" {
			hints = append(hints, fmt.Sprintf("The property %q, which is violated, is not among the Properties of the model; did you mean %q?", name, s))
		}
	}
	return hints
}

// meant returns the known name that may have been meant by the given name, or "" if there is none.
// A name that is in use was not meant by another one, and neither was a name that differs in a
// number, because both may exist.
func meant(name string, known, used []string) string {
	if slices.Contains(known, name) {
		return ""
	}
	candidates := slices.DeleteFunc(slices.Clone(known), func(k string) bool {
		return slices.Contains(used, k) || withoutDigits(k) == withoutDigits(name)
	})
	if no := "no " + name; slices.Contains(candidates, no) { // as "deadlock"
		return no
	}
	return nearest.Word(name, candidates)
}

func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, s)
}
