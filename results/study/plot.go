package main

import (
	"fmt"
	"strings"
)

// strategyColors are those of the lines of a plot, in the order of the strategies.
var strategyColors = []string{"#888888", "#d08020", "#3a8a3a", "#1f5fa8", "#8040a0", "#c02040", "#20a0a0"}

// plot draws panels beside each other: the hits of each strategy.
func (all drawnAll) plot(panels ...panel) string {
	const width, height, left, bottom, top = 420, 330, 50, 50, 40
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="white"/>
`, width*len(panels)+110, height)
	for i, p := range panels {
		x := func(k int) float64 { return float64(left) + float64((width-left-30)*k)/float64(len(p.models)-1) }
		y := func(hits int) float64 {
			return height - bottom - float64((height-bottom-top)*hits)/float64(all.greatest(p))
		}
		fmt.Fprintf(&b, "<g transform=\"translate(%d 0)\">\n<text x=\"%d\" y=\"20\" text-anchor=\"middle\">%s</text>\n", i*width, (left+width)/2, p.title)
		for k := range 5 {
			hits := all.greatest(p) * k / 4
			fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%[3]f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d</text>
`, left, width-30, y(hits), left-6, y(hits)+4, hits)
		}
		for k, tick := range p.ticks {
			fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x(k), height-bottom+16, tick)
		}
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (left+width)/2, height-bottom+36, p.axis)
		for j, s := range strategies {
			var points []string
			for k, hits := range all.hits(p, s) {
				points = append(points, fmt.Sprintf("%.1f,%.1f", x(k), y(hits)))
			}
			fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", strings.Join(points, " "), strategyColors[j])
		}
		b.WriteString("</g>\n")
	}
	for j, s := range strategies {
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", width*len(panels), top+18*j, strategyColors[j], titled(s))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// greatest returns a multiple of 20 hits that no strategy exceeds.
func (all drawnAll) greatest(p panel) int {
	most := 20
	for _, s := range strategies {
		for _, hits := range all.hits(p, s) {
			for hits > most {
				most += 20
			}
		}
	}
	return most
}
