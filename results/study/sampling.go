package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/checkmodel/checkmodel/checker"
)

const (
	samplingRaw   = "sampling.json"
	samplingTable = "sampling.md"
	lengthPlot    = "sampling-length.svg"
	sharePlot     = "sampling-share.svg"
)

// everyDraw lists all draws of the page, each once.
func everyDraw() []draws {
	var all, once []draws
	for n := 2; n <= 20; n++ {
		for _, d := range distances {
			for _, s := range strategies {
				all = append(all, d.draws(n, s))
			}
		}
	}
	for _, s := range guaranteed {
		all = append(all, betweenDraws(s))
	}
	for _, p := range panels() {
		for x := range p.models {
			for _, s := range strategies {
				all = append(all, p.draws(x, s))
			}
		}
	}
	for _, c := range allCounted() {
		for _, s := range strategies {
			all = append(all, c.draws(s))
		}
	}
	for _, row := range zookeeperRows {
		all = append(all, zookeeperDraws(row))
	}
	for _, s := range windowStrategies {
		all = append(all, windowDraws(s))
	}
	all = append(all, zookeeperSearch("zookeeper-3.4.3"), zookeeperSearch("zookeeper"))
	all = append(all, everyCassandraDraw()...)
	known := map[string]bool{}
	for _, d := range all {
		if !known[d.command()] {
			known[d.command()] = true
			once = append(once, d)
		}
	}
	return once
}

// strategies are those that are compared, and guaranteed those that have odds for bugs of a depth.
var (
	strategies = []checker.Algorithm{checker.RandomWalk, checker.RAPOS, checker.POS, checker.PCT, checker.DPOS, checker.TaPCT, checker.SURW}
	guaranteed = []checker.Algorithm{checker.PCT, checker.DPOS, checker.TaPCT}
)

// titled returns the name of a strategy for readers.
func titled(s checker.Algorithm) string { return strings.TrimPrefix(s.Traits().Title, "a ") }

// atDepth returns the depth if the strategy has odds for bugs of a depth.
func atDepth(s checker.Algorithm, depth int) int {
	if s.Traits().Deep {
		return depth
	}
	return 0
}

// studySampling makes the draws whose commands match, two at a time, and writes the page.
func studySampling(dir, pattern string) error {
	selected, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	f := files{dir}
	all, err := f.readDrawn()
	if err != nil {
		return err
	}
	queue := make(chan draws)
	var workers sync.WaitGroup
	var mu sync.Mutex // guards all and failure
	var failure error
	for range 2 {
		workers.Go(func() {
			for d := range queue {
				found, err := d.make()
				mu.Lock()
				if err == nil {
					all[found.Command] = found
				} else if failure == nil {
					failure = err
				}
				mu.Unlock()
			}
		})
	}
	for _, d := range everyDraw() {
		if selected.MatchString(d.command()) {
			queue <- d
		}
	}
	close(queue)
	workers.Wait()
	if failure != nil {
		return failure
	}
	return f.writeSampling(all)
}

// writeSampling writes the records, the page and its plots.
func (f files) writeSampling(all drawnAll) error {
	if err := f.writeDrawn(all); err != nil {
		return err
	}
	for name, text := range all.files() {
		if err := os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// files returns the page and its plots, by name.
func (all drawnAll) files() map[string]string {
	p := panels()
	return map[string]string{
		samplingTable: all.page(),
		lengthPlot:    all.plot(p[0], p[1]),
		sharePlot:     all.plot(p[2], p[3]),
		windowPlot:    all.plotWindows(),
	}
}

// page returns the page.
func (all drawnAll) page() string {
	return prose("# Random testing against its odds", "",
		"How often strategies of random testing hit bugs whose odds are known, and what they find in two",
		"protocols, beside \"Trace Aware Random Testing for Distributed Systems\" (Kulahcioglu Ozkan, Majumdar,",
		"Oraee, OOPSLA 2019), \"the paper\", whose small programs are in [models/sampled](../models/sampled). Written by", "",
		"    go -C results run ./study -sampling", "",
		"[sampling.json](sampling.json) has all figures, each with the command that makes the same runs. Nothing",
		"in them depends on the machine. The first 100 runs of each search are random walks, from which the",
		"others learn which events race, and do not count here.") +
		all.distant() + all.between() + all.chains() + all.uniform() + all.windows() + all.zookeeper() + all.cassandra()
}

// prose returns paragraphs, which empty lines part, in lines of at most 100 characters. A heading or a line of code is a
// paragraph.
func prose(lines ...string) string {
	var b strings.Builder
	for _, p := range strings.Split(strings.Join(lines, "\n"), "\n\n") {
		if strings.HasPrefix(p, "    ") {
			b.WriteString(p + "\n\n")
			continue
		}
		length := 0
		for i, word := range strings.Fields(p) {
			n := utf8.RuneCountInString(word)
			switch {
			case i == 0:
			case length+1+n > 100:
				b.WriteByte('\n')
				length = 0
			default:
				b.WriteByte(' ')
				length++
			}
			b.WriteString(word)
			length += n
		}
		b.WriteString("\n\n")
	}
	return b.String()
}
