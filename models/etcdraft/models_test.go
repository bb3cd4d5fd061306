package etcdraft

import (
	"testing"

	"github.com/checkmodel/checkmodel/checktest"
)

// interleavings has the numbers of docs/real-code.md.
var interleavings = map[string]int{
	"etcdraft":           420,
	"etcdraft-proposals": 26088,
	"etcdraft-campaigns": 61511,
	"etcdraft-crash":     34335,
	"etcdraft-votes":     175016,
	"etcdraft-reads":     3995, // within its bound, in which an early timeout costs one
}

// TestModels: the library is right in these settings, and the wrong order of storing and sending is found.
func TestModels(t *testing.T) {
	for _, m := range Models() {
		t.Run(m.Name, func(t *testing.T) {
			result := checktest.Run(t, m)
			if want, ok := interleavings[m.Name]; ok && !testing.Short() && result.Interleavings != want {
				t.Errorf("%d interleavings were explored, want %d", result.Interleavings, want)
			}
		})
	}
}
