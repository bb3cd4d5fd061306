package report

import (
	"fmt"

	"github.com/checkmodel/checkmodel/minimize"
)

// made says from what the trace was made, and whether it could be smaller.
func (t description) made() {
	m := t.v.Minimized
	if m == nil {
		return
	}
	text := fmt.Sprintf("Minimized: %s → %d", plural(m.FromEvents, "event"), m.Events)
	if m.FromExternals > 0 {
		text += fmt.Sprintf(", %d external → %d", m.FromExternals, m.Externals)
	}
	switch m.Claim {
	case string(minimize.Minimal):
		text += "; minimal: no external event and no fault can be left out (exhaustive)"
	case string(minimize.Tried):
		text += "; 1-minimal: to leave out each event was tried"
	case string(minimize.Reduced):
		text += "; reduced: the limits were reached before each event was tried"
	}
	fmt.Fprintf(t.b, "\n  %s\n", t.broken(text, 2, 4))
}
