// Package describe describes the present state of a machine and its events, in the same words in every run.
package describe

import (
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/requests"
)

// Describer describes the present interleaving of a machine.
type Describer struct {
	*requests.Describer
	m *machine.Machine
}

// New returns a describer of a machine.
func New(m *machine.Machine) *Describer { return &Describer{requests.New(m.Store, m.Disks), m} }
