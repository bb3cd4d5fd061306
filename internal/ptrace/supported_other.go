//go:build !linux || (!amd64 && !arm64)

package ptrace

import (
	"fmt"
	"runtime"
)

// CheckSupport returns an error that says why programs cannot be started here.
func CheckSupport() error {
	return fmt.Errorf("real programs need Linux on amd64, and this is %s on %s", runtime.GOOS, runtime.GOARCH)
}
