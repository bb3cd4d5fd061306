package checker

import (
	"fmt"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// Model is a closed program of a protocol, together with what must hold of it.
type Model struct {
	// Name identifies the model within its package. It must not be empty.
	Name string
	// Doc says in a sentence what the model shows. It may be empty.
	Doc string
	// Main is the first process; it starts all others.
	Main func(*proc.P)
	// Properties are those that the processes check with Assert, for reports.
	// The properties that hold of every model need not be listed: that no
	// process crashes (proc.NoCrash), and none waits for ever (proc.NoDeadlock).
	Properties []Property
	// Violates lists the names of the properties that the model is known to
	// violate. A violation of any other is unexpected, and so is a complete
	// search that finds none of these.
	Violates []string
}

// Property is something that must hold in every interleaving of a model.
type Property struct {
	Name string // as given to proc.P.Assert
	Doc  string // in a sentence
}

// validate returns an error that says what is missing in the model.
func (m *Model) validate() error {
	switch {
	case m.Name == "":
		return fmt.Errorf("a model has no name; set checker.Model.Name")
	case m.Main == nil:
		return fmt.Errorf("model %s has no first process; set checker.Model.Main", m.Name)
	case slices.Contains(m.Violates, ""):
		return fmt.Errorf("model %s declares the violation of a property without a name", m.Name)
	}
	return nil
}

// expects reports whether the model declares that it violates the property.
func (m *Model) expects(property string) bool { return slices.Contains(m.Violates, property) }
