package checker

import "github.com/checkmodel/checkmodel/optimaldpor"

// Outlook is how far a search is.
type Outlook = optimaldpor.Outlook

// Forecaster is an Observer that wants to know how far the search is.
type Forecaster interface {
	Observer
	// Forecast is called once, before the first interleaving, if the algorithm can
	// tell. The function may be called by Interleaving only.
	Forecast(func() Outlook)
}

// forecast gives an observer that wants to know how far the search is a function
// that says so.
func (x *exploration) forecast() {
	observer, wants := x.result.Options.Observer.(Forecaster)
	strategy, can := x.strategy.(foreseeing)
	if wants && can {
		observer.Forecast(strategy.Outlook)
	}
}
