package document

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/faults"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// aroundCommand returns the command that explores the neighbourhood of the given interleaving.
func aroundCommand(q Request, given string) string {
	return commandWith(q, "-around", given, []string{"-bound=1", "-until=end"})
}

// Replay returns the command that executes the schedule in a file again, with the model and the options of the request.
func Replay(q Request, file string) string {
	return commandWith(q, "-replay", printable.Word(file), nil)
}

// Around returns the command that explores the interleavings with one departure from the schedule in a file.
func Around(q Request, file string) string { return aroundCommand(q, printable.Word(file)) }

// Minimize returns the command that makes the violation smaller which the schedule in a file leads to.
func Minimize(q Request, file string) string {
	return commandWith(q, "-replay", printable.Word(file), []string{"-minimize=30s"})
}

// scheduleWord returns a schedule as a word of a command.
func scheduleWord(steps trace.NamedSchedule) string { return printable.Quote(steps.String()) }

// commandWith returns the command for the model with the value of the flag, and further flags.
func commandWith(q Request, flag, given string, further []string) string {
	words := []string{cmp.Or(q.Command, "checkmodel"), "-model", printable.Quote(printable.Pattern(q.Model.Name))}
	m, o := &q.Model, &q.Options
	if d := cmp.Or(o.Delivery, proc.Instant); d != cmp.Or(m.Delivery, proc.Instant) { // otherwise the model asks for it
		words = append(words, "-delivery="+string(d))
	}
	if d := cmp.Or(o.MaxEvents, checker.DefaultMaxEvents); d != cmp.Or(m.Search.MaxEvents, checker.DefaultMaxEvents) {
		words = append(words, "-depth="+strconv.Itoa(d))
	}
	if o.Faults != nil {
		budget := *o.Faults
		if flag == "-replay" && m.World == nil { // the steps show the other faults
			budget = m.Faults
			for _, k := range faults.Kinds() {
				if k.Comment != "" {
					k.Copy(&budget, *o.Faults)
				}
			}
		}
		if change := budget.Beside(m.Faults); change != "" {
			words = append(words, "-faults="+printable.Quote(change))
		}
	}
	for _, name := range o.Without {
		words = append(words, "-without="+printable.Quote(name))
	}
	words = append(words, setting(m)...)
	words = append(words, further...)
	return strings.Join(append(words, flag, given, printable.Word(q.Package)), " ")
}
