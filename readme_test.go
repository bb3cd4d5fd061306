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

// TestWithoutNetwork: what the README says to do with a clone needs no network, in an empty
// module of a user. Where one would be asked, nobody answers.
func TestWithoutNetwork(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh on this machine")
	}
	recipe := regexp.MustCompile(`no network is needed [^\n]*:\n\n((?:    .*\n)+)`).FindStringSubmatch(read(t, "README.md"))
	if recipe == nil {
		t.Fatal("the README does not say what to do with a clone")
	}
	clone, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	lines := "go mod init example.com/user\n" + strings.ReplaceAll(recipe[1], "../checkmodel", clone)
	for _, v := range [][2]string{{"GOPROXY", "https://127.0.0.1:1,direct"}, {"GOVCS", "*:off"}, {"GOFLAGS", ""}, {"GOBIN", t.TempDir()}} {
		t.Setenv(v[0], v[1])
	}
	run(t, t.TempDir(), sh, "-e", "-c", lines)
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
