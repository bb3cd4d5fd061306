package controlled

import (
	"os"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

func TestMain(m *testing.M) {
	testsize.Draw(testsize.Sample(40, 2_000))
	os.Exit(m.Run())
}
