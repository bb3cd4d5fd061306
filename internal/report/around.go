package report

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
)

// around says what a search around a given interleaving has established within its bound. Without a bound, the verdict
// says it all.
func (t sections) around() {
	b := t.r.Options.Bound
	if t.r.Options.Around == nil || !b.Limits() || t.r.Stop != checker.NotStopped || t.r.Verdict == checker.Failed {
		return
	}
	within := "up to " + plural(b.Last(), "departure") + " from the given one"
	if b.Kind() != bounding.ByTree {
		within = fmt.Sprintf("departures from the given one that cost at most %d", b.Last())
	}
	beyond := "What leads further away was cut " + plural(t.r.BoundCut, "time")
	if t.r.BoundCut == 0 {
		beyond = "There are no others"
	}
	t.paragraph(t.b, fmt.Sprintf("Explored is one interleaving of each class that the search reaches by %s: %d. %s. A departure reverses the order of two events, or takes "+
		"another outcome of a choice, with all that this needs; the rest happens in the order of the given interleaving, as far as possible.", within, t.r.Interleavings, beyond))
}

// aroundCommand returns the command that explores what is near the given interleaving.
func aroundCommand(it *Item, given string) string {
	m, o := &it.Result.Model, &it.Result.Options
	flags := []string{"-bound=1", "-until=end"}
	if f := o.Faults; f != nil {
		for _, n := range []struct {
			flag    string
			is, own int
		}{
			{"-crashes", f.Crashes, m.Faults.Crashes}, {"-restarts", f.Restarts, m.Faults.Restarts}, {"-sync-failures", f.SyncFailures, m.Faults.SyncFailures},
			{"-losses", f.Losses, m.Faults.Losses}, {"-duplicates", f.Duplicates, m.Faults.Duplicates},
			{"-reorderings", f.Reorderings, m.Faults.Reorderings}, {"-partitions", f.Partitions, m.Faults.Partitions},
		} {
			if n.is != n.own {
				flags = append(flags, n.flag+"="+strconv.Itoa(n.is))
			}
		}
		if f.Disk != m.Faults.Disk && f.Disk != "" {
			flags = append(flags, "-disk="+string(f.Disk))
		}
		if f.OneWay && !m.Faults.OneWay {
			flags = append(flags, "-one-way")
		}
	}
	return commandWith(it, "-around", given, flags)
}

// Replay returns the command that executes the schedule in a file again, with the model and the options of the item.
func Replay(it Item, file string) string {
	return commandWith(&it, "-replay", printable.Word(file), nil)
}

// Around returns the command that explores what departs once from the schedule in a file.
func Around(it Item, file string) string { return aroundCommand(&it, printable.Word(file)) }

// Minimize returns the command that makes the violation smaller which the schedule in a file leads to.
func Minimize(it Item, file string) string {
	return commandWith(&it, "-replay", printable.Word(file), []string{"-minimize=30s"})
}

// quoted returns a schedule as a word of a command.
func quoted(steps trace.NamedSchedule) string { return printable.Quote(steps.String()) }

// commandWith returns the command for the model with what is given for the flag, and further flags.
func commandWith(it *Item, flag, given string, further []string) string {
	words := []string{cmp.Or(it.Command, "checkmodel"), "-model", printable.Quote(printable.Pattern(it.Result.Model.Name))}
	m, o := &it.Result.Model, &it.Result.Options
	if d := cmp.Or(o.Delivery, proc.Instant); d != cmp.Or(m.Delivery, proc.Instant) { // otherwise the model asks for it
		words = append(words, "-delivery="+string(d))
	}
	if d := cmp.Or(o.MaxEvents, checker.DefaultMaxEvents); d != cmp.Or(m.Search.MaxEvents, checker.DefaultMaxEvents) {
		words = append(words, "-depth="+strconv.Itoa(d))
	}
	if o.Faults != nil && o.Faults.Drift != m.Faults.Drift { // a schedule does not say what its decisions are about
		words = append(words, "-drift="+strconv.Itoa(o.Faults.Drift))
	}
	for _, name := range o.Without {
		words = append(words, "-without="+printable.Quote(name))
	}
	words = append(words, setting(m)...)
	words = append(words, further...)
	return strings.Join(append(words, flag, given, printable.Word(it.Package)), " ")
}
