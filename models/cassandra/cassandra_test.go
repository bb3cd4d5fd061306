package cassandra

import (
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
)

// TestModels: small models are searched to the end, and others draw fewer runs than the command, as a run takes up to a
// millisecond.
func TestModels(t *testing.T) {
	for _, m := range Models() {
		var options []checktest.Option
		if m.Search.Algorithm != checker.Auto {
			options = append(options, checktest.Runs(500))
		}
		checktest.Run(t, m, options...)
	}
}
