// Package parameter holds the numbers on which models depend, such as the number of clients, and the values that the user
// gives them.
package parameter

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/problems"
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

// set holds the values that parameters were given, by name.
var set atomic.Pointer[map[string]int]

// Set gives each named parameter its value, and each other parameter its default. It must be called before models
// are built that depend on them. The command and package checktest call it.
func Set(values map[string]int) {
	values = maps.Clone(values)
	set.Store(&values)
}

// Value returns the given value of the parameter, or its default if there is none or an impossible one, which is an error of
// each model that lists the parameter.
func (p Parameter) Value() int {
	if n := p.given(); p.Fits(n) == nil {
		return n
	}
	return p.Default
}

func (p Parameter) given() int {
	if given := set.Load(); given != nil {
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

// List is the parameters of a model.
type List []Parameter

// Changed returns the parameters that do not have their defaults.
func (l List) Changed() (changed List) {
	for _, p := range l {
		if p.Value() != p.Default {
			changed = append(changed, p)
		}
	}
	return changed
}

// String returns the names and the values, as the flags have them.
func (l List) String() string {
	var all []string
	for _, p := range l {
		all = append(all, p.String())
	}
	return strings.Join(all, ",")
}

// Validate returns an error with a line for each parameter that no flag can name, or whose value it cannot have; nil if there is none.
func (l List) Validate() error {
	var all []error
	problem := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	named := map[string]bool{}
	for _, p := range l {
		switch {
		case !names.MatchString(p.Name):
			problem("has a parameter with the name %q; a name is a letter, and then letters, digits, - and _", p.Name)
		case named[p.Name]:
			problem("lists the parameter %s twice", p.Name)
		case p.Max != 0 && p.Max < p.Min:
			problem("has a parameter %s from %d to %d; let Max be as large as Min, or 0, which is no limit", p.Name, p.Min, p.Max)
		case p.Fits(p.Default) != nil:
			problem("has a parameter with a wrong default: %w", p.Fits(p.Default))
		case p.Fits(p.given()) != nil:
			problem("has a parameter with a wrong value: %w", p.Fits(p.given()))
		}
		named[p.Name] = true
	}
	return problems.Join(all...)
}

// names describes the names of parameters.
var names = regexp.MustCompile(`^\pL[\pL\pN_-]*$`)
