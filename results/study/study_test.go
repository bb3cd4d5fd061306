package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	reports "github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/results/machine"
)

// load returns the records of a study.
func load[M, R any](t *testing.T, of subject) map[string]*R {
	t.Helper()
	records, err := of.(study[M, R]).read(machine.Results())
	if err != nil {
		t.Fatal(err)
	}
	return records
}

// TestPages: each measurement has a record, and the pages are made from the records.
func TestPages(t *testing.T) {
	for name, s := range subjects() {
		texts, missing, err := s.files(machine.Results())
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range missing {
			t.Errorf("there is no record of %q; make it with go -C results run ./study -run '^%s$' %s", key, regexp.QuoteMeta(key), name)
		}
		for file, want := range texts {
			if read(t, filepath.Join("..", file)) != want {
				t.Errorf("%s is not what the records give; write it anew with go -C results run ./study -run '^$' %s", file, name)
			}
		}
	}
}

// TestNoRecords: without records, a page says that nothing was measured, and plots are empty but SVG.
func TestNoRecords(t *testing.T) {
	for name, s := range subjects() {
		texts, missing, err := s.files(t.TempDir())
		if err != nil || len(missing) == 0 {
			t.Errorf("%s: %d measurements are missing, %v", name, len(missing), err)
		}
		for file, text := range texts {
			if name != "sampling" && strings.HasSuffix(file, ".md") && !strings.Contains(text, "not searched") && !strings.Contains(text, "not measured") {
				t.Errorf("%s does not say that nothing was measured:\n%s", file, text)
			}
			isSVG(t, file, text)
		}
	}
}

// isSVG fails if a file is named so, and is not XML.
func isSVG(t *testing.T, name, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); strings.HasSuffix(name, ".svg"); {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s is not XML: %v", name, err)
		}
	}
}

// TestMeasure: selected measurements are made, and recorded beside the others.
func TestMeasure(t *testing.T) {
	calls := 0
	s := study[int, record]{
		"some.json", func() []int { return []int{1, 2, 3} }, func(i int) string { return fmt.Sprint("search ", i) }, func(r *record) string { return r.Search },
		func(i int) (*record, error) {
			if calls++; i == 3 {
				return nil, errors.New("no luck")
			}
			return &record{Search: fmt.Sprint("search ", i), Cores: calls}, nil
		},
		func(all map[string]*record) map[string]string {
			return map[string]string{"some.md": fmt.Sprint(len(all))}
		},
	}
	dir := t.TempDir()
	for _, expression := range []string{"1", "2", "1"} {
		if err := s.measure(dir, regexp.MustCompile(expression)); err != nil {
			t.Fatal(err)
		}
	}
	err := s.measure(dir, regexp.MustCompile("3"))
	all, again := s.read(dir)
	if err == nil || err.Error() != "search 3: no luck" || again != nil || len(all) != 2 || all["search 1"].Cores != 3 || all["search 2"].Cores != 2 || read(t, filepath.Join(dir, "some.md")) != "2" {
		t.Errorf("%v, %v, %v", err, again, all)
	}
}

// TestRecorded: small searches have the recorded verdicts and counts.
func TestRecorded(t *testing.T) {
	seconds, budget := 0.1, 10_000
	if testing.Short() {
		budget = 1_000
	}
	for _, of := range []struct {
		study subject
		all   []search
	}{{corfuStudy, corfuSearches()}, {publishedStudy, publishedSearches()}, {raftStudy, raftSearches()}} {
		recorded := load[search, record](t, of.study)
		for _, s := range of.all {
			want := recorded[s.name()].Result
			if want.stopped() || want.executed() > budget || s.late && want.Elapsed > seconds {
				continue
			}
			t.Run(s.name(), func(t *testing.T) {
				t.Parallel()
				got := done(t, s)
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
}

// done makes a search, and returns its result.
func done(t *testing.T, s search) (r result) {
	t.Helper()
	it, err := s.do(0)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := document.JSON(&b, it); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func text(t *testing.T, r any) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestVerdicts: the verdict of a record fits the end of its search, no search is sleep-set blocked,
// and method 3 has no violation.
func TestVerdicts(t *testing.T) {
	for name, r := range load[search, record](t, corfuStudy) {
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
	for _, row := range table1[:2] {
		s := row.boundedSearch()
		it, err := s.do(0)
		if err != nil {
			t.Fatal(err)
		}
		if err := console.Model(reports.Text{Show: 1}, &printed, it); err != nil {
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
	recorded := load[search, record](t, corfuStudy)
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

// TestDrawn: draws find again what was recorded.
func TestDrawn(t *testing.T) {
	all := load[draws, drawResult](t, samplingStudy)
	every, most := testsize.Sample(97, 31), testsize.Sample(1_000, 10_000)
	for i, d := range everyDraw() {
		if i%every != 0 || d.runs > most {
			continue
		}
		got, err := d.make()
		if err != nil {
			t.Fatal(err)
		}
		if want := all[d.command()]; text(t, got) != text(t, want) {
			t.Errorf("%s finds\n%+v\nand not\n%+v", d.command(), got, want)
		}
	}
}

// TestOddsHold: measured rates are within five standard deviations of their odds, and above what is guaranteed.
func TestOddsHold(t *testing.T) {
	all := drawnAll(load[draws, drawResult](t, samplingStudy))
	for _, n := range distances {
		for _, s := range strategies {
			p := odds(s, n+1)
			hits := float64(all.of(distantDraws(n, s)).Violating)
			if off := math.Abs(hits - manyDraws*p); off > 1+5*math.Sqrt(manyDraws*p*(1-p)) {
				t.Errorf("n = %d: %s hits the bug %v times, not about %v times", n, s, hits, manyDraws*p)
			}
		}
	}
	for _, s := range guaranteed {
		if d := all.of(betweenDraws(s)); float64(d.Violating) < d.Stated*manyDraws {
			t.Errorf("%s hits the bug of Example 2.3 %d times, and guarantees %v", s, d.Violating, d.Stated)
		}
	}
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
		want := regexp.MustCompile(`raft-in-place-5 *\| not in time *\| not in time *\|.*\| 0 of 11 *\|`)
		if page := (hitsAll{command: found}).page(); !want.MatchString(page) {
			t.Errorf("the page does not say that there was no time:\n%s", page)
		}
	}
}

// TestMinimal: a run is minimized again as was recorded.
func TestMinimal(t *testing.T) {
	all := load[checker.Model, minimal](t, minimizedStudy)
	m := named("raft-58a-general-3", minimalModels())
	now, err := minimized(m)
	if err != nil {
		t.Fatal(err)
	}
	was := all[m.Name]
	now.Seconds = was.Seconds
	if !reflect.DeepEqual(now, was) {
		t.Errorf("%s is minimized to\n%+v, and was to\n%+v", m.Name, now, was)
	}
}

// TestHits: a hunt finds again what was recorded.
func TestHits(t *testing.T) {
	testsize.LongOnly(t)
	all := load[hunt, hit](t, hitsStudy)
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

// TestAuto: short searches by the default find again what was recorded.
func TestAuto(t *testing.T) {
	all := load[searchedModel, contest](t, autoStudy)
	again := 0
	for _, m := range contested() {
		was := all[m.byDefault()]
		if was == nil || was.Seconds > 0.05 {
			continue
		}
		again++
		now, err := m.contest()
		if err != nil {
			t.Fatal(err)
		}
		if now.Verdict != was.Verdict || now.By != was.By {
			t.Errorf("%s: %s by %s, and was %s by %s", was.Command, now.Verdict, now.By, was.Verdict, was.By)
		}
	}
	if again < 20 {
		t.Errorf("only %d searches were short", again)
	}
}
