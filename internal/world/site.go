package world

import (
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// site is the innermost return addresses of the call of an operation. To note
// them is cheap; they are put into words when they are asked for.
type site [8]uintptr

// here returns the call of an operation.
func (x *Execution) here() *site {
	var s site
	runtime.Callers(4, s[:])
	known := x.sys.sites[s]
	if known == nil {
		kept := s
		known = &kept
		x.sys.sites[s] = known
	}
	return known
}

// line returns file:line of the innermost call that was made by the model and not by
// a helper, or "".
func (s *site) line(h *guard.Helpers) string {
	if s == nil {
		return ""
	}
	n := 0
	for n < len(s) && s[n] != 0 {
		n++
	}
	return guard.Innermost(h.Without(guard.CallsOf(s[:n], len(s))))
}

// callSite is the line from which the present operation is called, or the helper that calls it.
func (x *Execution) callSite() string { return guard.Innermost(x.sys.helpers.Without(guard.Stack(16))) }

// Act notes where the process makes a call that need not be an operation.
func (x *Execution) Act() {
	if x.sys.recording && x.acted == "" {
		x.acted = x.callSite()
	}
}

// AddHelper notes the function of the model that has called Helper of package proc. The
// argument is the return address of that call.
func AddHelper(x *Execution, pc uintptr) { x.sys.helpers.Add(pc) }
