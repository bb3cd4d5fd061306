//go:build !amd64

package guard

// Follow reports that it cannot follow the calls.
func (r *Returns) Follow() bool { return false }
