// Conform compares the logs of go.etcd.io/raft that models/etcdraft/systemlogs writes with the model of models/etcdlog, each in a
// process of its own. It records that in conform.json, and writes conform.md. Usage, in the root of the repository:
//
//	go -C results run ./conform [-run REGEXP]
//
// With -run '^$' it measures nothing, and writes the page again.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/models/etcdlog"
	"github.com/checkmodel/checkmodel/results/machine"
	"github.com/checkmodel/checkmodel/systemlog"
)

// record is the result of the comparison of a log.
type record struct {
	Log     string  `json:"log"`
	Nodes   int     `json:"nodes"`
	Lines   int     `json:"lines"`
	Fits    bool    `json:"fits"`
	Pairs   int     `json:"pairs"`
	Seconds float64 `json:"seconds"` // of CPU time
	MB      int64   `json:"mb"`
	Date    string  `json:"date"`
}

const recordsFile = "conform.json"

// compare compares the log of a file, in this process.
func compare(file string) (r record, err error) {
	r.Log = filepath.Base(file)
	if _, err = fmt.Sscanf(r.Log, "nodes-%d-lines-%d-", &r.Nodes, &r.Lines); err != nil {
		return r, err
	}
	log, err := systemlog.ReadFile(file)
	if err != nil {
		return r, err
	}
	report, err := conform.Check(context.Background(), etcdlog.Models()[r.Nodes-3], log, conform.Options{Total: true, MostStates: 20_000_000})
	if err == nil {
		r.Fits, r.Pairs = report.Fits, report.Pairs
	}
	return r, err
}

// measure compares the log of a file in another process.
func measure(file string) (r record, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	c := exec.Command(self, "-log", file)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		return r, fmt.Errorf("%s: %w", file, err)
	}
	r.Seconds, r.MB = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), machine.PeakMemory(c.ProcessState)>>20
	r.Date = time.Now().Format(time.DateOnly)
	return r, nil
}

// measureAll writes the logs whose names match, and records each.
func measureAll(results string, chosen *regexp.Regexp) error {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c := exec.Command("go", "run", "-tags", "with_tla", "./systemlogs", "-dir", dir, "-run", chosen.String())
	c.Dir, c.Stderr = filepath.Join(results, "..", "models", "etcdraft"), os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("models/etcdraft/systemlogs: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil {
		return err
	}
	for _, file := range files {
		r, err := measure(file)
		if err != nil {
			return err
		}
		fmt.Printf("%+v\n", r)
		if err := add(results, r); err != nil {
			return err
		}
	}
	return nil
}

// add puts a record in place of the record of the same log.
func add(results string, r record) error {
	all, err := read(results)
	if err != nil {
		return err
	}
	all = append(slices.DeleteFunc(all, func(o record) bool { return o.Log == r.Log }), r)
	slices.SortFunc(all, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.Lines, b.Lines), cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.Log, b.Log))
	})
	text, err := json.MarshalIndent(all, "", "\t")
	if err == nil {
		err = os.WriteFile(filepath.Join(results, recordsFile), append(text, '\n'), 0o644)
	}
	return err
}

// read reads the records in a directory.
func read(results string) (all []record, err error) {
	text, err := os.ReadFile(filepath.Join(results, recordsFile))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	return all, err
}

const words = `# Logs of etcd's Raft

Each log is of a random run of [go.etcd.io/raft](../models/etcdraft/systemlogs), unmodified, with
messages in any order, losses, copies, crashes and restarts. It is compared with
[models/etcdlog](../models/etcdlog/doc.go), with -total. Pairs are those of a state and a position;
of all logs of a row, the columns show the most. Seconds are CPU time.

| lines | nodes | logs | fit | pairs | seconds | MB |
|---|---|---|---|---|---|---|
`

// page returns the page of the records.
func page(all []record) string {
	var b strings.Builder
	b.WriteString(words)
	for i := 0; i < len(all); {
		row, logs, fit := all[i], 0, 0
		for ; i < len(all) && all[i].Lines == row.Lines && all[i].Nodes == row.Nodes; i++ {
			if logs++; all[i].Fits {
				fit++
			}
			row.Pairs, row.Seconds, row.MB = max(row.Pairs, all[i].Pairs), max(row.Seconds, all[i].Seconds), max(row.MB, all[i].MB)
			row.Date = max(row.Date, all[i].Date)
		}
		fmt.Fprintf(&b, "| %d | %d | %d | %d | %d | %.1f | %d |\n", row.Lines, row.Nodes, logs, fit, row.Pairs, row.Seconds, row.MB)
	}
	if len(all) > 0 {
		fmt.Fprintf(&b, "\nMeasured by `go -C results run ./conform` on %s, on two shared cores with other work. The\nsame model rejects logs with planted bugs at the first wrong line: TestBugs of systemlogs has them.\n", all[len(all)-1].Date)
	}
	return b.String()
}

// run does what the flags say.
func run(log, chosen string) error {
	if log != "" {
		r, err := compare(log)
		if err == nil {
			err = json.NewEncoder(os.Stdout).Encode(r)
		}
		return err
	}
	names, err := regexp.Compile(chosen)
	if err == nil && chosen != "^$" {
		err = measureAll(machine.Results(), names)
	}
	if err != nil {
		return err
	}
	all, err := read(machine.Results())
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(machine.Results(), "conform.md"), []byte(page(all)), 0o644)
}

func main() {
	log := flag.String("log", "", "compare only the log in `FILE`, and write the result to stdout")
	chosen := flag.String("run", "", "measure the logs whose names match `REGEXP`; '^$' only writes the page")
	flag.Parse()
	if err := run(*log, *chosen); err != nil {
		fmt.Fprintf(os.Stderr, "conform: %v\n", err)
		os.Exit(1)
	}
}
