package checker

import (
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/optimaldpor"
	"github.com/checkmodel/checkmodel/optimaldpor/backtrack"
	"github.com/checkmodel/checkmodel/states"
)

// The optional interfaces of a strategy are looked up at run time, so a method with a wrong
// signature would be ignored. This table says which strategy has which.
var (
	_ interface {
		Strategy
		Explaining
		judge.Sharing
	} = (*optimaldpor.Optimal)(nil)
	_ Strategy = (*states.Explorer)(nil)
	_ Strategy = (*backtrack.Source)(nil)
	_ Strategy = (*backtrack.BPOR)(nil)
	_ Strategy = (*backtrack.Naive)(nil)
)
