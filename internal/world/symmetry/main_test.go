package symmetry_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

func TestMain(m *testing.M) {
	testsize.Draw(20)
	m.Run()
}
