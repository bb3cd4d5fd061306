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

// measure runs benchmarks of package checker, which the flags select, and records their output.
func measure(name string, count int, flags ...string) error {
	args := append([]string{"test", "-run", "^$", "-count", strconv.Itoa(count)}, flags...)
	cmd := exec.Command("go", append(args, "./checker")...)
	cmd.Dir, cmd.Stderr = filepath.Dir(machine.Results()), os.Stderr
	output, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	record := fmt.Sprintf("measured on: %s\nmeasured by: %s\n%s", time.Now().UTC().Format(time.DateOnly), strings.Join(cmd.Args, " "), output)
	return os.WriteFile(filepath.Join(machine.Results(), name), []byte(record), 0o666)
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
[growth.md](growth.md): 60 % more), or with the last 64 of a state (senders-8: 12 % more).
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

// machineOf says where and when benchmarks were measured, and how.
func machineOf(about map[string]string, name string) string {
	return fmt.Sprintf("from the output of `%s`\n([%s](%[2]s); medians are shown), on %s, %s/%s, %s.",
		about["measured by"], name, about["measured on"], about["goos"], about["goarch"], cmp.Or(about["cpu"], "processor not known"))
}

// each adds a row to a table for each benchmark whose name begins with the prefix.
func each(b *strings.Builder, all []*benchmark, prefix string, cells func(name string, m *benchmark) string) {
	for _, m := range all {
		if name, ok := strings.CutPrefix(m.name, prefix+"/"); ok {
			fmt.Fprintf(b, "| %s |\n", cells(name, m))
		}
	}
}

// speedPage returns the page with tables of the output of the benchmarks.
func speedPage(output []byte) string {
	all, about := parse(output)
	var b strings.Builder
	fmt.Fprintf(&b, `# Benchmarks

How fast a search is, with one worker unless more are named. Written by

    go -C results run ./bench

%s
On a shared machine, figures by CPU time say more than those by the clock. "Execution" is the model
and its world, "happens-before" is clocks and races, "planning" is what follows from the races.

| Search | interleavings per CPU second | per second | events per second | B per interleaving | allocations | execution | happens-before | planning |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
`, machineOf(about, "benchmarks.txt"))
	each(&b, all, "Search", func(name string, m *benchmark) string {
		return fmt.Sprintf("%s | %s | %.0f | %.0f | %.0f | %.1f | %.0f %% | %.0f %% | %.0f %%", name,
			perCPUSecond(m), m.of("interleavings/s"), m.of("events/s"), m.of("B/interleaving"),
			m.of("allocs/interleaving"), m.of("%execution"), m.of("%happens-before"), m.of("%planning"))
	})
	b.WriteString(`
## Several workers

By the clock, on a machine that does nothing else.

| Search | workers | interleavings per second | times one worker |
|---|--:|--:|--:|
`)
	one := 0.0
	each(&b, all, "Workers", func(name string, m *benchmark) string {
		model, workers, _ := strings.Cut(name, "/")
		rate := m.of("interleavings/s")
		if workers == "1" {
			one = rate
		}
		return fmt.Sprintf("%s | %s | %.0f | %.2f", model, workers, rate, rate/max(1, one))
	})
	b.WriteString(`
## Longer interleavings

CPU time for an interleaving of so many events, with races at its end, at its beginning (so that
nearly all events are executed anew), and everywhere.

| Races | Events | µs per interleaving | for each event |
|---|--:|--:|--:|
`)
	each(&b, all, "Growth", func(name string, m *benchmark) string {
		where, events, _ := strings.Cut(name, "/")
		n, _ := strconv.ParseFloat(events, 64)
		µs := m.of("cpu-ns/interleaving") / 1000
		return fmt.Sprintf("%s | %s | %.0f | %.2f", where, events, µs, µs/max(1, n))
	})
	b.WriteString(`
## The floor

What a search takes, in µs of CPU time for an interleaving, if it knew all interleavings before and
only executed each from where it leaves the one before, and found its happens-before relation and
races. The rest goes to planning, choosing, recording, judging, and repetitions.

| Search | events | µs | executing | happens-before | the rest | at most per CPU second |
|---|--:|--:|--:|--:|--:|--:|
`)
	each(&b, all, "Floor", func(name string, m *benchmark) string {
		search, floor := 0.0, m.of("cpu-ns/interleaving")/1000
		if i := slices.IndexFunc(all, func(s *benchmark) bool { return s.name == "Search/"+name }); i >= 0 {
			search = all[i].of("cpu-ns/interleaving") / 1000
		}
		ordering := floor * m.of("%happens-before") / 100
		return fmt.Sprintf("%s | %.1f | %.1f | %.1f | %.1f | %.1f | %s", name,
			m.of("events/interleaving"), search, floor-ordering, ordering, search-floor, perCPUSecond(m))
	})
	return b.String() + limits
}

// runsPart returns the part of the page about random runs.
func runsPart(output []byte) string {
	all, about := parse(output)
	exhaustive := 0.0
	if i := slices.IndexFunc(all, func(m *benchmark) bool { return m.name == "Drawn/optimal" }); i >= 0 {
		exhaustive = all[i].of("cpu-ns/interleaving")
	}
	var b strings.Builder
	fmt.Fprintf(&b, `
## Random runs

How many runs a strategy draws, each of 61 events, from its beginning, with the signature of its
class. The last row is optimal DPOR on the same model, which goes on where two interleavings part.
`+"`go -C results run ./bench runs`"+` writes this part
%s

| Strategy | runs per CPU second | per second | µs per event | times optimal DPOR | classes in 20 000 |
|---|--:|--:|--:|--:|--:|
`, machineOf(about, "rates.txt"))
	each(&b, all, "Drawn", func(name string, m *benchmark) string {
		ns := max(1, m.of("cpu-ns/interleaving"))
		return fmt.Sprintf("%s | %s | %.0f | %.2f | %.2f | %.0f", name, perCPUSecond(m), m.of("interleavings/s"),
			ns/1000/max(1, m.of("events/interleaving")), exhaustive/ns, m.of("classes"))
	})
	b.WriteString(`
CPU time for longer runs. A point of a process is known if an earlier run has come to it; otherwise
code of the model is executed to get there.

| Points | Strategy | Events | runs per CPU second | µs per run | for each event | B per run |
|---|---|--:|--:|--:|--:|--:|
`)
	each(&b, all, "DrawnGrowth", func(name string, m *benchmark) string {
		f := strings.Split(name, "/")
		µs, events := m.of("cpu-ns/interleaving")/1000, m.of("events/interleaving")
		return fmt.Sprintf("%s | %s | %.0f | %s | %.0f | %.2f | %.0f", f[0], f[1], events, perCPUSecond(m), µs, µs/max(1, events), m.of("B/interleaving"))
	})
	b.WriteString(`
The memory in use, without garbage, after so many random walks of 53 events. It grows only by a
number for each class.

| Runs | Classes | MiB |
|--:|--:|--:|
`)
	each(&b, all, "DrawnMemory", func(name string, m *benchmark) string {
		return fmt.Sprintf("%s | %.0f | %.1f", name, m.of("classes"), m.of("B-in-use")/(1<<20))
	})
	return b.String()
}

func perCPUSecond(m *benchmark) string {
	ns := m.of("cpu-ns/interleaving")
	if ns == 0 {
		return "not known"
	}
	return fmt.Sprintf("%.0f", 1e9/ns)
}
