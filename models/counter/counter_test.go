package counter_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/models/counter"
)

func TestModels(t *testing.T) {
	for _, m := range counter.Models() {
		checktest.Run(t, m)
	}
}
