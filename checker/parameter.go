package checker

import (
	"fmt"
	"maps"
	"regexp"
	"sync/atomic"
)

// Parameter is a number on which models depend, such as the number of clients. Declare it as a variable of the package, read
// its Value where models are built or in their processes, and list it in Model.Parameters of each model that depends on it.
// The flags -set of the command and -checkmodel.set of package checktest give it another value.
type Parameter struct {
	// Name identifies the parameter: a letter, and then letters, digits, "-" and "_".
	Name string
	// Default is the value that the parameter has unless it is given another one.
	Default int
	// Min and Max are the smallest and the largest value; with Max 0 there is no largest.
	Min, Max int
}

// parameters holds the values that parameters were given, by name.
var parameters atomic.Pointer[map[string]int]

// SetParameters gives each named parameter its value, and each other parameter its default. It must be called before models
// are built that depend on them. The command and package checktest call it.
func SetParameters(values map[string]int) {
	values = maps.Clone(values)
	parameters.Store(&values)
}

// Value returns the value that the parameter was given, or its default if it was given none or one that it cannot have, which
// is an error of each model that lists the parameter.
func (p Parameter) Value() int {
	if n := p.given(); p.Fits(n) == nil {
		return n
	}
	return p.Default
}

func (p Parameter) given() int {
	if given := parameters.Load(); given != nil {
		if n, ok := (*given)[p.Name]; ok {
			return n
		}
	}
	return p.Default
}

// Fits returns an error that names the possible values if n is none of them.
func (p Parameter) Fits(n int) error {
	switch {
	case n >= p.Min && (n <= p.Max || p.Max == 0):
		return nil
	case p.Max == 0:
		return fmt.Errorf("the parameter %s is %d; it must be %d or more", p.Name, n, p.Min)
	}
	return fmt.Errorf("the parameter %s is %d; it must be %d to %d", p.Name, n, p.Min, p.Max)
}

// String returns the name and the value, as the flags have them.
func (p Parameter) String() string { return fmt.Sprintf("%s=%d", p.Name, p.Value()) }

// parameterName describes the names of parameters.
var parameterName = regexp.MustCompile(`^\pL[\pL\pN_-]*$`)
