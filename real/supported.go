package real

import "github.com/checkmodel/checkmodel/internal/ptrace"

// Supported returns an error that says why real programs cannot be explored here, or nil. Tests may skip with it as the reason.
func Supported() error { return ptrace.Supported() }
