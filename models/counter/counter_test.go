package counter_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/models/counter"
)

func TestModels(t *testing.T) { checktest.RunAll(t, counter.Models()) }
