package main

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/report"
)

// alternatives are the values of the flags that have a choice.
func alternatives() map[string]string {
	return map[string]string{
		"bound-kind": report.Join(cli.BoundKinds(), " "),
		"dpor":       report.Join(checker.Algorithms(), " "),
		"delivery":   report.Join(proc.Deliveries(), " "),
		"format":     report.Join([]report.Format{report.TextFormat, report.JSONFormat}, " "),
	}
}

// runCompletion is checkmodel completion.
func runCompletion(args []string, stdout, stderr io.Writer) cli.Status {
	shells := map[string]func() string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(args) != 1 || shells[args[0]] == nil {
		complain(stderr, fmt.Errorf("name the shell whose command line shall be completed: bash, zsh or fish"))
		return cli.Unusable
	}
	return say(stdout, stderr, shells[args[0]]())
}

// option is a flag as a shell needs to know it.
type option struct {
	name     string
	takes    bool // a value
	values   string
	describe string
}

// options returns all flags, in the order of their names.
func options() []option {
	summaries := map[string]string{}
	for _, e := range entries() {
		summaries[e.name] = e.summary
	}
	values := alternatives()
	var all []option
	flags(&cli.Options{}, nil).VisitAll(func(f *flag.Flag) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		all = append(all, option{f.Name, !ok || !b.IsBoolFlag(), values[f.Name], summaries["-"+f.Name]})
	})
	return all
}

// bashCompletion completes flags, the values of those that have a choice, and
// else files and directories, which packages are.
func bashCompletion() string {
	var names, verbNames []string
	var cases strings.Builder
	for _, o := range options() {
		names = append(names, "-"+o.name)
		if o.values != "" {
			fmt.Fprintf(&cases, "\t-%[1]s|--%[1]s) COMPREPLY=($(compgen -W %[2]q -- \"$cur\")); return ;;\n", o.name, o.values)
		}
	}
	for _, v := range verbs() {
		verbNames = append(verbNames, v.name)
	}
	return fmt.Sprintf(`_checkmodel() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	COMPREPLY=()
	case $prev in
%s	help) COMPREPLY=($(compgen -W "all %s %s" -- "$cur")); return ;;
	completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$cur")); return ;;
	esac
	case $cur in
	-*) COMPREPLY=($(compgen -W "%[3]s" -- "$cur")); return ;;
	esac
	[ "$COMP_CWORD" -eq 1 ] && COMPREPLY=($(compgen -W "%[2]s" -- "$cur"))
	COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _checkmodel checkmodel
`, cases.String(), strings.Join(verbNames, " "), strings.Join(names, " "))
}

// zshCompletion is that of bash, which zsh understands.
func zshCompletion() string {
	return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletion()
}

func fishCompletion() string {
	var b strings.Builder
	for _, o := range options() {
		fmt.Fprintf(&b, "complete -c checkmodel -o %s", o.name)
		switch {
		case o.values != "":
			fmt.Fprintf(&b, " -x -a '%s'", o.values)
		case o.takes:
			b.WriteString(" -r")
		}
		fmt.Fprintf(&b, " -d '%s'\n", strings.ReplaceAll(o.describe, "'", `\'`))
	}
	for _, v := range verbs() {
		fmt.Fprintf(&b, "complete -c checkmodel -n __fish_use_subcommand -a %s\n", v.name)
	}
	return b.String()
}
