package advice

import (
	"regexp"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Effect describes the change and its effect.
func Effect(s *checker.Remedy) string {
	about := packages.ReplaceAllString(prose.Clean(s.About), "")
	rules := "The rule " + prose.Clean(strings.Join(s.Rules, ", "))
	if len(s.Rules) > 1 {
		rules = "The rules " + prose.Clean(strings.Join(s.Rules, ", "))
	}
	switch s.Change {
	case checker.AtTheEnd:
		text := rules + " about " + about + " as Finally, if the end is what counts."
		if s.Violated {
			text += " At the end, it does not hold, though."
		}
		return text
	case checker.WithoutRules:
		return rules + " about " + about + " in a model of its own."
	case checker.WithoutLiving:
		return rules + " without Living, if ends make no difference."
	case checker.WithPatterns:
		return "Search with -receive-patterns, the default."
	}
	return "Search without " + string(s.Change) + " (-faults " + string(s.Change) + "=0), and with them in a smaller model."
}

// packages matches the import paths of the packages in the name of a type.
var packages = regexp.MustCompile(`[\w.-]+/([\w.-]+/)*`)
