package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	_ "github.com/checkmodel/checkmodel/cli/web" // so that go mod vendor has the imports of -http
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report"
)

// exploreFlags returns the flags of checkmodel explore: those flags of a search that say what can happen, which model it is, and
// how it is shown.
func exploreFlags(o *command.Options) *pflag.FlagSet {
	fs := newFlags("checkmodel explore")
	borrow(fs, flags(o), map[string]string{
		"replay":  "begin at the end of the interleaving `SCHEDULE`, which may be in a file",
		"width":   "break lines at `N` columns (default: the terminal's)",
		"verbose": "show values in full length",
	}, append(happening(), "model", "replay", "depth", "seed", "width", "verbose")...)
	fs.StringVar(&o.HTTP, "http", "", "serve a page at `ADDRESS` of this machine, such as localhost:0, instead of reading commands")
	return withAliases(withHelp(fs))
}

// happening returns the names of the flags that define the possible events.
func happening() []string {
	return []string{"delivery", "faults", "without", "set"}
}

// borrow adds the flags with these names to fs; instead has the usage of the flags that mean something else there.
func borrow(fs, all *pflag.FlagSet, instead map[string]string, names ...string) {
	for _, name := range names {
		f := *all.Lookup(name)
		if usage := instead[name]; usage != "" {
			f.Usage = usage
		}
		fs.AddFlag(&f)
	}
}

// reports returns the names of the flags for forms of a report.
func reports() (names []string) {
	for _, f := range report.Formats() {
		if f != report.TextFormat {
			names = append(names, string(f))
		}
	}
	return names
}

// exploreHelp returns the output of checkmodel explore -h.
func exploreHelp() string {
	return `usage: checkmodel explore [flags] package

Explore lets you drive an execution of a model: it shows what can happen next
and what would come of it, and you choose; step back, and try something else.
It reads commands from standard input, one per line:

` + interactive.Help(0) + `

` + exploreFlags(new(command.Options)).FlagUsagesWrapped(columns)
}

// runExplore implements checkmodel explore.
func runExplore(args []string, stdout, stderr io.Writer) command.Status {
	o := command.Options{Explore: true}
	packages, err := parseFlags(exploreFlags(&o), args)
	if errors.Is(err, pflag.ErrHelp) {
		return say(stdout, stderr, exploreHelp())
	}
	if len(packages) == 0 && !misspelt(err) {
		err = problems.Join(err, fmt.Errorf("name the package of the model, as in '%s explore .'", started()))
	}
	if err = problems.Join(err, o.Validate()); err != nil {
		complain(stderr, err)
		fmt.Fprintf(stderr, "Run '%s explore -h' for help.\n", started())
		return command.Unusable
	}
	return execute(o, packages, stderr)
}
