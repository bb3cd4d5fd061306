package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/checkmodel/checkmodel/internal/command"
)

// Annotations of flags, for the completion of command lines.
const (
	valuesOf = "values" // the possible values
	kindOf   = "kind"   // the kind of value: aFile or aDirectory
)

const (
	aFile      = "file"
	aDirectory = "directory"
)

// newFlags returns an empty set of flags that keeps them in the order of their definition.
func newFlags(name string) *pflag.FlagSet {
	fs := pflag.NewFlagSet(name, pflag.ContinueOnError)
	fs.SortFlags = false
	return fs
}

// withHelp adds the flag -help.
func withHelp(fs *pflag.FlagSet) *pflag.FlagSet {
	fs.BoolFuncP("help", "h", "print this text", func(string) error { return pflag.ErrHelp })
	return fs
}

// withAliases adds hidden flags for letters with two dashes, as --v, because the flags of Go
// programs may be written so, and scripts do.
func withAliases(fs *pflag.FlagSet) *pflag.FlagSet {
	for letter, name := range map[string]string{"v": "verbose", "h": "help"} {
		if f := fs.Lookup(name); f != nil {
			fs.AddFlag(&pflag.Flag{Name: letter, Usage: f.Usage, Value: f.Value, DefValue: f.DefValue, NoOptDefVal: f.NoOptDefVal, Hidden: true})
		}
	}
	return fs
}

// annotate adds an annotation to a flag.
func annotate(fs *pflag.FlagSet, name, key string, values []string) {
	if err := fs.SetAnnotation(name, key, values); err != nil {
		panic(err) // there is no such flag
	}
}

// complete is an error about the value of a flag that names the flag and the expected values.
type complete struct{ error }

// value defines a flag. If its value cannot be set, the error has the expected values.
func value(fs *pflag.FlagSet, name, short, usage, want string, set func(string) error) {
	fs.FuncP(name, short, usage, func(s string) error {
		switch err := set(s); {
		case errors.As(err, new(complete)):
			return err
		case errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(s, "-"):
			return fmt.Errorf("-%s is %s, which is more than any number here can be; it must be %s", name, s, want)
		case err != nil:
			return fmt.Errorf("-%s is %q; it must be %s", name, s, want)
		}
		return nil
	})
}

// number defines a flag for a whole number.
func number(fs *pflag.FlagSet, name, usage string, n *int) {
	value(fs, name, "", usage, "a whole number", func(s string) error {
		i, err := strconv.Atoi(s)
		if err == nil {
			*n = i
		}
		return err
	})
}

// toggle defines a flag that is off by default.
func toggle(fs *pflag.FlagSet, name, short, usage string, on *bool) {
	fs.BoolFuncP(name, short, usage, func(s string) error { return setBool(name, s, on) })
}

// setBool sets a flag that is on or off.
func setBool(name, s string, on *bool) error {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return fmt.Errorf("-%s is %q; it must be true or false", name, s)
	}
	*on = b
	return nil
}

// choice defines a flag with a few possible values, which the validation of the options checks.
func choice(fs *pflag.FlagSet, p *string, name, standard string, values []string, usage string) {
	fs.StringVar(p, name, standard, usage)
	annotate(fs, name, valuesOf, values)
}

// words returns the values as text.
func words[T ~string](values []T) (all []string) {
	for _, v := range values {
		all = append(all, string(v))
	}
	return all
}

// filename defines a flag for the name of a file or a directory. The value is set even if it is
// invalid, because other flags may need it.
func filename(fs *pflag.FlagSet, name, what, usage string, set func(string)) {
	fs.Func(name, usage, func(s string) error {
		set(s)
		switch s {
		case "": // such as an unset shell variable
			return fmt.Errorf("-%s is empty; it must be the name of a %s", name, what)
		case "-": // standard input or output for other tools
			return fmt.Errorf("-%s is %q; it must be the name of a %s, as only the report goes to standard output, and nothing is read from standard input (a %s of that name is ./-)", name, s, what, what)
		}
		return nil
	})
	annotate(fs, name, kindOf, []string{what})
}

// patterns is the value of the flag -receive-patterns. It is on unless it is turned off, but a stateful search has
// receive patterns only if it is turned on.
type patterns struct{ *command.Options }

func (p patterns) Set(s string) error {
	on := !p.AnyDeliveriesRace
	err := setBool("receive-patterns", s, &on)
	p.AnyDeliveriesRace, p.ReceivePatterns = !on, on && err == nil
	return err
}

func (p patterns) String() string {
	return strconv.FormatBool(p.Options == nil || !p.AnyDeliveriesRace)
}
func (p patterns) Type() string     { return "boolfunc" } // the usage text says how to turn it off
func (p patterns) IsBoolFlag() bool { return true }
