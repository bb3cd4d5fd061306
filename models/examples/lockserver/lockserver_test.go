package lockserver

import (
	"testing"

	"github.com/checkmodel/checkmodel/checktest"
)

func TestModels(t *testing.T) { checktest.RunAll(t, Models()) }
