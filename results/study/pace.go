package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/checkmodel/checkmodel/minimize"
)

const pacePlot = "minimized.svg"

// plotPace draws how small the runs of the long models are after so many schedules, both axes by powers of ten.
func (all minimalAll) plotPace() string {
	const width, height, left, bottom, top, mostSchedules, mostEvents = 560, 330, 60, 50, 20, 5, 4
	x := func(n int) float64 {
		return left + (width-left-20)*math.Log10(float64(max(1, n)))/mostSchedules
	}
	y := func(n int) float64 {
		return height - bottom - (height-bottom-top)*math.Log10(float64(max(1, n)))/mostEvents
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
<rect width="100%%" height="100%%" fill="white"/>
`, width+150, height)
	for k, n := 0, 1; k <= mostEvents; k, n = k+1, n*10 {
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%[3]f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%d</text>
`, left, width-20, y(n), left-6, y(n)+4, n)
	}
	for k, n := 0, 1; k <= mostSchedules; k, n = k+1, n*10 {
		fmt.Fprintf(&b, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x(n), height-bottom+16, n)
	}
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">schedules</text>\n", (left+width)/2, height-bottom+36)
	line := 0
	for _, m := range minimalModels() {
		r := all[m.Name]
		if r == nil || len(r.Pace) == 0 {
			continue
		}
		dashes := []string{"", "6 3"}[line/len(strategyColors)]
		color := strategyColors[line%len(strategyColors)]
		fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"/>\n<text x=\"%d\" y=\"%d\" fill=\"%[2]s\">%[6]s</text>\n",
			steps(r, x, y), color, dashes, width, top+20+18*line, strings.TrimSuffix(m.Name, "-long"))
		line++
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// steps returns the points of a line that falls where a smaller run was found.
func steps(r *minimal, x, y func(int) float64) string {
	size := func(p minimize.Progress) float64 { return y(p.Messages + p.Externals) }
	points := []string{fmt.Sprintf("%.1f,%.1f", x(1), size(r.Pace[0]))}
	for i, p := range r.Pace[1:] {
		points = append(points, fmt.Sprintf("%.1f,%.1f %.1f,%.1f", x(p.Schedules), size(r.Pace[i]), x(p.Schedules), size(p)))
	}
	last := r.Pace[len(r.Pace)-1]
	return strings.Join(append(points, fmt.Sprintf("%.1f,%.1f", x(r.Schedules), size(last))), " ")
}

// effort is a row of table 4 of the paper: what the author of a model writes in order to minimize its runs.
type effort struct {
	what                  string
	raftOfPaper, raft     string
	sparkOfPaper, spark   string // an expression for the lines that count, in the files of the model that match a pattern
	raftFiles, sparkFiles string // patterns
}

var efforts = []effort{
	{"Message fingerprints", "59", "checkmodel:", "56", "checkmodel:", "*.go", "*.go"},
	{"Invariants", "331", ".", "151", "Assert\\(|inverted", "properties.go linearizable.go", "*.go"},
	{"Test configuration", "328", ".", "445", ".", "long.go", "long.go"},
}

// efforts returns the table. dir is the directory of the results.
func (f files) efforts() (string, error) {
	t := table{header: []string{"Lines", "Paper: akka-raft", "Spark", "Ours: models/raft", "models/spark"}}
	for _, e := range efforts {
		ours, err := f.lines("raft", e.raftFiles, e.raft)
		if err != nil {
			return "", err
		}
		sparks, err := f.lines("spark", e.sparkFiles, e.spark)
		if err != nil {
			return "", err
		}
		t.add(e.what, e.raftOfPaper, e.sparkOfPaper, grouped(ours), grouped(sparks))
	}
	t.add("Against non-determinism", "2", "about 250", "0", "0")
	return prose("## What the author of a model writes for it", "",
		"As table 4 of the paper: lines without comments and empty ones. Fields of messages are masked by a tag; without any,",
		"a message is told by its content, then by its type. Invariants are there for every search, and processes are deterministic.", "") + t.String(), nil
}

// lines counts the lines of code of a model that match an expression.
func (f files) lines(model, pattern, expression string) (n int, err error) {
	matches, err := regexp.Compile(expression)
	if err != nil {
		return 0, err
	}
	var names []string
	for _, p := range strings.Fields(pattern) {
		some, err := filepath.Glob(filepath.Join(f.dir, "..", "models", model, p))
		if err != nil {
			return 0, err
		}
		names = append(names, some...)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return 0, err
		}
		for line := range strings.Lines(string(content)) {
			if code := strings.TrimSpace(line); code != "" && !strings.HasPrefix(code, "//") && matches.MatchString(code) {
				n++
			}
		}
	}
	return n, nil
}
