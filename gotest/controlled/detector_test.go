//go:build race

package controlled

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// encode returns the program as text; decode is the reverse.
func (p program) encode() string {
	text := fmt.Sprint(p.sizes[0], ",", p.sizes[1])
	for _, g := range p.goroutines {
		text += ";"
		for _, i := range g {
			text += fmt.Sprintf("%s:%d,", i.what, i.at)
		}
	}
	return text
}

func decode(text string) program {
	p := program{sizes: make([]int, 2)}
	for k, part := range strings.Split(text, ";") {
		if k == 0 {
			fmt.Sscanf(part, "%d ,%d", &p.sizes[0], &p.sizes[1])
			continue
		}
		var all []instruction
		for one := range strings.SplitSeq(strings.TrimSuffix(part, ","), ",") {
			what, at, _ := strings.Cut(one, ":")
			all = append(all, instruction{what, int(at[0] - '0')})
		}
		p.goroutines = append(p.goroutines, all)
	}
	return p
}

// TestRacing executes a program for the race detector, in a process of its own.
func TestRacing(t *testing.T) {
	if racing == "" {
		t.Skip("it is called by TestAgainstRaceDetector")
	}
	for range 100 {
		if _, ended := decode(racing).natively(); !ended {
			return
		}
	}
}

// TestAgainstRaceDetector: a search finds a data race where the race detector reports one.
func TestAgainstRaceDetector(t *testing.T) {
	testsize.LongOnly(t)
	reported, of := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawn(t, 3, 4, "put", "get", "put held", "get held", "get loaded", "get added", "get unswapped", "once put")
		for _, g := range p.goroutines {
			for _, i := range g {
				if i.what == "close" { // the race detector reports also a close that races with a send
					return
				}
			}
		}
		if again := decode(p.encode()); again.String() != p.String() {
			t.Fatalf("%s is encoded as %s", p, again)
		}
		c := exec.Command(os.Args[0], "-test.run=^TestRacing$")
		c.Env = append(os.Environ(), "CHECKMODEL_RACING="+p.encode())
		out, err := c.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		of++
		if !strings.Contains(string(out), "DATA RACE") {
			return
		}
		if reported++; !p.findsRace(t, checker.Options{MaxInterleavings: testsize.Sample(10_000, 100_000)}) {
			t.Errorf("no data race is found in\n%s%s", p, out)
		}
	})
	t.Logf("the race detector reports a data race of %d of %d programs", reported, of)
}
