package main

import (
	"strings"

	"github.com/checkmodel/checkmodel/internal/command"
)

// columns is the width of help texts, which every terminal has.
const columns = 80

// help returns the output of checkmodel -h.
func help() string {
	var b strings.Builder
	b.WriteString(introduction)
	for _, g := range groups(&command.Options{}) {
		b.WriteString(g.title + "\n" + g.FlagUsagesWrapped(columns) + "\n")
	}
	b.WriteString(remainder)
	return b.String()
}

// introduction is the help text before the flags.
const introduction = `usage: checkmodel [flags] packages
       checkmodel test [flags] packages
       checkmodel run [flags] cluster.toml
       checkmodel explore [flags] package
       checkmodel minimize [flags] file [package]
       checkmodel conform -log file [flags] package
       checkmodel vet [go vet flags] packages
       checkmodel new directory
       checkmodel show [flags] file
       checkmodel help [flag | command | all]

Checkmodel explores the interleavings of the models in Go packages, one of each
class of those that no process can tell apart, and reports the results. A
package has models if it has a function 'func Models() []checker.Model'.
Packages are named as for every go command.

Flags have one dash or two, as in -bound 4 and --bound=4, and stand before the
packages or after them; after -- there are only packages. Letters can share a
dash, as in -vb 4. 'checkmodel help bound' says all about -bound, and so on.

`

// remainder is the help text after the flags.
const remainder = `Other commands
  test                  explore tests of ordinary Go code: goroutines, channels,
                        locks and timers
  run                   run real programs under the scheduler of the checker, as
                        a file in TOML describes them; -init writes one
  explore               drive an execution by hand: choose each step, see what
                        it changes, step back, try something else
  minimize              make a kept failure smaller: leave out the events that
                        it does not need
  conform               does the log of a real system fit a model, and if not,
                        from which line on
  vet                   find bugs in models before they run, with the analyzers
                        of this command and the flags of go vet;
                        checkmodel help vet lists the analyzers
  new                   write a small model, with its test, to begin with
  show                  show a report that -json has written, in any format
  help                  describe a flag or a command, as in help bound
  completion            print the code by which bash, zsh or fish complete the
                        command line
  version               print the version

Verdicts
  verified    everything was explored and nothing is violated
  violated    an interleaving violates a property; its trace is shown
  bounded     nothing was found, but the bound excluded interleavings, or some
              were cut at -depth
  sampled     interleavings were drawn at random, and nothing was found; the
              report says with which probability a bug was missed
  incomplete  the search was stopped early; nothing was found
  failed      the model cannot be analysed; the message says why, and the
              interleaving that led there is shown if there is one

Exit status
  0    every model behaved as it declares, as far as it was explored: a
       declared violation may lie beyond a bound or a budget. The report says
       so, and also if a rule had nothing to judge so far
  1    a violation that the model does not declare, a declared one that a
       complete search did not find, or a goal that it did not reach
  2    the command line, a package or a model cannot be used, a rule had
       nothing to judge in any interleaving, there is nothing to check, there
       was no time to explore anything of a model, or a report or a checkpoint
       cannot be written
  3    with -require-complete: a bound or a budget cut a search
  130  interrupted; the report has the results so far. A second interrupt
       ends the command at once

Examples
  checkmodel -bound 4 ./models/corfu
  checkmodel -model '^tail$' -v ./models/corfu
  checkmodel ./... -timeout 10m -require-complete
  checkmodel -until end -max-interleavings 100000 -json ./...
  checkmodel -json ./models/corfu >run.json
  checkmodel show -format html run.json
`
