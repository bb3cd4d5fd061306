package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/results/machine"
)

// measured runs benchmarks of package checker, which the flags select, and returns the command and its output.
func measured(count int, flags ...string) (command string, output []byte, err error) {
	args := append([]string{"test", "-run", "^$", "-count", strconv.Itoa(count)}, flags...)
	cmd := exec.Command("go", append(args, "./checker")...)
	cmd.Dir = filepath.Dir(machine.Results())
	cmd.Stderr = os.Stderr
	command = strings.Join(cmd.Args, " ")
	if output, err = cmd.Output(); err != nil {
		return "", nil, fmt.Errorf("%s: %w", command, err)
	}
	return command, output, nil
}

// measureSpeed runs the benchmarks of searches and writes their output and the table.
func measureSpeed(count int) error {
	command, out, err := measured(count, "-bench", ".", "-skip", "Drawn")
	if err != nil {
		return err
	}
	if err := write("benchmarks.txt", string(out)); err != nil {
		return err
	}
	page, err := page()
	if err != nil {
		return err
	}
	_, runs, _ := strings.Cut(page, aboutRuns)
	return write("benchmarks.md", speedPage(out, command, time.Now())+aboutRuns+runs)
}

// aboutRuns begins the part of the page that ratesPart returns.
const aboutRuns = "\n## Random runs\n"

// page returns the page as it is.
func page() (string, error) {
	b, err := os.ReadFile(filepath.Join(machine.Results(), "benchmarks.md"))
	return string(b), err
}

const limits = `
## What limits the rate

The time is spread over many functions, of which none has more than 5 %. Each event after the point
where an interleaving leaves the previous one is executed, and copied to the strategy. Where a
process reaches a new point, its code is executed, which costs as much as many events. And the
wakeup sequence of a race holds all later events that do not depend on it: in the first search an
interleaving has 12.7 races, and 8.5 of them need no sequence, as the one before had the same.

Two workers are slower than twice the rate: what is found ahead of its turn waits, and is discarded
if the search ends before; code of the model is executed by one worker at a time; and they execute
4.5 % more instructions (tail, bound 8) and share memory and the garbage collector's processor.

Tried and not kept: a sorted list of enabled actors (1 % less time); a profile for the compiler
(6 % less, but all packages would be compiled once more for each program that the command builds);
comparing repeated sequences by numbers of events instead of copies (one-of-200 of
[growth.md](growth.md): 60 % more), or with the last 64 of a state instead of one (senders-8: 12 %
more). To keep in a sequence only the events that its receive needs would change what bounds admit,
and to leave out the events after the races that two interleavings share loses classes.
`

// benchmark holds the measurements of a benchmark: for each unit, a number for each run.
type benchmark struct {
	name   string
	values map[string][]float64
}

// of returns the median of the measurements in the unit.
func (b *benchmark) of(unit string) float64 {
	v := slices.Sorted(slices.Values(b.values[unit]))
	if len(v) == 0 {
		return 0
	}
	return v[len(v)/2]
}

// parse parses the output of go test -bench: the benchmarks, in order, and the lines that describe
// the machine.
func parse(output []byte) (all []*benchmark, about map[string]string) {
	about = map[string]string{}
	for s := bufio.NewScanner(bytes.NewReader(output)); s.Scan(); {
		if key, value, ok := strings.Cut(s.Text(), ": "); ok {
			about[key] = value
			continue
		}
		f := strings.Fields(s.Text())
		if len(f) < 4 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(f[0], "Benchmark")
		if i := strings.LastIndexByte(name, '-'); i > strings.LastIndexByte(name, '/') {
			if _, err := strconv.Atoi(name[i+1:]); err == nil {
				name = name[:i] // the number of processors
			}
		}
		i := slices.IndexFunc(all, func(b *benchmark) bool { return b.name == name })
		if i < 0 {
			i = len(all)
			all = append(all, &benchmark{name, map[string][]float64{}})
		}
		for k := 2; k+1 < len(f); k += 2 {
			if v, err := strconv.ParseFloat(f[k], 64); err == nil {
				all[i].values[f[k+1]] = append(all[i].values[f[k+1]], v)
			}
		}
	}
	return all, about
}

// speedPage returns a page with tables of the output of the benchmarks.
func speedPage(output []byte, command string, date time.Time) string {
	all, about := parse(output)
	var b strings.Builder
	fmt.Fprintf(&b, `# Benchmarks

How fast a search is, with one worker unless more are named. Written by

    go -C results run ./bench

from the output of `+"`%s`"+`
([benchmarks.txt](benchmarks.txt); medians are shown), on %s, %s/%s, %s.
On a shared machine, figures by CPU time say more than those by the clock. "Execution" is the model
and its world, "happens-before" is clocks and races, "planning" is what follows from the races.

| Search | interleavings per CPU second | per second | events per second | B per interleaving | allocations | execution | happens-before | planning |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
`, command, date.UTC().Format(time.DateOnly), about["goos"], about["goarch"], cmp.Or(about["cpu"], "processor not known"))
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, "Search/"); ok {
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.0f | %.0f | %.1f | %.0f %% | %.0f %% | %.0f %% |\n", name,
				perCPUSecond(m), m.of("interleavings/s"), m.of("events/s"), m.of("B/interleaving"),
				m.of("allocs/interleaving"), m.of("%execution"), m.of("%happens-before"), m.of("%planning"))
		}
	}
	b.WriteString(`
## Several workers

By the clock, on a machine that does nothing else.

| Search | workers | interleavings per second | times one worker |
|---|--:|--:|--:|
`)
	one := 0.0
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, "Workers/"); ok {
			model, workers, _ := strings.Cut(name, "/")
			rate := m.of("interleavings/s")
			if workers == "1" {
				one = rate
			}
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.2f |\n", model, workers, rate, rate/max(1, one))
		}
	}
	b.WriteString(`
## Longer interleavings

CPU time for an interleaving of so many events, with races at its end, at its beginning (so that
nearly all events are executed anew), and everywhere.

| Races | Events | µs per interleaving | for each event |
|---|--:|--:|--:|
`)
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, "Growth/"); ok {
			where, events, _ := strings.Cut(name, "/")
			n, _ := strconv.ParseFloat(events, 64)
			µs := m.of("cpu-ns/interleaving") / 1000
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.2f |\n", where, events, µs, µs/max(1, n))
		}
	}
	return b.String() + floorTable(all) + limits
}

// floorTable returns the section about what every search has to do; "" if that was not measured.
func floorTable(all []*benchmark) string {
	var rows strings.Builder
	for _, m := range all {
		name, ok := strings.CutPrefix(m.name, "Floor/")
		i := slices.IndexFunc(all, func(s *benchmark) bool { return s.name == "Search/"+name })
		if !ok || i < 0 {
			continue
		}
		search, floor := all[i].of("cpu-ns/interleaving")/1000, m.of("cpu-ns/interleaving")/1000
		ordering := floor * m.of("%happens-before") / 100
		fmt.Fprintf(&rows, "| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %s |\n", name,
			m.of("events/interleaving"), search, floor-ordering, ordering, search-floor, perCPUSecond(m))
	}
	if rows.Len() == 0 {
		return ""
	}
	return `
## The floor

What a search takes, in µs of CPU time for an interleaving, if it knew all interleavings before and
only executed each from where it leaves the one before, and found its happens-before relation and
races. The rest goes to planning, choosing, recording, judging, and repetitions.

| Search | events | µs | executing | happens-before | the rest | at most per CPU second |
|---|--:|--:|--:|--:|--:|--:|
` + rows.String()
}

func perCPUSecond(m *benchmark) string {
	ns := m.of("cpu-ns/interleaving")
	if ns == 0 {
		return "not known"
	}
	return fmt.Sprintf("%.0f", 1e9/ns)
}
