package checkmodel

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var seconds = regexp.MustCompile(`\d+\.\d\ds`)

// TestReadme: the model in the README is the one in models/counter, and the
// output in it is what the command prints, but for the time it takes.
func TestReadme(t *testing.T) {
	readme := read(t, "README.md")
	blocks := regexp.MustCompile("(?s)```(?:go)?\n(.*?)```").FindAllStringSubmatch(readme, -1)
	source, output := blocks[0][1], blocks[1][1]
	if !strings.Contains(read(t, "models/counter/counter.go"), source) {
		t.Error("the first block of the README is not part of models/counter/counter.go")
	}
	cmd := exec.Command("go", "run", "./cmd/checkmodel", "-width", "100", "./models/counter")
	cmd.Stderr = os.Stderr
	printed, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := seconds.ReplaceAllString(string(printed), "0.00s")
	if diff := cmp.Diff(seconds.ReplaceAllString(output, "0.00s"), got); diff != "" {
		t.Errorf("the command prints something else than the README says (-README +printed):\n%s", diff)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
