package checker

import (
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/optimaldpor"
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
	_ Strategy = (*optimaldpor.Source)(nil)
	_ Strategy = (*optimaldpor.BPOR)(nil)
	_ Strategy = (*optimaldpor.Naive)(nil)
)
