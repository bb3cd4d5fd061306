// Study makes the measurements of the pages in results, records them in files of JSON, and writes the pages, with the
// figures of papers beside ours. Usage, in the root of the repository:
//
//	go -C results run ./study [flags] [SUBJECT]
//
// The subject is a word of this list:
//
//	corfu      table1.md, table2.md and verification.md: the methods of "Testing and Verifying Chain Repair Methods for
//	           CORFU Using Stateless Model Checking" (Aronis, Lystig Fritchie, Sagonas, iFM 2017); the default
//	published  published.md: models that another model checker publishes
//	raft       raft.md: the models of Raft
//	auto       auto.md: the default search beside each single one
//	sampling   sampling.md and its plots: strategies of random testing
//	hits       hits.md: how soon these find the bugs of Raft
//	minimized  minimized.md and its plot: what failing runs need
//	cluster    cluster.md and its plot: units of searches, and simulated clusters
//
// The flags are:
//
//	-run REGEXP   only measurements whose key matches; the records of the others are kept. '^$' only writes the
//	              pages again. A key is the command that makes the same search, or the name of its model
//	-limit D      the time limit of a search of corfu, published and raft (default 5m)
//
// Files are written after every measurement, so an interrupt loses only the current measurement. A search whose peak of
// memory is measured has a process of its own.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/results/machine"
)

// subjects returns all subjects by their names.
func subjects() map[string]subject {
	return map[string]subject{
		"corfu": corfuStudy, "published": publishedStudy, "raft": raftStudy,
		"sampling": samplingStudy, "hits": hitsStudy, "auto": autoStudy, "minimized": minimizedStudy, "cluster": clusterStudy,
	}
}

var (
	pattern = flag.String("run", "", "only measurements whose key matches the `regexp`")
	limit   = flag.Duration("limit", 0, "the time limit of each search; 0 is that of the subject")
	one     = flag.String("one", "", "make the search of this key and print its record (used by study itself)")
)

func main() {
	flag.Parse()
	if err := run(cmp.Or(flag.Arg(0), "corfu")); err != nil {
		fmt.Fprintf(os.Stderr, "study: %v\n", err)
		os.Exit(1)
	}
}

func run(name string) error {
	selected, err := regexp.Compile(*pattern)
	switch about := subjects()[name]; {
	case err != nil:
		return fmt.Errorf("-run: %w", err)
	case flag.NArg() > 1:
		return fmt.Errorf("unexpected argument %q; there is one subject", flag.Arg(1))
	case about == nil:
		return fmt.Errorf("there is no subject %q; those are %s", name, strings.Join(slices.Sorted(maps.Keys(subjects())), ", "))
	case *one != "" && name == "cluster":
		return workOn(*one)
	case *one != "":
		return printOne(*one)
	default:
		return about.measure(machine.Results(), selected)
	}
}

// apart makes a search in a process of its own, and returns its output.
func apart(subject, key string) ([]byte, *os.ProcessState, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.Command(self, "-one", key, "-limit", limit.String(), subject)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return out, cmd.ProcessState, err
}

// onOneCore calls a function as the command runs on a machine with one core.
func onOneCore[M, R any](do func(M) (*R, error)) func(M) (*R, error) {
	return func(m M) (*R, error) {
		cores, percent := runtime.GOMAXPROCS(1), debug.SetGCPercent(400)
		defer runtime.GOMAXPROCS(cores)
		defer debug.SetGCPercent(percent)
		return do(m)
	}
}

// timeLimit returns the flag, or the limit of the subject.
func timeLimit(usual time.Duration) time.Duration { return cmp.Or(*limit, usual) }
