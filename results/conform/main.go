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
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/models/etcdlog"
	"github.com/checkmodel/checkmodel/results/machine"
	"github.com/checkmodel/checkmodel/results/pages"
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
		if err := logs.Put(results, r); err != nil {
			return err
		}
	}
	return nil
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

// compareOnly writes the result of the comparison of a log.
func compareOnly(log string) error {
	r, err := compare(log)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(r)
	}
	return err
}

var logs = pages.Page[record]{
	Name: "conform", Text: page,
	Same: func(a, b record) bool { return a.Log == b.Log },
	Compare: func(a, b record) int {
		return cmp.Or(cmp.Compare(a.Lines, b.Lines), cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.Log, b.Log))
	},
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "-log" { // see measure
		if err := compareOnly(os.Args[2]); err != nil {
			fmt.Fprintf(os.Stderr, "conform: %v\n", err)
			os.Exit(1)
		}
		return
	}
	logs.Main(measureAll)
}
