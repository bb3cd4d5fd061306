package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/testsize"
)

// again is the maximal number of interleavings of a search that is repeated here.
const again = 10_000

// load returns the records of the study, one for each search.
func load(t *testing.T) records {
	t.Helper()
	recorded, err := files{".."}.load()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range searches() {
		if recorded[s.name()] == nil {
			t.Fatalf("there is no record of %q; make one with go -C results run ./study -run '^%s$'",
				s.name(), regexp.QuoteMeta(s.name()))
		}
	}
	return recorded
}

// TestRecorded: small searches have the recorded verdicts and counts.
func TestRecorded(t *testing.T) {
	budget := again
	if testing.Short() {
		budget = 1_000
	}
	recorded := load(t)
	for _, s := range searches() {
		want := recorded[s.name()].Result
		if want.stopped() || want.executed() > budget {
			continue
		}
		t.Run(s.name(), func(t *testing.T) {
			t.Parallel()
			it, err := timed(s, 0)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := report.JSON(&b, it); err != nil {
				t.Fatal(err)
			}
			var got result
			if err := json.Unmarshal(b.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			got.Elapsed, want.Elapsed = 0, 0
			for _, r := range []*result{&got, &want} {
				if r.States != nil {
					r.BytesPerState = 0 // in records, tables are as full as they were
				}
			}
			if got, want := text(t, got), text(t, want); got != want {
				t.Errorf("the search gives another result than recorded:\ngot  %s\nwant %s", got, want)
			}
		})
	}
}

func text(t *testing.T, r result) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestTables: the tables are made from the records.
func TestTables(t *testing.T) {
	for name, want := range load(t).tables() {
		if read(t, filepath.Join("..", name)) != want {
			t.Errorf("%s is not what the records give; write it anew with go -C results run ./study -run '^$'", name)
		}
	}
}

// TestVerdicts: the verdict of a record fits the end of its search, no search is sleep-set blocked,
// and method 3 has no violation.
func TestVerdicts(t *testing.T) {
	for name, r := range load(t) {
		verdicts := []string{"violated", "verified", "bounded"}
		if r.Result.stopped() {
			verdicts = []string{"violated", "incomplete"}
		}
		if !slices.Contains(verdicts, r.Result.Verdict) {
			t.Errorf("%s: verdict %q with stop %q", name, r.Result.Verdict, r.Result.Stop)
		}
		if r.Result.SleepSetBlocked != 0 {
			t.Errorf("%s: %d interleavings are sleep-set blocked", name, r.Result.SleepSetBlocked)
		}
		if r.Result.Violations != "0" && strings.HasPrefix(name, "middle") {
			t.Errorf("%s: violated", name)
		}
	}
}

var (
	step  = regexp.MustCompile(`^[ *]*\d+  \S`)
	count = regexp.MustCompile(`\b\d{1,3}( \d{3})+\b`)
)

// TestTutorial: the traces in docs/corfu.md are those that are printed, except for source
// positions, and its figures are those of the records.
func TestTutorial(t *testing.T) {
	tutorial := read(t, "../../docs/corfu.md")
	var printed strings.Builder
	violationSteps := 0 // of the tail method
	for _, name := range []string{"tail -bound 4", "head -bound 4"} {
		s, err := find(name)
		if err != nil {
			t.Fatal(err)
		}
		it, err := timed(s, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := (report.Text{Show: 1}).Model(&printed, it); err != nil {
			t.Fatal(err)
		}
		if s.model == "tail" {
			violationSteps = len(it.Result.Violations[0].Schedule)
		}
	}
	steps := 0
	for line := range strings.Lines(tutorial) {
		line = strings.TrimRight(line, "\n")
		if !step.MatchString(line) {
			continue
		}
		steps++
		if !strings.Contains(printed.String(), "\n"+line) {
			t.Errorf("this step is not printed: %q", line)
		}
	}
	if steps == 0 {
		t.Error("no step of a trace is quoted")
	}
	recorded := load(t)
	words := strings.Join(strings.Fields(tutorial), " ")
	for _, said := range []string{
		fmt.Sprintf("its %d events", violationSteps),
		fmt.Sprintf("in interleaving %s of the initial model", grouped(recorded["tail -bound 4"].Result.FirstViolation)),
		fmt.Sprintf("without it in interleaving %s.", grouped(recorded["tail"].Result.FirstViolation)),
	} {
		if !strings.Contains(words, said) {
			t.Errorf("it does not say %q", said)
		}
	}
	tables := read(t, "../table1.md") + read(t, "../table2.md") + read(t, "../verification.md")
	for _, figure := range count.FindAllString(tutorial, -1) {
		if !strings.Contains(tables, figure) {
			t.Errorf("the figure %s is in none of the tables", figure)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPublished: the table of published models has the searches that were made, and says which were not.
func TestPublished(t *testing.T) {
	recorded := records{}
	for _, row := range publishedRows {
		s := row.search()
		if _, err := find(s.name()); err != nil {
			t.Error(err)
		}
		if row.states > 300 {
			continue
		}
		recorded[s.name()] = done(t, s)
	}
	dir := t.TempDir()
	if err := (files{dir}).writePublished(recorded); err != nil {
		t.Fatal(err)
	}
	again, err := files{dir}.read(publishedRaw)
	if err != nil || len(again) != len(recorded) {
		t.Errorf("%d records are read (%v), want %d", len(again), err, len(recorded))
	}
	rows := read(t, filepath.Join(dir, publishedTable))
	for _, row := range publishedRows {
		want := regexp.QuoteMeta(row.model) + ` +\| not searched `
		if r := recorded[row.search().name()]; r != nil {
			want = regexp.QuoteMeta(row.model) + fmt.Sprintf(` +\| verified +\| %s .* %s `, grouped(r.Result.States.States), grouped(row.states))
		}
		if !regexp.MustCompile(want).MatchString(rows) {
			t.Errorf("no row matches %s in\n%s", want, rows)
		}
	}
}

// TestRaft: the table of Raft has the searches that were made, and says which were not.
func TestRaft(t *testing.T) {
	recorded := records{}
	for _, s := range raftSearches() {
		if s.model != "raft" && s.model != "raft-46" {
			continue
		}
		recorded[s.name()] = done(t, s)
	}
	dir := t.TempDir()
	if err := (files{dir}).writeRaft(recorded); err != nil {
		t.Fatal(err)
	}
	rows := read(t, filepath.Join(dir, raftTable))
	for _, s := range raftSearches() {
		want := regexp.QuoteMeta(s.model) + ` +\| .* \| not searched `
		if r := recorded[s.name()]; r != nil {
			want = regexp.QuoteMeta(s.model) + fmt.Sprintf(` +\| .* \| %s +\| %s `, r.Result.Verdict, grouped(r.Result.States.States))
		}
		if !regexp.MustCompile(want).MatchString(rows) {
			t.Errorf("no row matches %s in\n%s", want, rows)
		}
	}
}

// loadDrawn returns what the draws of sampling.md have found.
func loadDrawn(t *testing.T) drawnAll {
	t.Helper()
	all, err := files{".."}.readDrawn()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range everyDraw() {
		if all[d.command()] == nil {
			t.Fatalf("there is no record of %q; make it with go -C results run ./study -sampling", d.command())
		}
	}
	return all
}

// TestSampling: the page on random testing and its plots are made from the records.
func TestSampling(t *testing.T) {
	for name, want := range loadDrawn(t).files() {
		if read(t, filepath.Join("..", name)) != want {
			t.Errorf("%s is not what the records give; write it anew with go -C results run ./study -sampling -run '^$'", name)
		}
	}
}

// TestDrawn: draws find again what was recorded.
func TestDrawn(t *testing.T) {
	testsize.LongOnly(t)
	all := loadDrawn(t)
	every := 31
	if testing.Short() {
		every = 97
	}
	for i, d := range everyDraw() {
		if i%every != 0 || !d.algorithm.Traits().Draws || d.runs > again {
			continue
		}
		got, err := d.make()
		if err != nil {
			t.Fatal(err)
		}
		if want := all[d.command()]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s finds\n%+v\nand not\n%+v", d.command(), got, want)
		}
	}
}

// TestOddsHold: all measured rates are in the intervals of their odds, and above what is guaranteed.
func TestOddsHold(t *testing.T) {
	all := loadDrawn(t)
	for _, d := range distances {
		for n := 2; n <= 20; n++ {
			for _, s := range strategies {
				least, most := d.expected(n, s)
				if hits := all.of(d.draws(n, s)).Violating; hits < least || hits > most {
					t.Errorf("%s: %s hits the bug %d times, not %d to %d times", d.model(n).Name, s, hits, least, most)
				}
			}
		}
	}
	for _, s := range guaranteed {
		d := all.of(betweenDraws(s))
		if least, _ := likely(d.Runs, d.Violating, missed); least < d.Stated {
			t.Errorf("%s hits the bug of Example 2.3 with a probability of perhaps %v, and guarantees %v", s, least, d.Stated)
		}
	}
	if n := all.astray(); n > 0 {
		t.Errorf("%d random walks hit bugs of chains with other odds", n)
	}
}

func TestIntervals(t *testing.T) {
	if least, most := interval(10, 0.5, 0.05); least != 2 || most != 8 { // P(X < 2) = 11/1024, P(X < 3) = 56/1024
		t.Errorf("the interval of ten tosses of a coin is %d to %d", least, most)
	}
	if least, most := likely(10, 0, 0.05); least != 0 || math.Abs(most-(1-math.Pow(0.025, 0.1))) > 1e-9 {
		t.Errorf("no hit in ten tosses has a probability from %v to %v", least, most)
	}
	for _, c := range []struct {
		depth, length int
		odds          float64
	}{{2, 1, 1. / 6}, {2, 2, walked2(2)}, {3, 2, walked2(3)}} {
		if got := walkOdds(c.depth, c.length); math.Abs(got-c.odds) > 1e-12 {
			t.Errorf("depth %d, length %d: the odds are %v, want %v", c.depth, c.length, got, c.odds)
		}
	}
}

// walked2 returns the odds of a random walk in three chains of two messages each, by trying all walks.
func walked2(depth int) float64 {
	wrong := func(order string) bool {
		at := func(chain string, n int) int { // of the nth event, of which the first is no message
			i := -1
			for range n + 1 {
				i += 1 + strings.Index(order[i+1:], chain)
			}
			return i
		}
		if depth == 2 {
			return at("A", 2) < at("B", 1) && at("B", 2) < at("C", 1)
		}
		return at("A", 2) < at("B", 1) && at("B", 1) < at("C", 1) && at("C", 1) < at("B", 2)
	}
	var try func(order string) float64
	try = func(order string) float64 {
		sum, n := 0.0, 0.0
		for _, chain := range []string{"A", "B", "C"} {
			if strings.Count(order, chain) < 3 {
				sum, n = sum+try(order+chain), n+1
			}
		}
		if n > 0 {
			return sum / n
		}
		if wrong(order) {
			return 1
		}
		return 0
	}
	return try("")
}

// done makes a search, and returns its record.
func done(t *testing.T, s search) *record {
	t.Helper()
	it, err := timed(s, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := report.JSON(&b, it); err != nil {
		t.Fatal(err)
	}
	r := &record{Search: s.name(), Command: s.command()}
	if err := json.Unmarshal(b.Bytes(), &r.Result); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestHuntWithoutTime: a hunt ends once most of its searches had no time to find anything, and the page says so.
func TestHuntWithoutTime(t *testing.T) {
	for _, h := range hunts() {
		if h.model.Name != "raft-in-place-general-5" {
			continue
		}
		command := h.command(1)
		h.time = time.Nanosecond
		found, err := h.make()
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Runs) != seeds/2+1 || found.times() != 0 {
			t.Errorf("the runs that fail are %v", found.Runs)
		}
		want := regexp.MustCompile(`raft-in-place-general-5 *\| not in time *\| not in time *\|.*\| 0 of 11 seeds *\|`)
		if page := (hitsAll{command: found}).page(); !want.MatchString(page) {
			t.Errorf("the page does not say that there was no time:\n%s", page)
		}
	}
}

// TestBoundsTable: the table of bounds has what the searches count.
func TestBoundsTable(t *testing.T) {
	testsize.LongOnly(t)
	if testing.Short() {
		t.Skip("takes several seconds")
	}
	dir := t.TempDir()
	want := read(t, filepath.Join("..", randomPage))
	if err := os.WriteFile(filepath.Join(dir, randomPage), []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := (files{dir}).writeBounds(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(dir, randomPage)); got != want {
		t.Errorf("results/%s is out of date; go -C results run ./study -bounds writes\n%s", randomPage, got)
	}
}

// TestMinimal: the page on minimized runs is made from the records, and a run is minimized again as was recorded.
func TestMinimal(t *testing.T) {
	all, err := files{".."}.readMinimal()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range minimalModels() {
		was := all[m.Name]
		if was == nil {
			t.Fatalf("there is no record of %s; make it with go -C results run ./study -minimal", m.Name)
		}
		if m.Name != "raft-58a-general-3" {
			continue
		}
		now, err := minimized(m)
		if err != nil {
			t.Fatal(err)
		}
		now.Seconds = was.Seconds
		if !reflect.DeepEqual(now, was) {
			t.Errorf("%s is minimized to\n%+v, and was to\n%+v", m.Name, now, was)
		}
	}
	page, err := files{".."}.minimalPage(all)
	if err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join("..", minimalTable)) != page {
		t.Errorf("%s is not what the records give; write it anew with go -C results run ./study -minimal -run '^$'", minimalTable)
	}
}

// TestHits: the page on how soon bugs are hit is made from the records, and a hunt finds again what was recorded.
func TestHits(t *testing.T) {
	testsize.LongOnly(t)
	all, err := files{".."}.readHits()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hunts() {
		if all[h.command(1)] == nil {
			t.Fatalf("there is no record of %q; make it with go -C results run ./study -hits", h.command(1))
		}
	}
	if read(t, filepath.Join("..", hitsTable)) != all.page() {
		t.Errorf("%s is not what the records give; write it anew with go -C results run ./study -hits -run '^$'", hitsTable)
	}
	for _, h := range hunts() {
		if !strings.HasPrefix(h.model.Name, "raft-58a") {
			continue
		}
		found, err := h.make()
		if err != nil {
			t.Fatal(err)
		}
		if want := all[h.command(1)]; !slices.Equal(found.Runs, want.Runs) {
			t.Errorf("%s: the runs that fail are %v, and were %v", h.command(1), found.Runs, want.Runs)
		}
	}
}

// TestSearches: the page that compares searches is made from the records, and short searches find again what was recorded.
func TestSearches(t *testing.T) {
	all, err := files{".."}.readTried()
	if err != nil {
		t.Fatal(err)
	}
	if read(t, filepath.Join("..", searchesTable)) != all.page() {
		t.Errorf("%s is not what the records give; write it anew with go -C results run ./study -searches -run '^$'", searchesTable)
	}
	again := 0
	for _, tr := range trials() {
		was := all[tr.command()]
		if was == nil {
			t.Fatalf("there is no record of %q; make it with go -C results run ./study -searches", tr.command())
		}
		if !was.Ended || was.Seconds > 0.03 {
			continue
		}
		again++
		now, err := tr.make()
		if err != nil {
			t.Fatal(err)
		}
		if now.Seconds = was.Seconds; !reflect.DeepEqual(now, was) {
			t.Errorf("%s finds %+v, and found %+v", tr.command(), now, was)
		}
	}
	if again < 20 {
		t.Errorf("only %d searches were short", again)
	}
}
