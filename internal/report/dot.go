package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// dot writes the events that led to a violation as a graph for Graphviz. An arrow leads from each
// event to its direct successors: the events that must come after it, without those that must come
// after another of these. The events of a process are in a box. dot returns the first error of w.
func (t Text) dot(w io.Writer, v *Violation) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph violation {\n\tlabel = %s\n\tlabelloc = t\n%s", dotText(headline(v)), dotNodes)
	ofProcess := map[string][]int{}
	var processes []string
	for i := range v.Trace {
		p := v.Trace[i].Process
		if ofProcess[p] == nil {
			processes = append(processes, p)
		}
		ofProcess[p] = append(ofProcess[p], i)
	}
	cut := cutsOff(v)
	for n, p := range processes {
		fmt.Fprintf(&b, "\tsubgraph cluster_%d {\n\t\tlabel = %s\n", n, dotText(p))
		for _, i := range ofProcess[p] {
			e := &v.Trace[i]
			fmt.Fprintf(&b, "\t\te%d [label = %s, tooltip = %s%s]\n", i+1,
				dotText(fmt.Sprintf("%d  %s", i+1, shorten(clean(outcome(e)), 60))), dotText(t.eventPlace(e)), dotStyle(e, cut[i]))
		}
		b.WriteString("\t}\n")
	}
	for i := range v.Trace {
		for _, before := range v.Trace[i].After {
			fmt.Fprintf(&b, "\te%d -> e%d%s\n", before, i+1, dotArrow(v, before, i+1))
		}
		if cutOff(&v.Trace[i]) {
			fmt.Fprintf(&b, "\tlost%d [shape = point, label = \"\"]\n\te%d -> lost%d [%s]\n", i+1, i+1, i+1, dotLost)
		}
	}
	if r := v.Reversal; r != nil && r.First.Number > 0 && r.Second.Number > 0 && !r.Choice {
		fmt.Fprintf(&b, "\te%d -> e%d [color = red, style = dotted, constraint = false, label = \"reversed\"]\n", r.First.Number, r.Second.Number)
	}
	if v.LoopFrom > 0 {
		fmt.Fprintf(&b, "\te%d -> e%d [color = blue, constraint = false, label = \"for ever\"]\n", len(v.Trace), v.LoopFrom)
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// dotNodes says how nodes look.
const dotNodes = "\tnode [shape = box, fontname = \"sans-serif\", fontsize = 10, style = rounded]\n"

// dotLost is how the arrow of a message ends that is lost.
const dotLost = `penwidth = 2, color = red, style = dashed, arrowhead = tee, label = "lost"`

// dotStyle returns how the node of an event differs from others: shaded while the network is cut, red if it is a crash.
func dotStyle(e *trace.Entry, cut bool) (style string) {
	if cut {
		style = `, style = "rounded,filled", fillcolor = mistyrose`
	}
	if e.Kind == kindCrash {
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

// dotArrow returns the style of an arrow: bold for a message, thin within a process.
func dotArrow(v *Violation, from, to int) string {
	switch a, b := &v.Trace[from-1], &v.Trace[to-1]; {
	case b.Sent == from && isLost(b):
		return " [" + dotLost + "]"
	case b.Sent == from:
		return " [penwidth = 2]"
	case a.Process == b.Process:
		return " [color = gray]"
	}
	return " [style = dashed]"
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
