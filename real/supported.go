package real

import "github.com/checkmodel/checkmodel/internal/ptrace"

// CheckSupport returns an error that says why real programs cannot be explored here, or nil. Tests may skip with it as the reason.
func CheckSupport() error { return ptrace.CheckSupport() }
