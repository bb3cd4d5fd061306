package clusterfile

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/checkmodel/checkmodel/real"
)

// rule is a property of the lines that programs print: exactly one of the keys but name says which.
type rule struct {
	Name      string         `toml:"name"`
	Never     *regexp.Regexp `toml:"never"`
	Once      *regexp.Regexp `toml:"once"`
	Registers bool           `toml:"registers"`
}

// rule returns the rule.
func (r *rule) rule() (real.Rule, error) {
	given := 0
	for _, is := range []bool{r.Never != nil, r.Once != nil, r.Registers} {
		if is {
			given++
		}
	}
	switch {
	case r.Name == "":
		return real.Rule{}, errors.New("it has no name")
	case given != 1:
		return real.Rule{}, errors.New("it must have exactly one of the keys never, once and registers")
	case r.Registers:
		return real.Registers(r.Name), nil
	case r.Never != nil:
		return never(r.Name, r.Never), nil
	case r.Once.NumSubexp() == 0:
		return real.Rule{}, errors.New("once: it has no group in parentheses")
	}
	return once(r.Name, r.Once), nil
}

// never returns the rule that no program prints a line that matches.
func never(name string, pattern *regexp.Regexp) real.Rule {
	return real.Rule{Name: name, New: func() func(real.Line) error {
		return func(l real.Line) error {
			if pattern.MatchString(l.Text) {
				return fmt.Errorf("%s prints %q", l.Node, l.Text)
			}
			return nil
		}
	}}
}

// once returns the rule that matching lines with the same text in the groups of the pattern are from one node.
func once(name string, pattern *regexp.Regexp) real.Rule {
	return real.Rule{Name: name, New: func() func(real.Line) error {
		first := map[string]real.Line{}
		return func(l real.Line) error {
			groups := pattern.FindStringSubmatch(l.Text)
			if groups == nil {
				return nil
			}
			key := strings.Join(groups[1:], "\x00")
			if f, is := first[key]; !is {
				first[key] = l
			} else if f.Node != l.Node {
				return fmt.Errorf("%s prints %q, and %s has printed %q", l.Node, l.Text, f.Node, f.Text)
			}
			return nil
		}
	}}
}
