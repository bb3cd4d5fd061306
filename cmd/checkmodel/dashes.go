package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/nearest"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// unknownFlag is a flag that does not exist.
type unknownFlag struct {
	name string
	error
}

// misspelt reports whether a problem is an undefined flag or an argument that is not a flag: a
// missing argument may have been taken for its value.
func misspelt(err error) bool {
	var flag *unknownFlag
	var syntax *pflag.InvalidSyntaxError
	return errors.As(err, &flag) || errors.As(err, &syntax)
}

// parseFlags sets the flags before, between and after the other arguments, and returns those. After
// "--" there are no flags. The error joins all problems, or is pflag.ErrHelp.
func parseFlags(fs *pflag.FlagSet, args []string) (others []string, err error) {
	fs.ParseErrorsAllowlist.UnknownFlagsHandling = pflag.PassUnknownFlagToArgs
	var all []error
	err = fs.ParseAll(twoDashes(fs, args), func(f *pflag.Flag, value string) error {
		var invalid *pflag.InvalidValueError
		err := fs.Set(f.Name, value)
		switch {
		case errors.Is(err, pflag.ErrHelp):
			return pflag.ErrHelp
		case errors.As(err, &invalid): // our own flags have complete messages
			err = invalid.Unwrap()
		}
		all = append(all, err)
		return nil
	})
	var valueless *pflag.ValueRequiredError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return nil, pflag.ErrHelp
	case errors.As(err, &valueless):
		err = fmt.Errorf("flag needs an argument: -%s", valueless.GetFlag().Name)
	}
	all = append(all, err)
	before := fs.NArg()
	if n := fs.ArgsLenAtDash(); n >= 0 {
		before = n
	}
	for i, arg := range fs.Args() {
		if i < before && len(arg) > 1 && arg[0] == '-' {
			all = append(all, undefinedFlag(fs, arg))
		} else {
			others = append(others, arg)
		}
	}
	return others, problems.Join(all...)
}

// gone has the replacements of flags that no longer exist.
var gone = map[string]string{
	"keep-going": "-until end", "k": "-until end", "stop-at-first": "-until first",
	"format": "-json, or checkmodel show -format", "exact-states": "-search states", "classes": "-runs", "dpor": "-search", "bound-kind": "-bound preemption:N",
	"late-delivery": "-delivery late", "run": "-replay run:N", "debug": "checkmodel explore -replay SCHEDULE",
	"dot": "-svg or -html", "shiviz": "-svg or -html", "tree": "checkmodel explore",
	"cpuprofile": "go test -cpuprofile", "memprofile": "go test -memprofile",
}

// undefinedFlag returns an error about an undefined flag, with the flag that may have been meant.
func undefinedFlag(fs *pflag.FlagSet, arg string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	now := gone[name]
	if i := slices.IndexFunc(faults.Kinds(), func(k faults.Kind) bool { return k.Name == name }); i >= 0 && fs.Lookup("faults") != nil {
		now = "-faults " + faults.Kinds()[i].Usage()
	}
	if now != "" {
		return &unknownFlag{name, fmt.Errorf("-%s is gone: use %s", name, now)}
	}
	instead := suggestion("-"+strings.ToLower(name), names(fs))
	if instead == "" {
		instead = "; the flags are " + strings.Join(names(fs), ", ")
	}
	return &unknownFlag{name, fmt.Errorf("flag provided but not defined: -%s%s", name, instead)}
}

// suggestion returns a question whether the known word was meant that differs from word in a few
// letters, or "" if there is none.
func suggestion(word string, known []string) string {
	if meant := nearest.Word(word, known); meant != "" {
		return "; did you mean " + meant + "?"
	}
	return ""
}

// names lists the flags that are not hidden.
func names(fs *pflag.FlagSet) (list []string) {
	visible(fs, func(f *pflag.Flag) { list = append(list, "-"+f.Name) })
	return list
}

// visible visits the flags that are not hidden.
func visible(fs *pflag.FlagSet, visit func(*pflag.Flag)) {
	fs.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			visit(f)
		}
	})
}

// twoDashes returns the arguments with two dashes before each long flag, because pflag reads one dash
// as the beginning of shorthands. An undefined flag gets two dashes as well, so that its letters are
// not taken for shorthands that exist. Values of flags, and arguments after "--", are not changed.
func twoDashes(fs *pflag.FlagSet, args []string) (all []string) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(all, args[i:]...)
		}
		takesNext := false
		if len(arg) > 1 && arg[0] == '-' {
			arg, takesNext = twoDashed(fs, arg)
		}
		all = append(all, arg)
		if takesNext && i+1 < len(args) {
			i++
			all = append(all, args[i])
		}
	}
	return all
}

// twoDashed returns an argument that is a flag in the form that pflag expects, and reports whether
// the next argument is its value.
func twoDashed(fs *pflag.FlagSet, arg string) (_ string, takesNext bool) {
	if !strings.HasPrefix(arg, "--") {
		name, _, _ := strings.Cut(arg[1:], "=")
		if short, takesNext := shorthands(fs, arg[1:]); short && (len(name) == 1 || fs.Lookup(name) == nil) {
			return arg, takesNext
		}
		arg = "-" + arg
	}
	name, _, assigned := strings.Cut(arg[2:], "=")
	f := fs.Lookup(name)
	return arg, f != nil && f.NoOptDefVal == "" && !assigned
}

var aNumber = regexp.MustCompile("^-?[0-9]")

// shorthands reports whether a word consists of one-letter flags, and whether the value of the last
// one is the next argument. A value in the word comes after "=" or begins like a number: other
// letters are more likely a misspelt long flag.
func shorthands(fs *pflag.FlagSet, word string) (ok, takesNext bool) {
	for i := range len(word) {
		f, rest := fs.ShorthandLookup(word[i:i+1]), word[i+1:]
		switch {
		case f == nil:
			return false, false
		case strings.HasPrefix(rest, "="):
			return true, false
		case f.NoOptDefVal == "":
			return rest == "" || aNumber.MatchString(rest), rest == ""
		}
	}
	return true, false
}
