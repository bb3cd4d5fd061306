package report_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/report"
)

// goals reaches one of its goals.
var goals = checker.Model{
	Name:  "goals",
	Goals: []checker.Property{{Name: "near", Doc: "Round the corner."}, {Name: "far\nout"}},
	Main:  comeNear,
}

func comeNear(p *proc.P) {
	if p.Choose(2) == 1 {
		p.Reach("near")
	}
}

func TestGoals(t *testing.T) {
	var b strings.Builder
	item := searched(t, []checker.Model{goals}, "goals", checker.Options{})
	if err := (report.Text{}).Model(&b, item); err != nil {
		t.Fatal(err)
	}
	const want = `  Goals:
    near: reached in 1 interleaving, first in interleaving 2
    far\nout: not reached in any interleaving
`
	line, rest, _ := strings.Cut(b.String(), "\n\n")
	if diff := cmp.Diff(want, strings.TrimSuffix(rest, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if !strings.HasPrefix(line, `goals  verified (not reached: far\nout); 2 interleavings explored`) {
		t.Errorf("the line is %s", line)
	}
}
