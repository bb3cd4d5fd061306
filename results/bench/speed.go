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
)

// benchCommand returns the command that measures.
func benchCommand(count int) []string {
	return []string{"go", "test", "-run", "^$", "-bench", ".", "-count", strconv.Itoa(count), "./checker"}
}

// measureSpeed runs the benchmarks and writes their output and the table.
func measureSpeed(count int) error {
	command := benchCommand(count)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	if err := write("benchmarks.txt", string(out)); err != nil {
		return err
	}
	profile, err := profiled()
	if err != nil {
		return err
	}
	return write("benchmarks.md", speedPage(out, strings.Join(command, " "), time.Now())+profile)
}

// profiled profiles a search and returns the section of the page about it.
func profiled() (string, error) {
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	const search = "Search/corfu/middle-1to2[+]condread[+]table"
	profile := filepath.Join(dir, "cpu.prof")
	run := exec.Command("go", "test", "-run", "^$", "-bench", search, "-benchtime", "10x",
		"-cpuprofile", profile, "-o", filepath.Join(dir, "checker.test"), "./checker")
	if out, err := run.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", run.Args, err, out)
	}
	top := exec.Command("go", "tool", "pprof", "-top", "-nodecount", "25", profile)
	top.Env = append(os.Environ(), "PPROF_TMPDIR="+dir)
	out, err := top.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w", top.Args, err)
	}
	_, table, _ := strings.Cut(string(out), "      flat ")
	return fmt.Sprintf(profileText, search, "    "+strings.ReplaceAll("      flat "+strings.TrimSpace(table), "\n", "\n    ")), nil
}

const profileText = `
## Where the time goes

The functions of %[1]s
that take the most time themselves (-cpuprofile shows those of any search):

%[2]s

The time is spread over many functions. Three things limit the rate. Each event after
the point where an interleaving leaves the previous one is executed, and copied to the
strategy. Where a process reaches a point that it has not reached before, its code is
executed, which costs as much as many events. The races that two interleavings share
(9 of 12, here) are planned for both, because the wakeup sequence of a race holds all
later events that do not depend on it, including those that are not shared.

Three things keep two workers from twice the rate. The result is that of one worker,
so what is found ahead of its turn waits, and is discarded if the search ends before
that. Code of the model is executed by one worker at a time. And there is more garbage
to collect. Under a low bound all of this weighs more, as there is less to do below each
branch.
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

    go run ./results/bench

from the output of `+"`%s`"+`
(benchmarks.txt; medians are shown), on %s, %s/%s, %s.
Where a machine is shared, figures by CPU time say more than those by the clock.
"Execution" is the program under test and its world, "happens-before" is clocks and
races, "planning" is what follows from the races.

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

By the clock, so on a machine that does nothing else, or the figures are too low.

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

CPU time for an interleaving of so many events, with races at its end, at its
beginning (so that nearly all events are executed anew each time), and everywhere.

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
	return b.String() + randomRuns(all)
}

// randomRuns returns the tables of interleavings that are drawn at random.
func randomRuns(all []*benchmark) string {
	const drawn = "Drawn/"
	exhaustive := 0.0
	for _, m := range all {
		if m.name == drawn+"optimal" {
			exhaustive = m.of("cpu-ns/interleaving")
		}
	}
	var b strings.Builder
	b.WriteString(`
## Random runs

Runs of 61 events, each from its beginning, with the signature of its class. The last row
is optimal DPOR on the same model, which goes on where two interleavings part.

| Strategy | runs per CPU second | per second | µs per event | times optimal DPOR |
|---|--:|--:|--:|--:|
`)
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, drawn); ok {
			ns := max(1, m.of("cpu-ns/interleaving"))
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.2f | %.2f |\n", name, perCPUSecond(m), m.of("interleavings/s"),
				ns/1000/max(1, m.of("events/interleaving")), exhaustive/ns)
		}
	}
	b.WriteString(`
## Longer random runs

CPU time for a run of so many events. A point of a process is known if an earlier run has come
to it. Otherwise code of the model is executed to get there: in the second program, for nearly
all points of runs of 120 events and more.

| Points | Strategy | Events | µs per run | for each event |
|---|---|--:|--:|--:|
`)
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, "DrawnGrowth/"); ok {
			f := strings.Split(name, "/")
			µs, events := m.of("cpu-ns/interleaving")/1000, m.of("events/interleaving")
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.0f | %.2f |\n", f[0], f[1], events, µs, µs/max(1, events))
		}
	}
	return b.String()
}

func perCPUSecond(m *benchmark) string {
	ns := m.of("cpu-ns/interleaving")
	if ns == 0 {
		return "not known"
	}
	return fmt.Sprintf("%.0f", 1e9/ns)
}
