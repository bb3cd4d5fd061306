package checker

import (
	"fmt"

	"github.com/checkmodel/checkmodel/internal/randomprograms"
)

// rule is that of the program.
func ruleOf(ts randomprograms.Endless) Rule {
	kind := Eventually[randomprograms.Mark]
	if ts.Stays {
		kind = AlwaysPossible[randomprograms.Mark]
	}
	r := kind(Property{Name: "some time"}, func(shown []Exposed[randomprograms.Mark]) error {
		n := 0
		for _, s := range shown {
			if s.State.N == ts.Number {
				n++
			}
		}
		if n < ts.Enough {
			return fmt.Errorf("too few show %d", ts.Number)
		}
		return nil
	})
	if ts.Living {
		return r.Living()
	}
	return r
}
