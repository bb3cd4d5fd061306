//go:build with_tla

// Systemlogs drives clusters of go.etcd.io/raft, unmodified, by random runs, and writes what the library tells its TraceLogger, and
// what this program does: Saved, Crash and Restart. Usage, in the directory of this module:
//
//	go run -tags with_tla ./systemlogs [-dir DIR] [-run REGEXP]
//
// It writes 100 logs, of 3 to 5 nodes and 200 to 10 000 lines, which are the same each time. Ticks, proposals, elections, deliveries in any
// order, losses, copies and crashes are drawn; a node begins again from what it has stored. Package models/etcdlog has the model
// that fits them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
)

// sizes are the numbers of lines, and how many logs have so many.
var sizes = []struct{ lines, logs int }{{200, 40}, {1_000, 30}, {3_000, 20}, {10_000, 10}}

// log is a log to be written.
type log struct {
	nodes, lines int
	seed         uint64
}

func (l log) name() string {
	return fmt.Sprintf("nodes-%d-lines-%d-seed-%d.log", l.nodes, l.lines, l.seed)
}

func logs() (all []log) {
	for _, s := range sizes {
		for range s.logs {
			all = append(all, log{3 + len(all)%3, s.lines, uint64(len(all) + 1)})
		}
	}
	return all
}

// writeFile writes a log into a directory.
func (l log) writeFile(dir string) error {
	f, err := os.Create(filepath.Join(dir, l.name()))
	if err != nil {
		return err
	}
	to := bufio.NewWriter(f)
	write(to, l.nodes, l.lines, l.seed)
	return errors.Join(to.Flush(), f.Close())
}

func main() {
	dir := flag.String("dir", ".", "write the logs into `DIR`")
	run := flag.String("run", "", "write those whose names match `REGEXP`")
	flag.Parse()
	chosen, err := regexp.Compile(*run)
	if err == nil {
		err = writeAll(*dir, chosen)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "systemlogs: %v\n", err)
		os.Exit(1)
	}
}

// writeAll writes logs at the same time, as the library sleeps at each message that a trace tells.
func writeAll(dir string, chosen *regexp.Regexp) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	all := logs()
	errs := make([]error, len(all))
	var g sync.WaitGroup
	for i, l := range all {
		if chosen.MatchString(l.name()) {
			g.Go(func() { errs[i] = l.writeFile(dir) })
		}
	}
	g.Wait()
	return errors.Join(errs...)
}
