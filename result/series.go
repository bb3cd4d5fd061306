package result

// Level is one search in a series with increasing bounds.
type Level struct {
	Bound          int `json:"bound"`           // the highest cost of an interleaving
	Interleavings  int `json:"interleavings"`   // explored, including those explored with lower bounds
	Events         int `json:"events"`          // executed
	BoundCut       int `json:"bound_cut"`       // branches that the bound excludes
	FirstViolation int `json:"first_violation"` // number of the first interleaving of this search with a violation; 0 if there is none
}

// Remedy is a change of a model, or of the options, that leaves fewer interleavings. A search with the change has counted them.
type Remedy struct {
	Change Change `json:"change"`
	// Rules are the names of the rules that change, and About is the type of the states or events that they are about; nil and ""
	// for other changes.
	Rules []string `json:"rules,omitempty"`
	About string   `json:"about,omitempty"`
	// Interleavings is how many are left.
	Interleavings int `json:"interleavings"`
	// Violated says that the change violates a rule in Rules.
	Violated bool `json:"violated,omitempty"`
}

// Change is the change of a [Remedy]: a constant below, or the name of a [faults.Kind] that the search leaves out.
type Change string

// The changes of a model.
const (
	AtTheEnd      Change = "at the end" // the rules are as Finally makes them
	WithoutRules  Change = "without"    // the rules, which are about events, are left out
	WithoutLiving Change = "not living" // the rules are without Living
	WithPatterns  Change = "patterns"   // with receive patterns
)
