//go:build amd64 || arm64

package real_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

const storeProgram = "CHECKMODEL_TEST_STORE"

// TestMain lets this program explore the store of TestKilled until it is killed.
func TestMain(m *testing.M) {
	if path := os.Getenv(storeProgram); path != "" {
		_, _ = checker.Check(context.Background(), store(path, "", 1).Model(), checker.Options{Runs: 1_000_000})
	}
	os.Exit(m.Run())
}

// TestKilled: nothing is left of a run whose explorer is killed, at whatever point.
func TestKilled(t *testing.T) {
	t.Parallel()
	path := build(t, "store")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	mounts := func() int {
		b, err := os.ReadFile("/proc/self/mountinfo")
		if err != nil {
			t.Skip(err)
		}
		return strings.Count(string(b), "\n")
	}
	before := mounts()
	kills := 5
	if testsize.Long() {
		kills = 300
	}
	for i := range kills {
		c := exec.Command(self)
		c.Env = append(os.Environ(), storeProgram+"="+path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(20+61*i%300) * time.Millisecond) // wherever it is then
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	for try := 0; exec.Command("pgrep", "-f", path).Run() == nil; try++ {
		if try == 100 {
			t.Fatal("processes are left")
		}
		time.Sleep(50 * time.Millisecond)
	}
	if after := mounts(); after != before {
		t.Errorf("there are %d mounts, and there were %d", after, before)
	}
}
