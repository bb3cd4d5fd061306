//go:build !linux || (!amd64 && !arm64)

package real

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/ptrace"
	"github.com/checkmodel/checkmodel/trace"
)

// newWorld panics: there are no real programs here.
func newWorld(*Cluster, any) trace.World {
	panic(&checker.ModelError{Problem: ptrace.CheckSupport().Error()})
}
