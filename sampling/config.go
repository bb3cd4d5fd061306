package sampling

import "github.com/checkmodel/checkmodel/trace/causality"

// Preliminary is the number of runs, the first ones, that are random walks in every search.
const Preliminary = 100

// Config configures a search.
type Config struct {
	Strategy Strategy
	Relation causality.Relation // by which events race
	Seed     uint64
	Runs     int // how many runs there are; 0 is no limit
	Budget   int // after how many of them the search stops, and can be resumed; 0 is no limit
	Only     int // the number of the only run that counts; 0 draws all
	Depth    int // of the bugs that the guarantees are about, at least 1
	// Unclassified says that runs are not sorted into equivalence classes, which takes a fifth of the time of long runs. A search
	// that learns sorts them all the same.
	Unclassified bool
	// Pauses is the budget of pauses of nodes. With one, nothing is stated about the odds of missing a bug.
	Pauses Pauses
}
