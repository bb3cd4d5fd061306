package house

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

var seconds = regexp.MustCompile(`\d+\.\d\ds`)

// TestReadme: the code in the README is that of models/counter and gotest/testdata/server, and the output is what the command
// prints.
func TestReadme(t *testing.T) {
	readme := read(t, "README.md")
	blocks := regexp.MustCompile("(?s)```(?:go)?\n(.*?)```").FindAllStringSubmatch(readme, -1)
	for i, c := range []struct {
		file string
		args string
	}{{"models/counter/counter.go", "-show 1 -width 100 ./models/counter"}, {"gotest/testdata/server/server_test.go", "test ./gotest/testdata/server"}} {
		source, output := blocks[2*i][1], blocks[2*i+1][1]
		if !strings.Contains(read(t, c.file), source) {
			t.Errorf("block %d of the README is not part of %s", 2*i+1, c.file)
		}
		if !strings.Contains(readme, "go run ./cmd/checkmodel "+c.args+"`") {
			t.Errorf("the README does not have the command with %s", c.args)
		}
		command := exec.Command("go", append([]string{"run", "./cmd/checkmodel"}, strings.Fields(c.args)...)...)
		printed, err := command.Output() // a violation that is not declared is an error
		if !printedAs(output).MatchString(timeless(string(printed))) {
			t.Errorf("the command prints\n%s\nand the README says\n%s\n%v", printed, output, err)
		}
	}
}

// TestFirstReports: what the first commands of the README print is on a screen or two: a line for each model, and a trace
// only where it is asked for.
func TestFirstReports(t *testing.T) {
	testsize.LongOnly(t)
	readme := read(t, "README.md")
	for args, lines := range map[string]int{"-show 1 ./models/counter": 40, "-bound 4 ./models/corfu": 60} {
		if !strings.Contains(readme, "\n    go run ./cmd/checkmodel "+args+"\n") {
			t.Errorf("the README does not have the command with %s", args)
		}
		printed := run(t, ".", "go", append([]string{"run", "./cmd/checkmodel"}, strings.Fields(args)...)...)
		all := strings.Split(strings.TrimSpace(printed), "\n")
		if len(all) > lines {
			t.Errorf("with %s there are %d lines, want %d at most:\n%s", args, len(all), lines, printed)
		}
		if last := all[len(all)-1]; len(last) > 120 {
			t.Errorf("with %s the last line has %d characters: %s", args, len(last), last)
		}
	}
}

// TestReadmeIsShort: the README can be read in a few minutes. Details belong in docs/command.md.
func TestReadmeIsShort(t *testing.T) {
	if n := len(strings.Fields(read(t, "README.md"))); n > 1010 {
		t.Errorf("the README has %d words; about 1000 are the limit", n)
	}
}

// TestWithoutNetwork: the instructions of docs/command.md for a clone need no network, in an empty
// module. The proxy that they would use does not exist.
func TestWithoutNetwork(t *testing.T) {
	testsize.LongOnly(t)
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh on this machine")
	}
	recipe := regexp.MustCompile(`no network is needed:\n\n((?:    .*\n)+)`).FindStringSubmatch(read(t, "docs/command.md"))
	if recipe == nil {
		t.Fatal("docs/command.md does not say what to do with a clone")
	}
	clone, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	lines := "go mod init example.com/user\n" + strings.ReplaceAll(recipe[1], "../checkmodel", clone)
	for _, v := range [][2]string{{"GOPROXY", "https://127.0.0.1:1,direct"}, {"GOVCS", "*:off"}, {"GOFLAGS", ""}, {"GOBIN", t.TempDir()}} {
		t.Setenv(v[0], v[1])
	}
	dir := t.TempDir()
	run(t, dir, sh, "-e", "-c", lines)
	const check = "go tool checkmodel ./mutex"
	if said := run(t, dir, "go", "tool", "checkmodel", "new", "./mutex"); !strings.Contains(said, "\t"+check+"\n") {
		t.Errorf("the command does not say how to start it, by %q:\n%s", check, said)
	}
	if report := run(t, dir, "go", "tool", "checkmodel", "-show", "1", "./mutex"); !strings.Contains(report, "\n  go tool checkmodel -model ") {
		t.Errorf("the report does not say how to replay the violation by go tool:\n%s", report)
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
