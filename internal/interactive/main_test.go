package interactive_test

import (
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

func TestMain(m *testing.M) {
	testsize.Draw(10)
	m.Run()
}
