package cassandra

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// TestModels: small models are searched to the end, and others draw fewer runs than the command, as a run takes up to a
// millisecond.
func TestModels(t *testing.T) {
	for _, m := range Models() {
		if strings.HasSuffix(m.Name, "-small") && !testsize.Long() {
			continue // its states take seconds
		}
		var options []checktest.Option
		if m.Search.Algorithm != "" {
			options = append(options, checktest.Runs(testsize.Sample(50, 500)))
		}
		checktest.Run(t, m, options...)
	}
}
