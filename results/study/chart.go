package main

import (
	"fmt"
	"strings"
)

// chart is a plot of lines.
type chart struct {
	title string
	x, y  axis
	lines []line
}

// axis has labels at some of its points, from 0 to 1.
type axis struct {
	title  string
	labels []string
	at     []float64
}

func (a *axis) add(at float64, label any) {
	a.at, a.labels = append(a.at, at), append(a.labels, fmt.Sprint(label))
}

// line goes from point to point, with coordinates from 0 to 1.
type line struct {
	name   string // several lines may have the same, and a color then
	dashed bool
	points [][2]float64
}

// quarters returns an axis from 0 to a number, with labels at its quarters.
func quarters(title string, most int) axis {
	a := axis{title: title}
	for k := range 5 {
		a.add(float64(k)/4, most*k/4)
	}
	return a
}

var colors = []string{"#1f5fa8", "#d08020", "#3a8a3a", "#c02040", "#8040a0", "#888888", "#20a0a0"}

// draw draws charts beside each other, as SVG. The names of the lines of the first one are on the right.
func draw(charts ...chart) string {
	const width, height, left, right, bottom, top = 440, 330, 60, 20, 50, 40
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="white"/>
`, width*len(charts)+130, height)
	styles := map[string]string{}
	for i, c := range charts {
		x := func(at float64) float64 { return left + (width-left-right)*at }
		y := func(at float64) float64 { return height - bottom - (height-bottom-top)*at }
		fmt.Fprintf(&b, "<g transform=\"translate(%d 0)\">\n<text x=\"%.1f\" y=\"20\" text-anchor=\"middle\">%s</text>\n", i*width, x(0.5), c.title)
		for k, at := range c.y.at {
			fmt.Fprintf(&b, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%[3]f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>
`, x(0), x(1), y(at), left-6, y(at)+4, c.y.labels[k])
		}
		for k, at := range c.x.at {
			fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x(at), height-bottom+16, c.x.labels[k])
		}
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x(0.5), height-bottom+36, c.x.title)
		for _, l := range c.lines {
			if _, known := styles[l.name]; !known {
				n := len(styles)
				styles[l.name] = fmt.Sprintf(`stroke="%s" stroke-width="%d"`, colors[n%len(colors)], 2-n/len(colors))
				fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", width*len(charts), top+18*n, colors[n%len(colors)], l.name)
			}
			var points []string
			for _, p := range l.points {
				points = append(points, fmt.Sprintf("%.1f,%.1f", x(p[0]), y(p[1])))
			}
			dashes := map[bool]string{true: ` stroke-dasharray="4 3"`}[l.dashed]
			fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" %s%s/>\n", strings.Join(points, " "), styles[l.name], dashes)
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}
