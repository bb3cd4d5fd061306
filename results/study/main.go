// Study measures the CORFU models as the authors of
//
//	Stavros Aronis, Scott Lystig Fritchie, Konstantinos Sagonas:
//	"Testing and Verifying Chain Repair Methods for CORFU
//	Using Stateless Model Checking" (iFM 2017)
//
// measured theirs, and writes tables with both figures:
//
//	results/raw.json         one record for each search
//	results/table1.md        every method, with a bound of 4 and without a bound
//	results/table2.md        method 1 with each subset of the improvements
//	results/verification.md  searches to the end, without a bound
//
// With -bounds it writes a section of results/random.md instead, which compares the kinds of bounds by their
// counts, also for some other models, and with -estimates another one, about estimates. With -published it writes results/published.json and
// results/published.md, about models that another model checker publishes, with -raft raft.json and
// raft.md, about the models of Raft, with -sampling sampling.json, sampling.md and its plots, about
// random testing, with -hits hits.json and hits.md, about how soon it finds the bugs of Raft, with
// -minimal minimized.json and minimized.md, about what their failing runs need, and with -searches searches.json
// and searches.md, which compare the algorithms of the search.
//
// All our figures in the tables come from raw.json. Usage, in any directory of the repository:
//
//	go -C results run ./study [flags]
//
// A search has the name of its model and the flags of the command that repeat
// it, as in "tail -bound 4"; the command of a search that does not go on has -until
// first besides. The flags of study are:
//
//	-run REGEXP   only searches whose name matches; the records of the others
//	              are kept. '^$' only writes the tables again
//	-limit D      the time limit of each search (default 5m)
//	-parallel N   the number of searches at a time (default 1)
//	-list         print the names of the searches
//	-dir DIR      the directory of the files (default: this module)
//	-bounds       only write the section on bounds of random.md, in some seconds
//	-published    make the searches of published.md, one at a time, of those whose names match -run
//	-raft         the same for raft.md
//	-estimates    make the searches of the section on estimates of random.md, in some minutes
//	-sampling     make the runs of sampling.md, of those whose commands match -run, in some minutes
//	-hits         the same for hits.md
//	-minimal      the same for minimized.md
//	-searches     the same for searches.md
//
// The records and tables are written anew after every search, so an interrupt
// loses only those that are under way. Each search is done by a process of its
// own, so that its memory can be measured.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/results/machine"
)

func main() {
	var (
		pattern  = flag.String("run", "", "only searches whose name matches the `regexp`")
		limit    = flag.Duration("limit", 5*time.Minute, "the time limit of each search")
		parallel = flag.Int("parallel", 1, "the number of searches at a time")
		list     = flag.Bool("list", false, "print the names of the searches")
		dir      = flag.String("dir", machine.Results(), "the directory of the files")
		bounds   = flag.Bool("bounds", false, "only write the section on bounds of random.md")
		states   = flag.Bool("published", false, "make the searches of published.md instead")
		ofRaft   = flag.Bool("raft", false, "make the searches of raft.md instead")
		guesses  = flag.Bool("estimates", false, "make the searches of the section on estimates of random.md instead")
		draws    = flag.Bool("sampling", false, "make the runs of sampling.md instead")
		hunted   = flag.Bool("hits", false, "make the runs of hits.md instead")
		ofWays   = flag.Bool("searches", false, "make the searches of searches.md instead")
		least    = flag.Bool("minimal", false, "minimize the runs of minimized.md instead")
		one      = flag.String("one", "", "do the search of this name and print its result (used by study itself)")
	)
	flag.Parse()
	var err error
	switch {
	case flag.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flag.Arg(0))
	case *bounds:
		err = files{*dir}.writeBounds()
	case *states:
		err = studyPublished(*dir, *pattern, *limit)
	case *ofRaft:
		err = studyRaft(*dir, *pattern, *limit)
	case *guesses:
		err = studyEstimates(*dir, *pattern)
	case *draws:
		err = studySampling(*dir, *pattern)
	case *hunted:
		err = studyHits(*dir, *pattern)
	case *ofWays:
		err = studySearches(*dir, *pattern)
	case *least:
		err = studyMinimal(*dir, *pattern)
	case *one != "":
		err = printOne(*one, *limit)
	default:
		err = study(*dir, *pattern, *limit, *parallel, *list)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "study: %v\n", err)
		os.Exit(1)
	}
}

// onOneCore lets what follows run as the command does on a machine with one core. It returns a function that ends this.
func onOneCore() func() {
	cores, percent := runtime.GOMAXPROCS(1), debug.SetGCPercent(400)
	return func() {
		runtime.GOMAXPROCS(cores)
		debug.SetGCPercent(percent)
	}
}

// study runs the selected searches and writes the files.
func study(dir, pattern string, limit time.Duration, parallel int, list bool) error {
	selected, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	files := files{dir}
	recorded, err := files.load()
	if err != nil {
		return err
	}
	if err := files.write(recorded); err != nil {
		return err
	}
	var todo []search
	for _, s := range searches() {
		if selected.MatchString(s.name()) {
			todo = append(todo, s)
		}
	}
	if list {
		for _, s := range todo {
			fmt.Println(s.name())
		}
		return nil
	}

	queue := make(chan search)
	var workers sync.WaitGroup
	var mu sync.Mutex // guards recorded, the files and failure
	var failure error
	for range max(1, parallel) {
		workers.Go(func() {
			for s := range queue {
				r, err := measure(s, limit, parallel)
				mu.Lock()
				if err == nil {
					fmt.Printf("%-45s %-11s %10s interleavings, %s\n",
						s.name(), r.Result.Verdict, groups(string(r.Result.Interleavings)), duration(r.Result.Elapsed))
					recorded[s.name()] = r
					err = files.write(recorded)
				}
				if failure == nil {
					failure = err
				}
				mu.Unlock()
			}
		})
	}
	for _, s := range todo {
		queue <- s
	}
	close(queue)
	workers.Wait()
	return failure
}
