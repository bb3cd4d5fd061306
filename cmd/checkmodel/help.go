package main

// help is what checkmodel -h prints.
const help = `usage: checkmodel [flags] packages
       checkmodel vet [go vet flags] packages
       checkmodel new directory
       checkmodel show [flags] file
       checkmodel help [flag | command | all]

Checkmodel explores the interleavings of the models in Go packages, one of every
class of those that no process can tell apart, and says what that established. A
package has models if it has a function 'func Models() []checker.Model'; packages
are named as for every go command. Flags may have one dash or two and may stand in
front of the packages or behind them; behind -- there are only packages.

What is explored
  -bound N              only interleavings whose schedule costs at most N, and
                        say how many branches that cut; without it, what the
                        model says, or all. With 0..N, bound after bound,
                        nothing twice; with none, all
  -bound-kind KIND      how a schedule's cost is counted. tree: each divergence
                        from the first branch costs one (the default); delay:
                        taking the branch number k, from 0, costs k
  -dpor ALGORITHM       optimal: one interleaving of each class (the default);
                        source: some are begun in vain; none: all interleavings
  -receive-patterns     two messages race only where a receive can tell which
                        came first (the default); with -receive-patterns=false
                        any two into the same mailbox do
  -delivery KIND        how messages travel, instead of what the model says.
                        instant: what is sent is there (the default), and no bug
                        is found that needs a delayed message; channel: later,
                        what one process sends to another in the order in which
                        it was sent; bag: later, in any order
  -depth N              at most N events in an interleaving; one that is cut is
                        counted (0, the default: what the model says, or 10000)

Which models, and how long
  -model REGEXP         only the models whose name matches
  -list                 list the models instead of checking them
  -keep-going           explore on after the first violation of a model; of each
                        kind, a property with its explanation, the shortest is
                        reported: one with its trace, with -v all of them
  -stop-at-first        end with the first violation of a model, also if the model
                        declares it. Without it, a search with -bound,
                        -max-interleavings or -timeout goes on after those
  -replay SCHEDULE      execute one interleaving instead of a search: the schedule
                        as a report shows it, or the name of a file that holds it
  -workers N            search with N goroutines; the result is the same for any
                        number (0, the default: one for each processor)
  -seed N               processes go on in another order where nothing is planned
  -max-interleavings N  at most N interleavings of each model
  -timeout DURATION     at most so long for all models together, as 90s or 2h30m,
                        with an equal part for each (0, the default: no limit)
  -checkpoint FILE      save a search in FILE when it is stopped by an interrupt, the
                        timeout or the budget (without the flag an interrupt saves
                        it all the same, in MODEL.checkpoint)
  -checkpoint-every DURATION
                        save it every so often as well
  -resume FILE          go on with the search that is saved in FILE; the other flags
                        and the models must be the same

What is reported
  -json                 one JSON object for each model, on a line of its own
  -show N               the first N interleavings of a model, if none violates
                        a property
  -explain              which pairs of operations cause the most interleavings,
                        and what may help
  -format FORMAT        text (the default) or json, which is -json
  -html FILE            write a page that shows the violations, event by event
  -svg FILE             write a diagram of the violation that is shown
  -dot FILE             write the order of its events, for Graphviz
  -shiviz FILE          write its events with vector clocks, for ShiViz
  -tree FILE            write the exploration tree of a small search, for Graphviz
  -width N              lay traces out for N columns; on a wide terminal, and with
                        -width, they have a column for each process
  -v                    every violation with its trace, values in full length
  -keep DIRECTORY       write the schedule of each violation to a file there, in a
                        directory with the name of the model; go test replays
                        what is in testdata/checkmodel, -replay executes one
  -require-complete     exit with status 3 if a bound or a budget cut a search
  -cpuprofile FILE      write where the checker spends its time, for go tool pprof
  -memprofile FILE      write what memory it allocates, likewise
  -h                    print this text

Other commands
  vet                   find bugs in models before they run: what go vet finds
                        with this command as its -vettool, and with its flags;
                        checkmodel help vet lists the analyzers
  new                   write a small model, with its test, to begin with
  show                  show a report that -json has written, in any format
  help                  say more of a flag or a command, as in checkmodel help bound
  completion            print what lets bash, zsh or fish complete the command line
  version               print the version

Verdicts
  verified    everything was explored and nothing is violated
  violated    an interleaving violates a property; its trace is shown
  bounded     everything within the bound was explored, as far as -depth did not
              cut it, nothing was found, and there is more
  incomplete  the search was stopped before it was through; nothing was found
  failed      the model cannot be analysed; the message says why, and where one
              interleaving led there it is shown

Exit status
  0    every model behaved as it declares, as far as it was explored: what it
       declares to violate may lie beyond a bound or a budget, which is said,
       and so is it if a rule had nothing to judge
  1    a violation that the model does not declare, a declared one that a
       complete search did not find, or a goal that it did not reach
  2    the command line, a package or a model cannot be used, there is nothing
       to check, there was no time to explore anything of a model, or a report
       or a checkpoint cannot be written
  3    with -require-complete: a bound or a budget cut a search
  130  interrupted; the report says what was established until then. A second
       interrupt ends the command at once

Examples
  checkmodel -bound 4 ./models/corfu
  checkmodel -model '^tail$' -v ./models/corfu
  checkmodel ./... -timeout 10m -require-complete
  checkmodel -keep-going -max-interleavings 100000 -json ./...
  checkmodel -json ./models/corfu >run.json; checkmodel show -format html run.json
`
