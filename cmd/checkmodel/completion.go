package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/report"
)

// runCompletion implements checkmodel completion.
func runCompletion(args []string, stdout, stderr io.Writer) command.Status {
	names, status, ok := operands("completion", args, stdout, stderr)
	if !ok {
		return status
	}
	shells := map[string]func() string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion}
	if len(names) != 1 || shells[names[0]] == nil {
		return complain(stderr, errors.New("name the shell in which to complete commands: bash, zsh or fish"))
	}
	return say(stdout, stderr, shells[names[0]]())
}

// These return the flags of a search, and of checkmodel explore, minimize, conform and show.
func searchFlags() *pflag.FlagSet  { return flags(new(command.Options)) }
func logFlags() *pflag.FlagSet     { return conformFlags(new(command.Options)) }
func byHandFlags() *pflag.FlagSet  { return exploreFlags(new(command.Options)) }
func smallerFlags() *pflag.FlagSet { return minimizeFlags(new(command.Options)) }
func savedFlags() *pflag.FlagSet   { return showFlags(new(command.Options), new(report.Format)) }

// spellings returns the ways to write a flag: with one dash, including the shorthand, and with two.
func spellings(f *pflag.Flag) (one, two []string) {
	one, two = []string{"-" + f.Name}, []string{"--" + f.Name}
	if f.Shorthand != "" {
		one = append(one, "-"+f.Shorthand)
	}
	return one, two
}

// bashFlags returns the cases that complete the flags and their values.
func bashFlags(fs *pflag.FlagSet) string {
	var ones, twos []string
	var cases strings.Builder
	visible(fs, func(f *pflag.Flag) {
		one, two := spellings(f)
		ones, twos = append(ones, one...), append(twos, two...)
		if f.NoOptDefVal != "" {
			return // it takes no value
		}
		complete := ""
		switch kind := f.Annotations[kindOf]; {
		case f.Annotations[valuesOf] != nil:
			complete = fmt.Sprintf("COMPREPLY=($(compgen -W %q -- \"$cur\")); ", strings.Join(f.Annotations[valuesOf], " "))
		case kind != nil && kind[0] == aDirectory:
			complete = "COMPREPLY=($(compgen -d -- \"$cur\")); "
		case kind != nil:
			complete = "COMPREPLY=($(compgen -f -- \"$cur\")); "
		}
		fmt.Fprintf(&cases, "\t\t%s) %sreturn ;;\n", strings.Join(append(one, two...), "|"), complete)
	})
	return fmt.Sprintf(`		case $prev in
%s		esac
		case $cur in
		--*) COMPREPLY=($(compgen -W "%s" -- "$cur")); return ;;
		-*) COMPREPLY=($(compgen -W "%s" -- "$cur")); return ;;
		esac
`, cases.String(), strings.Join(twos, " "), strings.Join(ones, " "))
}

// bashCompletion completes flags and their values, and otherwise files and directories, since
// packages are directories.
func bashCompletion() string {
	var ones, verbNames []string
	visible(searchFlags(), func(f *pflag.Flag) {
		one, _ := spellings(f)
		ones = append(ones, one...)
	})
	for _, v := range verbs() {
		verbNames = append(verbNames, v.name)
	}
	return fmt.Sprintf(`_checkmodel() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb=
	COMPREPLY=()
	[ "$COMP_CWORD" -gt 1 ] && verb=${COMP_WORDS[1]}
	case $verb in
	help) COMPREPLY=($(compgen -W "all %[1]s %[2]s" -- "$cur")); return ;;
	completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$cur")); return ;;
	show)
%[3]s		;;
	explore)
%[4]s		;;
	minimize)
%[5]s		;;
	conform)
%[7]s		;;
	*)
%[6]s		;;
	esac
	[ "$COMP_CWORD" -eq 1 ] && COMPREPLY=($(compgen -W "%[1]s" -- "$cur"))
	COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _checkmodel checkmodel
`, strings.Join(verbNames, " "), strings.Join(ones, " "), bashFlags(savedFlags()), bashFlags(byHandFlags()), bashFlags(smallerFlags()), bashFlags(searchFlags()), bashFlags(logFlags()))
}

// zshCompletion is the code for bash, which zsh can execute.
func zshCompletion() string {
	return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletion()
}

// fishFlags returns the commands that complete flags where a condition holds.
func fishFlags(fs *pflag.FlagSet, condition string) string {
	var b strings.Builder
	visible(fs, func(f *pflag.Flag) {
		fmt.Fprintf(&b, "complete -c checkmodel -n '%s' -o %s -l %[2]s", condition, f.Name)
		if f.Shorthand != "" {
			fmt.Fprintf(&b, " -s %s", f.Shorthand)
		}
		switch values := f.Annotations[valuesOf]; {
		case values != nil:
			fmt.Fprintf(&b, " -x -a '%s'", strings.Join(values, " "))
		case f.Annotations[kindOf] != nil:
			b.WriteString(" -r -F")
		case f.NoOptDefVal == "":
			b.WriteString(" -x")
		}
		fmt.Fprintf(&b, " -d '%s'\n", strings.ReplaceAll(summary(f), "'", `\'`))
	})
	return b.String()
}

// summary returns the first part of the help text of a flag.
func summary(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	if i := strings.IndexAny(usage, ".;:("); i >= 0 {
		usage = usage[:i]
	}
	return strings.TrimSpace(usage)
}

func fishCompletion() string {
	var b strings.Builder
	b.WriteString(fishFlags(searchFlags(), "not __fish_seen_subcommand_from show explore minimize conform"))
	b.WriteString(fishFlags(byHandFlags(), "__fish_seen_subcommand_from explore"))
	b.WriteString(fishFlags(smallerFlags(), "__fish_seen_subcommand_from minimize"))
	b.WriteString(fishFlags(logFlags(), "__fish_seen_subcommand_from conform"))
	b.WriteString(fishFlags(savedFlags(), "__fish_seen_subcommand_from show"))
	for _, v := range verbs() {
		fmt.Fprintf(&b, "complete -c checkmodel -n __fish_use_subcommand -a %s\n", v.name)
	}
	return b.String()
}
