package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/clusterfile"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/real"
)

// extension is the end of the name of a file with a cluster of real programs.
const extension = ".toml"

// isCluster reports whether an argument is a file with a cluster of real programs, and no package.
func isCluster(argument string) bool { return strings.HasSuffix(argument, extension) }

// runFlags returns the flags of checkmodel run.
func runFlags(o *command.Options, scaffold, calls *bool) *pflag.FlagSet {
	fs := newFlags("checkmodel run")
	borrow(fs, flags(o), map[string]string{
		"faults": "change the faults of the cluster, by `FAULTS` such as 'crashes=1'",
		"search": "search by algorithm `NAME` (default: portfolio); 'checkmodel help search' lists them",
		"runs":   "run `N` random interleavings (default: 1000)",
		"depth":  "cut runs after `N` events; report how many (default: the cluster's limit)",
		"keep":   "write the schedules of violations to `DIRECTORY`",
	}, slices.Concat([]string{"faults", "runs", "search", "bound", "seed", "bug-depth", "replay", "around", "model", "depth", "until", "timeout", "max-interleavings",
		"workers", "checkpoint", "checkpoint-every", "resume", "show", "explain", "minimize", "original", "width", "verbose", "keep"}, reports(), []string{"require-complete"})...)
	toggle(fs, "calls", "", "show the system calls of each event in traces", calls)
	toggle(fs, "init", "", "write a commented file, as which the argument is named, and end", scaffold)
	return withAliases(withHelp(fs))
}

// runHelpText returns the output of checkmodel run -h.
func runHelpText() string {
	return `usage: checkmodel run [flags] cluster.toml

Run executes real programs, as they are built, under the scheduler of the
checker: it decides which of them moves, when a message arrives, what time it
is, who crashes, and which writes survive. The file describes the programs.
'checkmodel run -init cluster.toml' writes one with comments. The commands
explore and minimize take such a file in place of a package, too.

` + runFlags(new(command.Options), new(bool), new(bool)).FlagUsagesWrapped(columns)
}

// runRun implements checkmodel run.
func runRun(args []string, stdout, stderr io.Writer) command.Status {
	var o command.Options
	scaffold, calls := false, false
	files, err := parseFlags(runFlags(&o, &scaffold, &calls), args)
	if errors.Is(err, pflag.ErrHelp) {
		return say(stdout, stderr, runHelpText())
	}
	if !misspelt(err) {
		if len(files) != 1 {
			err = problems.Join(err, fmt.Errorf("name the one file that describes the programs, as in '%s run cluster%s'", started(), extension))
		} else if !isCluster(files[0]) {
			err = problems.Join(err, fmt.Errorf("%s is no file that ends in %s; packages with models are checked by '%s %s'", files[0], extension, started(), files[0]))
		}
	}
	if err = problems.Join(err, o.Validate(), o.Destinations("")); err != nil {
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s run -h' for help.\n", started())
		return command.Unusable
	}
	if scaffold {
		return writeCluster(files[0], stdout, stderr)
	}
	return executeClusters(o, files, stderr, func(c *real.Cluster) { c.Calls = calls })
}

// writeCluster writes the commented file. It overwrites nothing.
func writeCluster(path string, stdout, stderr io.Writer) command.Status {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		err = fmt.Errorf("there is a file %s already; choose another name", path)
	}
	if err != nil {
		return complain(stderr, err)
	}
	_, err = io.WriteString(f, clusterfile.Example)
	if err = errors.Join(err, f.Close()); err != nil {
		return complain(stderr, err)
	}
	return say(stdout, stderr, fmt.Sprintf("wrote %s\n\nSay in it which programs there are, and then\n\n\t%s run %s\n", path, started(), path))
}

// executeClusters executes the clusters in files, after change.
func executeClusters(options command.Options, files []string, stderr io.Writer, change func(*real.Cluster)) command.Status {
	var packages []command.Package
	var all []error
	hash := sha256.New()
	for _, path := range files {
		if !isCluster(path) {
			all = append(all, fmt.Errorf("%s: files with clusters and packages with models are not checked together", path))
			continue
		}
		cluster, err := clusterfile.Read(path)
		if err != nil {
			all = append(all, err)
			continue
		}
		hash.Write(clusterfile.Fingerprint(path, cluster))
		change(&cluster)
		packages = append(packages, command.Package{Path: path, Models: func() []checker.Model { return []checker.Model{cluster.Model()} }})
	}
	if err := problems.Join(all...); err != nil {
		return complain(stderr, err)
	}
	return command.Here(options, started()+" run", fmt.Sprintf("%x", hash.Sum(nil)[:8]), packages)
}
