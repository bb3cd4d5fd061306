package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// Tree is a [checker.Observer] that keeps the exploration tree of a small search, to be drawn. The
// zero value is ready to use. The search must have one worker.
type Tree struct {
	world    checker.World
	root     treeNode
	explored int
}

// treeNode is a state: a branch for each event that was explored from there.
type treeNode struct {
	branches []*treeNode
	step     trace.Step // that leads to this state
	text     string     // the same in words
	leaf     string     // the outcome of the interleaving that ends here
}

// maxTree is the maximal number of interleavings in a tree; a larger one would be unreadable.
const maxTree = 1000

// Inspect implements [checker.Inspector]. If there are several searches, the tree is that of the
// last one.
func (t *Tree) Inspect(w checker.World) { *t = Tree{world: w} }

// outcomes describes outcomes, for the leaves.
var outcomes = map[trace.Outcome]string{
	trace.Complete: "complete", trace.Deadlocked: "deadlocked", trace.Violated: "violated",
	trace.Cut: "cut", trace.Abandoned: "sleep-set blocked", trace.Irrelevant: "left",
}

// Interleaving implements [checker.Observer].
func (t *Tree) Interleaving(number int, outcome trace.Outcome, events []trace.Event) {
	if t.explored++; t.explored > maxTree {
		return
	}
	n := &t.root
	for i := range events {
		n = n.branch(events[i].Step(), func() string { return t.text(&events[i]) })
	}
	n.leaf = fmt.Sprintf("%d %s", number, outcomes[outcome])
}

// branch returns the state that a step leads to. A tree grows at its right.
func (n *treeNode) branch(step trace.Step, text func() string) *treeNode {
	for _, b := range n.branches {
		if b.step == step {
			return b
		}
	}
	b := &treeNode{step: step, text: text()}
	n.branches = append(n.branches, b)
	return b
}

// text describes an event in a few words.
func (t *Tree) text(e *trace.Event) string {
	s := t.world.Actor(e.Actor).Name + ": " + e.Name()
	switch {
	case e.Kind == trace.Choose:
		return fmt.Sprintf("%s %d", s, e.Alternative)
	case e.Delivers():
		return s + " " + proc.Format(t.world.Value(e.Value)) + " to " + t.world.Actor(e.To).Name
	case e.Taken != trace.NoEvent:
		return s + " " + proc.Format(t.world.Value(e.Result))
	}
	return s
}

// DOT writes the tree for Graphviz. All events between two branches share a node. It returns the
// first error of w.
func (t *Tree) DOT(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString("digraph exploration {\n" + dotNodes)
	if t.explored > maxTree {
		fmt.Fprintf(&b, "\tlabel = %s\n", dotText(fmt.Sprintf("the first %d of %d interleavings", maxTree, t.explored)))
	}
	next := 0
	t.root.dot(&b, &next)
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// dot writes the part of the tree below n and returns the number of its node.
func (n *treeNode) dot(b *bytes.Buffer, next *int) int {
	id := *next
	*next++
	first, events := n, 0
	for len(n.branches) == 1 && n.leaf == "" {
		n = n.branches[0]
		events++
	}
	label := shorten(clean(first.text), 60)
	if events > 0 {
		label += fmt.Sprintf("\n%s after it", plural(events, "event"))
	}
	if n.leaf != "" {
		label += "\n" + n.leaf
	}
	fmt.Fprintf(b, "\tn%d [label = %s]\n", id, dotLines(label))
	for _, k := range n.branches {
		fmt.Fprintf(b, "\tn%d -> n%d\n", id, k.dot(b, next))
	}
	return id
}
