package invocation

import (
	"strings"
	"testing"
)

// TestStartedAs: messages show a command that the user can execute.
func TestStartedAs(t *testing.T) {
	cached, built := "/my cache/0f/"+strings.Repeat("0f", 32)+"-d/checkmodel", "/tmp/go-build2718/b001/exe/checkmodel"
	for _, c := range []struct {
		executable, name string
		inPath, isTool   bool
		want             string
	}{
		{"/root/go/bin/checkmodel", "checkmodel", true, true, "checkmodel"},
		{cached, cached, false, true, "go tool checkmodel"},
		{built, built, false, true, "go tool checkmodel"},
		{built, built, false, false, "go run github.com/checkmodel/checkmodel/cmd/checkmodel"},
		{"/home/me/bin/checkmodel", "./bin/checkmodel", false, true, "./bin/checkmodel"},
		{"/home/me/my tools/checkmodel", "../my tools/checkmodel", false, true, "'../my tools/checkmodel'"},
	} {
		if got := startedAs(c.executable, c.name, c.inPath, func() bool { return c.isTool }); got != c.want {
			t.Errorf("%s, started as %s (in PATH: %t, a tool: %t), is shown as %s, want %s", c.executable, c.name, c.inPath, c.isTool, got, c.want)
		}
	}
}
