package machine

import "github.com/checkmodel/checkmodel/trace"

// EnabledAnew is Enabled after a look at all actors.
func EnabledAnew(m *Machine) []trace.Pending {
	known := m.movers
	defer func() { m.movers = known }()
	m.movers = movers{}
	return m.Enabled(nil)
}
