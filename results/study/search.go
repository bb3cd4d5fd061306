package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/models/chainrepl"
	"github.com/checkmodel/checkmodel/models/corfu"
	"github.com/checkmodel/checkmodel/models/published"
	"github.com/checkmodel/checkmodel/models/raft"
	"github.com/checkmodel/checkmodel/results/machine"
	"github.com/checkmodel/checkmodel/results/pages"
)

// search is a model and the way its interleavings are searched.
type search struct {
	model     string
	bound     bounding.Bound
	noPattern bool // without receive patterns
	keepGoing bool
	dir       string // of models; "" is corfu
	states    bool   // by states
	patterns  bool   // by states, with receive patterns
	late      bool   // with late delivery
}

// name returns the model and the flags of the command that runs the same search.
func (s search) name() string { return s.model + s.flags() }

func (s search) flags() string {
	flags := ""
	if s.bound.Limits() {
		flags += fmt.Sprint(" -bound ", s.bound)
	}
	for _, f := range []struct {
		on   bool
		flag string
	}{
		{s.noPattern, " -receive-patterns=false"}, {s.keepGoing, " -until end"}, {s.states, " -search states"},
		{s.patterns, " -receive-patterns"}, {s.late, " -delivery late"},
	} {
		if f.on {
			flags += f.flag
		}
	}
	return flags
}

// command returns the command that runs the same search.
func (s search) command() string {
	flags := s.flags()
	if !s.states && !s.keepGoing && !s.bound.Limits() { // otherwise it is the default
		flags = " -search optimal" + flags
	}
	if !s.keepGoing {
		flags += " -until first"
	}
	if s.states && !s.patterns && !s.late {
		flags += " -workers 2"
	}
	return fmt.Sprintf("go run ./cmd/checkmodel -model '^%s$'%s ./models/%s", regexp.QuoteMeta(s.model), flags, cmp.Or(s.dir, "corfu"))
}

// until returns which violation ends the search; the tables count up to the first.
func (s search) until() checker.Until {
	if s.keepGoing {
		return checker.UntilEnd
	}
	return checker.UntilFirst
}

// do runs the search with a time limit; 0 is no limit.
func (s search) do(limit time.Duration) (document.Item, error) {
	models := map[string]func() []checker.Model{"": corfu.Models, "published": published.Models, "chainrepl": chainrepl.Models, "raft": raft.Models}[s.dir]()
	algorithm := checker.Optimal
	if s.states {
		algorithm = checker.States
	}
	ctx := context.Background()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	start := time.Now()
	r, err := checker.Check(ctx, named(s.model, models), checker.Options{
		Algorithm:         algorithm,
		Bound:             s.bound,
		AnyDeliveriesRace: s.noPattern,
		ReceivePatterns:   s.patterns,
		LateDelivery:      s.late,
		Until:             s.until(),
	})
	if err != nil {
		return document.Item{}, err
	}
	it := document.Item{Name: s.model, Result: r, Elapsed: time.Since(start).Round(time.Millisecond)}
	if ctx.Err() != nil {
		it.Canceled = document.TimedOut
	}
	return it, nil
}

// named returns the model of that name, which there is.
func named(name string, models []checker.Model) checker.Model {
	i := slices.IndexFunc(models, func(m checker.Model) bool { return m.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("there is no model %q", name))
	}
	return models[i]
}

// record is the record of a search.
type record struct {
	Search  string    `json:"search"`
	Command string    `json:"command"` // runs the same search
	Date    time.Time `json:"date"`
	Go      string    `json:"go"`
	System  string    `json:"system"`
	CPU     string    `json:"cpu"`
	Cores   int       `json:"cores"`
	Limit   float64   `json:"limit_seconds"` // of the search

	CPUSeconds float64 `json:"cpu_seconds"`       // of the process, including start and end
	PeakMemory int64   `json:"peak_memory_bytes"` // resident; 0 if not known

	Result result `json:"result"`
}

// result is the result of the search: the fields with these names in the output of checkmodel -json.
type result struct {
	Verdict          string         `json:"verdict"`
	Stop             string         `json:"stop"`
	Violations       document.Count `json:"violations"`
	FirstViolation   int            `json:"first_violation"`
	Interleavings    document.Count `json:"interleavings"`
	SleepSetBlocked  int            `json:"sleep_set_blocked"`
	BoundCut         int            `json:"bound_cut"`
	Events           int            `json:"events"`
	Elapsed          float64        `json:"elapsed_seconds"`
	*document.States                // of a search of states
}

// executed returns the number of interleavings of a search that executes each.
func (r *result) executed() int {
	n, _ := strconv.Atoi(string(r.Interleavings))
	return n
}

// stopped reports whether the search was stopped.
func (r *result) stopped() bool { return r.Stop == document.TimedOut }

// count returns the number of interleavings.
func (r *result) count() string {
	if r.stopped() {
		return "stopped after " + groups(string(r.Interleavings))
	}
	return groups(string(r.Interleavings))
}

// usualLimit is the limit of a search.
const usualLimit = 5 * time.Minute

// records holds the record of each search, by name.
type records map[string]*record

// of returns a study of searches, each of which is made in a process of its own.
func of(name, file string, all func() []search, pages func(records) map[string]string) subject {
	return study[search, record]{
		file, all, search.name, func(r *record) string { return r.Search },
		func(s search) (*record, error) {
			r := &record{
				Search: s.name(), Command: s.command(), Date: time.Now().UTC().Truncate(time.Second),
				Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, CPU: machine.Processor(), Cores: runtime.NumCPU(),
				Limit: timeLimit(usualLimit).Seconds(),
			}
			out, process, err := apart(name, s.name())
			if err != nil {
				return nil, err
			}
			if err := json.Unmarshal(out, &r.Result); err != nil {
				return nil, err
			}
			r.CPUSeconds = (process.UserTime() + process.SystemTime()).Round(time.Millisecond).Seconds()
			r.PeakMemory = machine.PeakMemory(process)
			return r, nil
		},
		func(r map[string]*record) map[string]string { return pages(r) },
	}
}

// printOne runs a search and prints its result, like checkmodel -json.
func printOne(name string) error {
	all := slices.Concat(corfuSearches(), publishedSearches(), raftSearches())
	i := slices.IndexFunc(all, func(s search) bool { return s.name() == name })
	if i < 0 {
		return fmt.Errorf("there is no search %q", name)
	}
	it, err := all[i].do(timeLimit(usualLimit))
	if err != nil {
		return err
	}
	return document.JSON(os.Stdout, it)
}

// provenance says where and when searches were run, and how to repeat them.
func (all records) provenance(used []search, subject, file string) string {
	// Equal conditions are listed once.
	var conditions []string
	dates := map[string][]string{}
	count := map[string]int{}
	for _, s := range used {
		r := all[s.name()]
		if r == nil {
			continue
		}
		c := fmt.Sprintf("%s, %s, %s, %d cores", r.Go, r.System, r.CPU, r.Cores)
		if count[c]++; count[c] == 1 {
			conditions = append(conditions, c)
		}
		if date := r.Date.Format(time.DateOnly); !slices.Contains(dates[c], date) {
			dates[c] = append(dates[c], date)
		}
	}
	var b strings.Builder
	b.WriteString("\n" + pages.Prose("`go -C results run ./study "+subject+"` writes this page. ["+file+"]("+file+") has each search with its",
		"command, CPU time and time limit. Times are wall-clock times, on machines with other work."))
	for _, c := range conditions {
		slices.Sort(dates[c])
		fmt.Fprintf(&b, "- %s, %s:\n  %s\n", plural(count[c], "search", "searches"), strings.Join(dates[c], ", "), c)
	}
	return b.String()
}
