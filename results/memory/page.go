package main

import (
	"fmt"
	"strings"
	"time"
)

const mebibyte = 1 << 20

// page returns the measurements as a page of Markdown.
func page(r *record) string {
	var b strings.Builder
	length := time.Duration(r.Seconds * float64(time.Second))
	fmt.Fprintf(&b, `# Memory

What a search holds as it goes on, for %v each. Written by

    go -C results run ./memory -for %[1]v

on %s with %s and %d workers. Live is the heap that the last garbage collection
found in use; resident is the memory of the process, garbage included.

%s
The searches:

`, length, r.Date, r.Go, r.Workers, table(r))
	for _, s := range searches() {
		fmt.Fprintf(&b, "- *%s*: %s\n", s.name, s.what)
	}
	b.WriteString(`
![resident and live memory, by time](memory.svg)

The data: [memory.json](memory.json).
`)
	return b.String()
}

// rows are the fractions of a search for which the table has a row.
var rows = []float64{0.1, 0.2, 0.5, 1}

// table returns a table of the memory of each search.
func table(r *record) string {
	var b strings.Builder
	b.WriteString("| Search | After | Interleavings | Live MiB | Resident MiB |\n|---|--:|--:|--:|--:|\n")
	for _, m := range r.Searches {
		for _, part := range rows {
			i := int(part*float64(len(m.Samples))) - 1
			if i < 0 {
				continue
			}
			s := m.Samples[i]
			after := time.Duration(part * r.Seconds * float64(time.Second)).Round(time.Millisecond)
			fmt.Fprintf(&b, "| %s | %v | %d | %d | %d |\n", m.Name, after, s.Interleavings, s.Live/mebibyte, s.Resident/mebibyte)
		}
	}
	return b.String()
}

// colors are those of the lines of the plot, one for each search.
var colors = []string{"#1f5fa8", "#d08020", "#3a8a3a", "#a03060"}

// plot draws the memory of the searches over time.
func plot(r *record) string {
	const width, height, left, bottom = 640, 300, 60, 40
	top := int64(200 * mebibyte)
	for _, m := range r.Searches {
		for _, s := range m.Samples {
			for max(s.Resident, s.Live) > top {
				top *= 2
			}
		}
	}
	x := func(seconds float64) float64 { return left + (width-left-20)*min(1, seconds/r.Seconds) }
	y := func(bytes int64) float64 { return height - bottom - (height-bottom-20)*float64(bytes)/float64(top) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="white"/>
`, width, height)
	for i := range 5 {
		bytes := top * int64(i) / 4
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%[3]f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d MiB</text>
`, left, width-20, y(bytes), left-6, y(bytes)+4, bytes/mebibyte)
		seconds := r.Seconds * float64(i) / 4
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%v</text>
`, x(seconds), height-bottom+16, time.Duration(seconds*float64(time.Second)).Round(time.Millisecond))
	}
	for i, m := range r.Searches {
		color := colors[i%len(colors)]
		line := func(of func(sample) int64, style string) {
			var points []string
			for _, s := range m.Samples {
				points = append(points, fmt.Sprintf("%.1f,%.1f", x(s.Seconds), y(of(s))))
			}
			fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"%s/>\n", strings.Join(points, " "), color, style)
		}
		line(func(s sample) int64 { return s.Resident }, ` stroke-width="2"`)
		line(func(s sample) int64 { return s.Live }, ` stroke-dasharray="4 3"`)
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", left+10, 32+16*i, color, m.Name)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">time (solid: resident, dashed: live)</text>
</svg>
`, (left+width)/2, height-6)
	return b.String()
}
