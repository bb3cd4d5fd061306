package races

import (
	"os"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

func TestMain(m *testing.M) {
	testsize.Draw(testsize.Sample(20_000, 200_000))
	os.Exit(m.Run())
}
