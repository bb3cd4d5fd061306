package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/results/machine"
)

// record is the record of a search.
type record struct {
	Search   string    `json:"search"`
	Command  string    `json:"command"` // runs the same search
	Date     time.Time `json:"date"`
	Go       string    `json:"go"`
	System   string    `json:"system"`
	CPU      string    `json:"cpu"`
	Cores    int       `json:"cores"`
	Parallel int       `json:"parallel"`      // the number of searches that ran at the same time
	Limit    float64   `json:"limit_seconds"` // of the search

	CPUSeconds float64 `json:"cpu_seconds"`       // of the process, including start and end
	PeakMemory int64   `json:"peak_memory_bytes"` // resident; 0 if not known

	Result result `json:"result"`
}

// result is the result of the search: the fields with these names in the output of checkmodel
// -json.
type result struct {
	Model           string       `json:"model"`
	Verdict         string       `json:"verdict"`
	Stop            string       `json:"stop"`
	Violations      report.Count `json:"violations"`
	FirstViolation  int          `json:"first_violation"`
	Interleavings   report.Count `json:"interleavings"`
	SleepSetBlocked int          `json:"sleep_set_blocked"`
	BoundCut        int          `json:"bound_cut"`
	DepthCut        int          `json:"depth_cut"`
	Events          int          `json:"events"`
	Strategy        string       `json:"strategy"`
	ReceivePatterns bool         `json:"receive_patterns"`
	Bound           *int         `json:"bound"`
	BoundKind       *string      `json:"bound_kind"`
	Until           string       `json:"until"`
	Elapsed         float64      `json:"elapsed_seconds"`
	Distinct        []violation  `json:"distinct_violations"`
	*report.States               // of a search of states
}

// violation is a kind of violation; its trace is not kept.
type violation struct {
	Property     string `json:"property"`
	Explanation  string `json:"explanation"`
	Interleaving int    `json:"interleaving"`
	Count        int    `json:"count"`
}

// executed returns the number of interleavings of a search that executes each.
func (r *result) executed() int {
	n, _ := strconv.Atoi(string(r.Interleavings))
	return n
}

// stopped reports whether the search was stopped.
func (r *result) stopped() bool { return r.Stop == report.TimedOut }

// measure runs a search in its own process.
func measure(s search, limit time.Duration, parallel int) (*record, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r := &record{
		Search: s.name(), Command: s.command(), Date: time.Now().UTC().Truncate(time.Second),
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, CPU: cpu(), Cores: runtime.NumCPU(),
		Parallel: max(1, parallel), Limit: limit.Seconds(),
	}
	cmd := exec.Command(self, "-one", s.name(), "-limit", limit.String())
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name(), err)
	}
	if err := json.Unmarshal(out, &r.Result); err != nil {
		return nil, fmt.Errorf("%s: %w", s.name(), err)
	}
	r.CPUSeconds = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Round(time.Millisecond).Seconds()
	r.PeakMemory = machine.PeakMemory(cmd.ProcessState)
	return r, nil
}

// printOne runs a search and prints its result, like checkmodel -json.
func printOne(name string, limit time.Duration) error {
	s, err := find(name)
	if err != nil {
		return err
	}
	it, err := timed(s, limit)
	if err != nil {
		return err
	}
	return report.JSON(os.Stdout, it)
}

// timed runs a search with a time limit; 0 is no limit.
func timed(s search, limit time.Duration) (report.Item, error) {
	ctx := context.Background()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	start := time.Now()
	r, err := s.do(ctx)
	if err != nil {
		return report.Item{}, err
	}
	it := report.Item{Name: s.model, Result: r, Elapsed: time.Since(start).Round(time.Millisecond)}
	if ctx.Err() != nil {
		it.Canceled = report.TimedOut
	}
	return it, nil
}

var modelName = regexp.MustCompile(`(?m)^model name\s*: (.*)$`)

// cpu returns the name of the processor, if the system provides it.
func cpu() string {
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := modelName.FindSubmatch(text); m != nil {
			return string(bytes.TrimSpace(m[1]))
		}
	}
	if out, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
		return string(bytes.TrimSpace(out))
	}
	return "processor not known"
}
