package program

import (
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// site holds the innermost return addresses of the call of an operation. It is cheap to record, and
// formatted on demand.
type site [guard.Sure]uintptr

// Line returns file:line of the innermost call by the model that is not in a helper, or "".
func (s *site) Line(h *guard.Helpers) string {
	if s == nil {
		return ""
	}
	n := 0
	for n < len(s) && s[n] != 0 {
		n++
	}
	return guard.Innermost(h.Without(guard.CallsOf(s[:n], len(s))))
}
