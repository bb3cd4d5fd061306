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

// measured runs benchmarks of package checker, which the flags select, and returns the command and its output.
func measured(count int, flags ...string) (command string, output []byte, err error) {
	args := append([]string{"test", "-run", "^$", "-count", strconv.Itoa(count)}, flags...)
	cmd := exec.Command("go", append(args, "./checker")...)
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
	profile, err := profiled()
	if err != nil {
		return err
	}
	return write("benchmarks.md", speedPage(out, command, time.Now())+profile)
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
executed, which costs as much as many events. And the wakeup sequence of a race holds
all later events that do not depend on it. Here an interleaving has 12.7 races, 10 of
which the one before has, too. For 8.5 of these the same later events do not depend on
them, so nothing is built. The sequences of the other four are.

Three things keep two workers from twice the rate. The result is that of one worker,
so what is found ahead of its turn waits, and is discarded if the search ends before
that. Code of the model is executed by one worker at a time. And there is more garbage
to collect. Under a low bound all of this weighs more, as there is less to do below each
branch.

Two workers of tail with bound 8 execute 4.5 %% more instructions than one (cachegrind):
half of this notes, keeps and inserts sequences that wait for their turn, and a quarter
collects garbage. They take 8 %% more CPU time, as they share memory: two searches with one
worker each, in processes of their own, take as long together as one alone. And the garbage
collector of one worker has a second processor for itself. That leaves 1.85 times the rate
at best; 1.7 to 1.8 are measured.

## What was tried

The last changes, each against the revision before it, by the instructions that the
processor counts for one worker (perf stat -e instructions:u), which vary by 1 %%; the
last twenty rows by valgrind --tool=cachegrind. The
programs are those of [growth.md](growth.md) and of CORFU.

| Change | Effect |
|---|---|
| the events of the tree are shared | memory of paxos-4 after 200 000 interleavings: 248 to 72 MiB |
| leaves keep their plans apart from nodes | 15 %% less of that |
| the first event of a sequence is removed without moving the others, and without comparisons where it is the next one of a planned sequence | one-of-200: 20 %% less |
| a sequence that the interleaving before has inserted is not inserted again | paxos-4: 52 %% less, tail: 14 %%, middle-1to2+condread+table: 9 %%; senders-8: 5 %% more |
| what NotAfter has returned is kept | paxos-4: 11 %% less, tail: 7 %%, middle-1to2+condread+table: 3 %% |
| an event is set where it stays, instead of being copied to the player | middle-1to2+condread+table: 1.5 %% less |
| equal lists of accesses are one list | 2 %% less there, 15 allocations instead of 31 |
| Enabled looks at the actors that the last event has changed | 5 %% less |
| a bit for each actor, cell and table that an event touches, compared before the events are | 1 %% less, and the dependence relation has 4 %% of the time instead of 9 %% |
| the path that two interleavings share is not set again, nor what sleeps beside it; one record for all sequences of an interleaving; smaller records for stepping back | 7 %% less, 11 allocations |
| the states between two branches of the tree are one node until an explorer comes there | paxos-4: 13 %% less time; memory after 1 000 000 interleavings: 275 to 186 MiB (go run ./results/bench -growth -run '^paxos-4$' -budget 1000000) |
| a sequence that loses one of its first events moves those before it | one-of-200: 12 %% less |
| a scan, and a sequence that follows another one, do not ask the relation about messages that no event takes; a sequence that follows an equivalent one moves no events; which messages conflict with the first one of a sequence is remembered by state | one-of-100: 32 %% less, paxos-4: 4 %%, readers-12: 2 %% more, middle-1to2+condread+table: 1 %% more |
| the choice of the next actor counts turns only where ranks need them; an event without candidates is not scanned for | middle-1to2+condread+table: 1 %% less |
| a process that is executed again does not name its children again; a site is four return addresses where these reach the model; the reason of a normal end is encoded once | senders-8: 25 %% less (76 allocations to 42), commit-5: 25 %% |
| interleavings of a task that find the same sequences above it share one entry, and do not build these sequences' keys again | tail with bound 8 and two workers: 2 290 to 1 900 B for each interleaving |
| a race of the interleaving before is left out where the same events do not happen after its first event, instead of comparing its sequence with that of the interleaving before | paxos-3: 15 %% less, tail and middle-1to2+condread+table: 4 %%, lastzero-12: 1 %%, senders-8: 0 |
| an event that happens before the first new event of each actor is not compared with the other new ones | middle-1to2+condread+table: 4 %% less |
| planning visits the choices and the new races, and the order of the events is updated by visiting the new events and the messages; a scan of one list | middle-1to2+condread+table: 2 %% less, lastzero-12: 2 %% |
| the sequences of the races that one receive shows share their lists; an event that follows a planned one has its footprint from the order | one-of-200: 17 %% less, middle-1to2+condread+table: 1 %% more |
| a sequence that waits for its turn has the receives of its messages in a list, not in a map | tail with bound 8 and two workers: 1 870 to 1 740 B for each interleaving |
| the scan for a message visits only those of its mailbox that an event takes | one-of-200: 15 %% less, the others 0 |
| the sequences of the races for one receive are known to be equivalent to those of an earlier interleaving, by one comparison for all | one-of-200: 75 %% less, one-of-50: half the time, the others 0 |
| which messages conflict is not remembered any more, and the first event of a sequence is not compared first with all branches: few such sequences are left | senders-7: 3 %% less, middle-1to2+condread+table and tail: 1 %%, one-of-200: 2 %% more |
| the events before a receive and those beyond it are compared in one list; copies of events do not depend on what an addressee has got before | first-of-200: 84 %% less (with the next row), the others 0 |
| cells are in buckets, and a scan by an event that only reads visits what changes something; what is predicted of cells and rows comes from these lists | exits of 400 processes: a tenth of the time (with the last row), lastzero-12: 9 %% less, filesystem-20: 6 %% |
| a sleeping event is not compared again with what it was found to be independent of | middle-1to2+condread+table: 0.5 %% less, paxos-4: 1 %% |
| the sequences of races with one first event are known to be equivalent without a receive, too | claim-200: 77 %% less, indexer-15: 15 %%, readers-12: 8 %% |
| messages of timers, and to names, are left out like other messages | timers-200: 80 %% less |
| what NotAfter has returned is kept of interleavings with more than 1024 events, too | 400 processes that register one name: 3 ms to 57 µs |
| which timers expire next is kept in the order of their deadlines, so a step does not look at all of them | timers-200: 52 %% less |
| what prevents an event is found in lists; an expiry is not tried where an earlier timer runs; a sequence that was built for the interleaving before is not built again | 100 processes that sleep for different times: 92 %% less (with the row before), 400: 84 to 8 ms; 100 that wait for a row each: 54 %% less |

Together the five before the last twenty-two take 17 %% of the CPU time of
middle-1to2+condread+table, 25 %% of tail, 17 %% of lastzero-12 and 8 %% of senders-8
(go test -bench Search ./checker of both revisions, one after the other).

Not kept: to keep the enabled actors as a sorted list (1 %% less, as most of an event's actors
move in it); a profile for the compiler (go build -pgo: 6 %% less, but all packages would be
compiled once more for it, and the command builds a program for each model); to compare repeated
sequences by the numbers of their events instead of by their copies (one-of-200: 60 %% more
time), and to look through the last 64 sequences of a state instead of at one (senders-8: 12 %%
more). To keep in a sequence only the events that its receive needs would make
those of one-of short, but changes the numbers of interleavings under a bound.
To leave out the events after the races that two interleavings share would save most of
the planning, but loses classes. To leave out new races as well where the same events do not
happen after the first one: half of the sequences that paxos-3 builds have the same events up to
their receive as one of the interleaving before, but what is beyond the receive differs in
nearly all of them.

With its processor for itself, middle-1to2+condread+table has 61 000 interleavings per
CPU second (16.4 µs; the median of four runs, alternating with the revision before the five
rows before the last eleven: 18.2 µs, 55 000). Tenants of the machine take up to a quarter of
that. The floor is 9 µs for 44 new events: 6 to execute them and 3 to find their order. The
rest is planning 4, and choosing, recording and judging, about 0.1 for each event.
No function has more than 5 %% by itself.
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
	return b.String() + floorTable(all)
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

What is left if the interleavings of a search are known before, and it only executes them, one
after the other, and finds their happens-before relation and races: the events after the place
where each leaves the one before. The rest of its time goes to planning, to choosing what comes
next where nothing is planned, to recording events, to judging, and to the executions that
check whether processes are deterministic. In µs of CPU time for an interleaving; the last
column is how many a search would explore in a second that did nothing else.

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
