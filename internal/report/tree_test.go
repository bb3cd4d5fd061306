package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/models/litmus"
)

// A tree has a leaf for each interleaving.
func TestTree(t *testing.T) {
	explored := func(model string) string {
		tree := &report.Tree{}
		r := searched(t, litmus.Models(), model, checker.Options{Observer: tree, Until: checker.UntilEnd, Workers: 1}).Result
		var b bytes.Buffer
		if err := tree.DOT(&b); err != nil {
			t.Fatal(err)
		}
		leaves := 0
		for _, end := range []string{" complete", " violated", " deadlocked"} {
			leaves += strings.Count(b.String(), end+`"]`)
		}
		if leaves != r.Interleavings {
			t.Errorf("%s: the tree has %d leaves for %d interleavings", model, leaves, r.Interleavings)
		}
		return b.String()
	}
	golden(t, "tree.dot", explored("first_of_three"))
	explored("two_kinds")
	explored("wrong_order_crashes")
}
