package stage

import (
	"runtime/debug"
	"testing"
)

// TestSoftLimit: of several searches at once, the lowest limit counts, and in the end that of
// before does.
func TestSoftLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	var s softLimit
	is := func(want int64) {
		t.Helper()
		if now := debug.SetMemoryLimit(-1); now != want {
			t.Errorf("the limit is %d, want %d", now, want)
		}
	}
	first := s.hold(3 << 30)
	second := s.hold(2 << 30)
	third := s.hold(3 << 30)
	is(2 << 30)
	second()
	is(3 << 30)
	first()
	is(3 << 30)
	third()
	is(before)
}
