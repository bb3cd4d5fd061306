package main

import (
	_ "embed"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/command"
)

// manual has an entry for each flag and each command: a line that is not indented, followed by the
// description, which begins with a summary of one sentence.
//
//go:embed manual.txt
var manualText string

// manual is the text with the descriptions of the algorithms from package checker.
var manual = strings.NewReplacer(
	"{algorithms}", algorithms(),
	"{faults}", faultKinds(),
	"{saves}", checker.Only(func(t *checker.Traits) bool { return t.Saves }),
	"{patterns}", checker.Only(func(t *checker.Traits) bool { return t.ReceivePatterns }),
	"{parallel}", checker.Only(func(t *checker.Traits) bool { return t.Parallel }),
).Replace(manualText)

// algorithms returns a line for each algorithm, the default marked.
func algorithms() string {
	var all []string
	for i, name := range checker.Algorithms() {
		t := name.Traits()
		line := fmt.Sprintf("    %-11s  %s", t.Name, t.Doc)
		if i == 0 {
			line += " (the default)"
		}
		all = append(all, line)
	}
	return strings.Join(all, "\n")
}

// faultKinds returns a line for each kind of fault.
func faultKinds() string {
	var all []string
	for _, k := range faults.Kinds() {
		all = append(all, fmt.Sprintf("    %-26s %s", k.Usage(), k.Doc))
		if k.Of != "" {
			all = append(all, fmt.Sprintf("    %-26s the same, of these alone", k.Name+"@"+k.Of+"=N"))
		}
	}
	return strings.Join(all, "\n")
}

// entry is an entry of the manual.
type entry struct {
	name    string // of a flag, with its dash
	summary string // the first sentence, without its full stop
	text    string
}

// entries returns the entries of the manual, in order.
func entries() []entry {
	var all []entry
	for _, text := range strings.Split("\n"+manual, "\n\n") {
		text = strings.TrimPrefix(text, "\n")
		if strings.HasPrefix(text, " ") { // another paragraph
			all[len(all)-1].text += "\n" + strings.TrimSuffix(text, "\n") + "\n"
			continue
		}
		title, body, _ := strings.Cut(text, "\n")
		name, _, _ := strings.Cut(title, " ")
		summary := strings.TrimSuffix(strings.TrimSpace(body), ".")
		all = append(all, entry{name, summary, strings.TrimSuffix(text, "\n") + "\n"})
	}
	return all
}

// runHelp implements checkmodel help. It has no flags: a word with a dash is the name of a flag.
func runHelp(args []string, stdout, stderr io.Writer) command.Status {
	switch {
	case len(args) == 0:
		return say(stdout, stderr, help())
	case len(args) == 1 && args[0] == "all":
		return say(stdout, stderr, manual)
	}
	asked := strings.Join(args, " ")
	word := strings.TrimLeft(asked, "-")
	if len(word) == 1 {
		if f := flags(&command.Options{}).ShorthandLookup(word); f != nil {
			word = f.Name
		}
	}
	var names, found []string
	for _, e := range entries() {
		name := strings.TrimPrefix(e.name, "-")
		if name == word {
			found = append(found, e.text)
		}
		names = append(names, name)
	}
	if len(found) > 0 { // a flag and a command may have the same name
		return say(stdout, stderr, strings.Join(found, "\n"))
	}
	if s := suggestion(word, names); s != "" {
		return complain(stderr, fmt.Errorf("the manual has no entry %q%s", asked, s))
	}
	return complain(stderr, fmt.Errorf("the manual has no entry %q; it has all, %s", asked, strings.Join(names, ", ")))
}

// runVersion implements checkmodel version.
func runVersion(args []string, stdout, stderr io.Writer) command.Status {
	others, status, ok := operands("version", args, stdout, stderr)
	if !ok {
		return status
	}
	if len(others) > 0 {
		return complain(stderr, fmt.Errorf("'checkmodel version' takes no arguments"))
	}
	version, revision := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Path == modulePath && info.Main.Version != "" {
			version = info.Main.Version
		}
		for _, d := range info.Deps { // for a module that has the command as a tool
			if d.Path == modulePath {
				version = d.Version
			}
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = ", revision " + s.Value
			}
		}
	}
	return say(stdout, stderr, fmt.Sprintf("checkmodel %s (%s%s)\n", version, runtime.Version(), revision))
}
