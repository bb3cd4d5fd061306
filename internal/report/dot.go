package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// dot writes the events that led to a violation as a graph for Graphviz. Time goes down, and each process has a column: a rank,
// in which its steps are in order, whose edges alone rank them. A step is what the text form has on a line, with a node for each
// process that takes part. Other arrows lead from a node to its direct successors: those that must come after it, without those that
// must come after another of these. dot returns the first error of w.
//
// Graphviz 2 cannot place clusters whose nodes depend on each other in both directions, as those of processes do, and loses edges of
// a rank that have labels. So there are neither.
func (t Text) dot(w io.Writer, v *Violation) error {
	label := headline(v)
	v, legend := v.inWords(false)
	if legend != "" {
		label += "\n" + legend
	}
	g := newGraph(v)
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph violation {\n\tlabel = %s\n\tlabelloc = t\n\trankdir = LR\n\tranksep = 1\n\tnodesep = 0.1\n%s", dotLines(label), dotNodes)
	cut := cutsOff(v)
	for p, lane := range g.lanes {
		fmt.Fprintf(&b, "\tsubgraph {\n\t\trank = same\n\t\tp%d [label = %s, style = bold, shape = plaintext]\n", p, dotText(lane.name))
		for _, n := range lane.nodes {
			first := &v.Trace[n.events[0]]
			fmt.Fprintf(&b, "\t\te%d [label = %s, tooltip = %s%s]\n", first.Number, dotText(g.label(t, n)), dotText(t.eventPlace(first)), dotStyle(v, n, cut))
		}
		before := fmt.Sprint("p", p)
		for _, n := range lane.nodes {
			this := fmt.Sprint("e", n.number(v))
			fmt.Fprintf(&b, "\t\t%s -> %s [color = gray, weight = 100]\n", before, this)
			before = this
		}
		b.WriteString("\t}\n")
	}
	for p := range g.lanes[min(1, len(g.lanes)):] {
		fmt.Fprintf(&b, "\tp%d -> p%d [style = invis]\n", p, p+1)
	}
	g.arrows(&b)
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// graph is a folded trace as a graph.
type graph struct {
	v     *Violation
	steps []step
	lanes []*dotLane
	of    []*dotNode // by event
}

// dotLane is a process with its nodes in order.
type dotLane struct {
	name  string
	nodes []*dotNode
}

// dotNode is what one process does in a step.
type dotNode struct {
	step   int
	lane   int
	events []int
}

// number returns the number of the first event of the node, which names it.
func (n *dotNode) number(v *Violation) int { return v.Trace[n.events[0]].Number }

// newGraph folds the trace of a violation. What a channel does counts for the sender, and a crash for the node.
func newGraph(v *Violation) *graph {
	g := &graph{v: v, of: make([]*dotNode, len(v.Trace))}
	if len(v.Trace) == 0 {
		return g
	}
	g.steps = fold(v)
	lanes := map[string]int{}
	for k := range g.steps {
		for _, i := range g.steps[k].events {
			name := laneOf(&v.Trace[i])
			lane, known := lanes[name]
			if !known {
				lane = len(g.lanes)
				lanes[name], g.lanes = lane, append(g.lanes, &dotLane{name: name})
			}
			l := g.lanes[lane]
			last := len(l.nodes) - 1
			if last < 0 || l.nodes[last].step != k {
				l.nodes = append(l.nodes, &dotNode{step: k, lane: lane})
				last++
			}
			l.nodes[last].events = append(l.nodes[last].events, i)
			g.of[i] = l.nodes[last]
		}
	}
	return g
}

// laneOf returns the process in whose column an event is.
func laneOf(e *trace.Entry) string {
	if slices.Contains(ofNodes, e.Kind) {
		return e.With
	}
	return sender(e)
}

// label returns the label of a node: what happens in the step, at the node with its first event, and the number alone at others.
func (g *graph) label(t Text, n *dotNode) string {
	s := &g.steps[n.step]
	label := fmt.Sprint(n.number(g.v))
	if s.events[0] == n.events[0] {
		label += "  " + t.what(s, 60)
	}
	return label
}

// arrows writes the arrows between processes, those of messages that are lost, and what is said of the whole interleaving.
func (g *graph) arrows(b *bytes.Buffer) {
	v := g.v
	replied := map[[2]int]bool{} // a request and its reply in one step are one arrow
	for i := range v.Trace {
		for _, before := range v.Trace[i].After {
			from, to := g.of[before-1], g.of[i]
			pair := [2]int{from.number(v), to.number(v)}
			if from.lane == to.lane || replied[pair] {
				continue
			}
			style := dotArrow(v, before, i+1)
			if from.step == to.step && g.steps[from.step].shape == calls {
				replied[[2]int{pair[1], pair[0]}] = true
				style += ", dir = both"
			}
			fmt.Fprintf(b, "\te%d -> e%d [%s, constraint = false]\n", pair[0], pair[1], style)
		}
		if cutOff(&v.Trace[i]) {
			from := g.of[i].number(v)
			fmt.Fprintf(b, "\tlost%d [shape = point, label = \"\", xlabel = \"lost\"]\n\te%d -> lost%d [%s]\n", i+1, from, i+1, dotLost)
		}
	}
	number := func(event int) int { return g.of[event-1].number(v) }
	if r := v.Reversal; r != nil && r.First.Number > 0 && r.Second.Number > 0 && !r.Choice {
		fmt.Fprintf(b, "\te%d -> e%d [color = red, style = dotted, constraint = false, xlabel = \"reversed\"]\n", number(r.First.Number), number(r.Second.Number))
	}
	if v.LoopFrom > 0 {
		fmt.Fprintf(b, "\te%d -> e%d [color = blue, constraint = false, xlabel = \"for ever\"]\n", number(len(v.Trace)), number(v.LoopFrom))
	}
}

// dotNodes says how nodes look.
const dotNodes = "\tnode [shape = box, fontname = \"sans-serif\", fontsize = 10, style = rounded]\n"

// dotLost is how the arrow of a message ends that is lost.
const dotLost = `penwidth = 2, color = red, style = dashed, arrowhead = tee`

// dotStyle returns how a node differs from others: shaded while the network is cut, red if it has a crash.
func dotStyle(v *Violation, n *dotNode, cut []bool) (style string) {
	if cut[n.events[0]] {
		style = `, style = "rounded,filled", fillcolor = mistyrose`
	}
	if slices.ContainsFunc(n.events, func(i int) bool { return v.Trace[i].Kind == kindCrash }) {
		style += ", color = red, penwidth = 2"
	}
	return style
}

// cutsOff returns in which events the network is cut.
func cutsOff(v *Violation) []bool {
	cut := make([]bool, len(v.Trace))
	for i := range v.Trace {
		cut[i] = v.Trace[i].Kind == kindSever || i > 0 && cut[i-1] && v.Trace[i-1].Kind != kindHeal
	}
	return cut
}

// dotArrow returns the style of an arrow between processes: bold for a message.
func dotArrow(v *Violation, from, to int) string {
	switch b := &v.Trace[to-1]; {
	case b.Sent == from && isLost(b):
		return dotLost + `, xlabel = "lost"`
	case b.Sent == from:
		return "penwidth = 2"
	}
	return "style = dashed"
}

// dotLines returns a text of several lines, the first of which may be empty, in the language of
// Graphviz.
func dotLines(s string) string {
	lines := strings.Split(strings.TrimPrefix(s, "\n"), "\n")
	for i := range lines {
		quoted := dotText(lines[i])
		lines[i] = quoted[1 : len(quoted)-1]
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

// dotText returns a string in the language of Graphviz, where a backslash begins an escape
// sequence.
func dotText(s string) string {
	var b []byte
	for _, c := range []byte(clean(s)) {
		if c == '\\' || c == '"' {
			b = append(b, '\\')
		}
		b = append(b, c)
	}
	return `"` + string(b) + `"`
}
