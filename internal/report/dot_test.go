package report_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/models/corfu"
)

// graphs returns graphs of all kinds, by name: of each CORFU model with a violation within the bound 4, of interleavings with faults, and
// with hostile texts.
func graphs(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	add := func(it report.Item) {
		if doc := report.NewDocument(it); len(doc.Shown()) > 0 {
			all[fmt.Sprintf("%s %d", it.Name, len(all))] = written(t, report.DOTFormat, doc)
		}
	}
	for _, m := range corfu.Models() {
		if len(m.Violates) > 0 {
			add(searched(t, corfu.Models(), m.Name, checker.Options{Bound: bounding.Tree(4), Until: checker.UntilFirst}))
		}
	}
	for _, it := range append(several(t), lassos(t)...) {
		add(it)
	}
	for name, c := range faulty {
		m := checker.Model{Name: name, Main: c.main, Faults: c.faults, Delivery: c.delivery}
		add(searched(t, []checker.Model{m}, name, checker.Options{Until: checker.UntilEnd, Examples: 1}))
	}
	return all
}

// A statement of a graph: a node or an arrow, with attributes.
var (
	quotedText = `"(?:[^"\\\n]|\\.)*"`
	attributes = `\[\w+ = (?:\w[\w.]*|` + quotedText + `)(?:, \w+ = (?:\w[\w.]*|` + quotedText + `))*\]`
	aNode      = regexp.MustCompile(`^\t+(p\d+|e\d+|lost\d+) ` + attributes + `$`)
	anArrow    = regexp.MustCompile(`^\t+(p\d+|e\d+) -> (e\d+|p\d+|lost\d+) ` + attributes + `$`)
	aSetting   = regexp.MustCompile(`^\t+(?:node ` + attributes + `|(?:label|labelloc|rankdir|ranksep|nodesep|rank) = (?:[\w.]+|` + quotedText + `))$`)
)

// TestDOT: each line of a graph is a statement with balanced quotes. Nodes are declared once and before they are used, each is in the rank of
// one process, and only arrows down a rank, and between its heading and the next, rank them.
func TestDOT(t *testing.T) {
	for name, text := range graphs(t) {
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if lines[0] != "digraph violation {" || lines[len(lines)-1] != "}" {
			t.Fatalf("%s is no graph:\n%s", name, text)
		}
		rank, ranks := -1, 0
		of := map[string]int{} // the rank of each node
		for _, line := range lines[1 : len(lines)-1] {
			node, arrow := aNode.FindStringSubmatch(line), anArrow.FindStringSubmatch(line)
			switch {
			case line == "\tsubgraph {":
				rank, ranks = ranks, ranks+1
			case line == "\t}":
				rank = -1
			case aSetting.MatchString(line):
			case node != nil:
				if _, twice := of[node[1]]; twice || rank < 0 != strings.HasPrefix(node[1], "lost") {
					t.Errorf("%s: %s is declared twice, or outside of a rank: %q", name, node[1], line)
				}
				of[node[1]] = rank
			case arrow != nil:
				from, known := of[arrow[1]]
				to, alsoKnown := of[arrow[2]]
				ranked := !strings.Contains(line, "constraint = false")
				heading := arrow[1][0] == 'p' && arrow[2][0] == 'p' && to == from+1
				if !known || !alsoKnown || ranked && from != to && !heading && to >= 0 || !ranked && rank >= 0 {
					t.Errorf("%s: %q, between the ranks %d and %d, both known: %t", name, line, from, to, known && alsoKnown)
				}
			default:
				t.Errorf("%s: this is no statement: %q", name, line)
			}
		}
	}
}

// TestGraphviz: Graphviz draws each graph, and the exploration tree, and complains of nothing.
func TestGraphviz(t *testing.T) {
	dot, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("there is no Graphviz here to draw graphs with; on Debian, 'apt-get install graphviz' installs it")
	}
	all := graphs(t)
	for name, text := range all {
		cmd := exec.Command(dot, "-Tsvg")
		var complaints, picture bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), &picture, &complaints
		if err := cmd.Run(); err != nil || complaints.Len() > 0 || !strings.Contains(picture.String(), "</svg>") {
			t.Errorf("%s: %v\n%.500s\nof\n%s", name, err, &complaints, text)
		}
	}
	if len(all) < 20 {
		t.Errorf("there are %d graphs, want more", len(all))
	}
}
