// Package elsewhere has variables that models of other packages compare with.
package elsewhere

import "errors"

// ErrFull is a pointer.
var ErrFull = errors.New("full")
