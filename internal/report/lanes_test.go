package report_test

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/proc"
)

// described returns the description of a model with its trace.
func described(t *testing.T, text prose.Text, it document.Item) string {
	t.Helper()
	var b bytes.Buffer
	if err := console.Model(text, &b, it); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A trace has a column for each process, also in a file and in 60 columns: below the names if there is room, or else below
// initials, which are explained.
func TestColumnsForProcesses(t *testing.T) {
	it := searched(t, corfu.Models(), "tail", checker.Options{Bound: bounding.Tree(4), Until: checker.UntilFirst})
	for width, want := range map[int]string{
		0: "\n       │    │    server-B  │    writer-red│    reader\n",
		80: "\n  m=main, sA=server-A, sB=server-B, sC=server-C, l=layout, wr=writer-red,\n" +
			"    wb=writer-blue, r1=repairer, r2=reader\n\n       m  sA sB sC l  wr wb r1 r2\n",
		60: "\n       m  sA sB sC l  wr wb r1 r2\n",
		40: "\n   17  repairer ⇄ layout\n", // there is room for nothing but a list
	} {
		if text := described(t, prose.Text{Width: width, Columns: width, Show: 1}, it); !strings.Contains(text, want) {
			t.Errorf("in %d columns, %q is not in\n%s", width, want, text)
		}
	}
}

// The arrow of a call shows who asks: the head of the reply is hollow. All marks that occur are explained, and no others.
func TestMarks(t *testing.T) {
	text := described(t, prose.Text{Show: 1}, searched(t, counter.Models(), "lost-update", checker.Options{}))
	for _, want := range []string{
		"\n   4  │    ●◀──▷●    │         get{} → 0 ", "\n  20  ●◁──▶●    │    │         get{} → 1 ",
		", in 9 steps: ●◁─▶● a request and its reply, ●─▶● a message, ■ an end\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		p.Send(p.Spawn("other", func(p *proc.P) { p.Receive() }), 1)
		p.Assert(false, "no", "yes")
	}}
	text = described(t, prose.Text{}, searched(t, []checker.Model{m}, "m", checker.Options{}))
	if want := ", in 3 steps: ●─▶● a message, ●─▶│ one that is taken later or never, ■ an end\n"; !strings.Contains(text, want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
}

// Each process has a color of its own, which its column, its name and its arrows have.
func TestColorsOfProcesses(t *testing.T) {
	text := described(t, prose.Text{Show: 1, Color: true}, searched(t, counter.Models(), "lost-update", checker.Options{}))
	for _, want := range []string{"\x1b[1;36mmain\x1b[0m", "\x1b[1;33mcounter\x1b[0m", "\x1b[36m│\x1b[0m    \x1b[33m●\x1b[0m\x1b[35m◀──\x1b[0m"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%q", want, text)
		}
	}
}

// Traces of violations that a model declares are shown only if that is asked for.
func TestDeclaredIsListed(t *testing.T) {
	it := searched(t, counter.Models(), "lost-update", checker.Options{Until: checker.UntilEnd})
	for show, want := range []int{0, 1} {
		text := described(t, prose.Text{Show: show}, it)
		if got := strings.Count(text, "events led there"); got != want {
			t.Errorf("with Show %d, %d traces are shown:\n%s", show, got, text)
		}
		if listed := strings.Contains(text, "\n  Violated as declared (-show 1 describes how):\n    24 events  no lost update (declared), in interleaving 1"); listed != (show == 0) {
			t.Errorf("with Show %d, the report is\n%s", show, text)
		}
	}
}

// A shell reads a command that is broken into lines as it reads the command in one line. Names with blanks and quotes remain.
func TestBrokenCommand(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	m := checker.Model{Name: "it's a model", Delivery: proc.Channel, Main: func(p *proc.P) {
		self := p.Self()
		for range 3 {
			p.Spawn("o'ne  v1 \"other", func(p *proc.P) { p.Send(self, 1) })
		}
		p.Receive()
		p.Receive()
		p.Assert(false, "no", "yes")
	}}
	it := searched(t, []checker.Model{m}, m.Name, checker.Options{})
	arguments := func(columns int) [][]string {
		_, command, _ := strings.Cut(described(t, prose.Text{Columns: columns}, it), "again:\n\n")
		if lines := strings.Count(command, "\n"); (lines > 1) != (columns > 0) {
			t.Errorf("in %d columns the command has %d lines", columns, lines)
		}
		out, err := exec.Command("sh", "-c", `checkmodel() { for a; do printf '%s\0' "$a"; done; }`+"\n"+command).Output()
		if err != nil {
			t.Fatal(err, command)
		}
		var all [][]string
		for arg := range strings.SplitSeq(string(out), "\x00") {
			if strings.HasPrefix(arg, "v1") {
				all = append(all, strings.Split(strings.ReplaceAll(arg, "\n    ", " "), " "))
			} else {
				all = append(all, []string{arg})
			}
		}
		return all
	}
	want := arguments(0)
	for columns := 20; columns < 100; columns += 3 {
		if got := arguments(columns); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("in %d columns the arguments are\n%q, want\n%q", columns, got, want)
		}
	}
}
