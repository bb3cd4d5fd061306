package interactive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/nearest"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/report/situation"
	"github.com/checkmodel/checkmodel/trace"
)

// Console executes commands, one per line, and writes their results.
type Console struct {
	Session *Session
	Text    prose.Text
	Out     io.Writer
	// Request holds the package of the model, and the words that start the command, for commands that are shown.
	Request document.Request
	// Quiet leaves out where a command leads to, which the reader sees anyway.
	Quiet bool
	// Write writes a file, whose name may be relative, and creates the directories that it needs.
	Write func(name string, content []byte) error
}

// errEnded says that the interleaving has ended.
var errEnded = errors.New("nothing can happen any more; step back first")

// errQuit ends a session.
var errQuit = errors.New("quit")

// command is a command of a Console.
type command struct {
	names string // separated by blanks; the first one is its name
	args  string // as in its help
	help  string
	do    func(c *Console, ctx context.Context, arg string) error
}

// commands lists the commands. It is initialized by init because help refers to it.
var commands []command

func init() {
	commands = []command{
		{"NUMBER", "", "take the step with that number in the list of what can happen next", nil},
		{"step s", "STEPS", "take steps as a schedule has them, such as node1, node1*3, or node1=2 for an alternative", (*Console).step},
		{"back b", "[N]", "step back one event, or N", (*Console).back},
		{"forward f", "[N]", "step forward again along this fork", (*Console).forward},
		{"jump j", "N | MARK", "go to the place after event N, or to a mark; 0 is the beginning", (*Console).jump},
		{"mark m", "[NAME]", "give this place a name; without one, list the marks", (*Console).mark},
		{"fork", "[N]", "go to fork N, or choose the next steps again, in another fork", (*Console).fork},
		{"forks", "", "list the forks; one is made whenever something else is chosen than before", (*Console).forks},
		{"run r", "[N]", "run on to the end, or N events: along this fork, and then as a search would", (*Console).run},
		{"next n", "NAME", "run on to the next event of a process, a timer or a channel", (*Console).next},
		{"violation v", "", "run on to the next violation", (*Console).violation},
		{"moves l", "", "show the last event, what it has changed, and what can happen next", (*Console).moves},
		{"state p", "[NAME]", "show the processes with their mailboxes and states, the tables, clock and faults left, or one of them", (*Console).state},
		{"properties", "", "show how each property stands", (*Console).properties},
		{"trace t", "", "list the events so far", (*Console).trace},
		{"schedule", "", "print the schedule so far, which -replay and -around accept", (*Console).schedule},
		{"save", "FILE", "write the schedule to a file, and say how to replay it, to search around it and to minimize it", (*Console).save},
		{"keep", "[DIRECTORY]", "the same for a violation, in testdata/checkmodel, where go test replays it, or another directory", (*Console).keep},
		{"help h ?", "", "list the commands", (*Console).help},
		{"quit q", "", "end", func(*Console, context.Context, string) error { return errQuit }},
	}
}

// Do executes a command. An empty line takes the only step that is possible. It returns io.EOF when the session should end;
// any other error is for the user, and the session goes on. Do blocks until the command has been executed, or ctx is done.
func (c *Console) Do(ctx context.Context, line string) error {
	name, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
	arg = strings.TrimSpace(arg)
	if name == "" {
		return c.only(ctx)
	}
	if n, err := strconv.Atoi(name); err == nil || errors.Is(err, strconv.ErrRange) {
		if arg != "" {
			return fmt.Errorf("enter the number of one step; %q follows it", arg)
		}
		return c.choose(ctx, n)
	}
	found := lookUp(name)
	if found == nil {
		return fmt.Errorf("there is no command %q%s; help lists them", name, meant(name))
	}
	switch {
	case arg == "" && found.args != "" && !strings.HasPrefix(found.args, "["):
		return fmt.Errorf("%s needs an argument: %s %s", found.name(), found.name(), found.args)
	case arg != "" && found.args == "":
		return fmt.Errorf("%s takes no argument; %q is one", found.name(), arg)
	}
	err := found.do(c, ctx, arg)
	if errors.Is(err, errQuit) {
		return io.EOF
	}
	return err
}

func (k *command) name() string {
	name, _, _ := strings.Cut(k.names, " ")
	return name
}

func lookUp(name string) *command {
	for i := range commands {
		for known := range strings.FieldsSeq(commands[i].names) {
			if known == name && commands[i].do != nil {
				return &commands[i]
			}
		}
	}
	return nil
}

// meant returns a question whether the command was meant that differs from a word in a few letters, or "".
func meant(word string) string {
	var names []string
	for i := range commands {
		names = append(names, commands[i].name())
	}
	if known := nearest.Word(word, names); known != "" {
		return "; did you mean " + known + "?"
	}
	return ""
}

// Show writes the place of the session, and the possible next steps.
func (c *Console) Show(ctx context.Context) error {
	now, err := c.Session.Place(ctx)
	if err != nil {
		return err
	}
	before, err := c.Session.Before(ctx)
	if err != nil {
		return err
	}
	_, of := c.Session.At()
	return c.Place(now).Show(c.Out, before, of)
}

// Place returns the description of a place.
func (c *Console) Place(now *checker.Place) situation.Place {
	return situation.Place{Text: c.Text, Now: now}
}

// About returns the request for a search of the model with the options of the session.
func (c *Console) About() document.Request {
	q, s := c.Request, c.Session
	q.Model, q.Options = s.model, s.options.For(&s.model)
	return q
}

// showAfter is Show unless an error came before it.
func (c *Console) showAfter(ctx context.Context, err error) error {
	if err != nil || c.Quiet {
		return err
	}
	return c.Show(ctx)
}

// only takes the only step that is possible.
func (c *Console) only(ctx context.Context) error {
	now, err := c.Session.Place(ctx)
	if err != nil {
		return err
	}
	if n := len(now.Moves); n != 1 || now.Moves[0].Untried > 0 {
		return fmt.Errorf("several steps are possible: %d; enter the number of one, or help", n)
	}
	return c.choose(ctx, 1)
}

func (c *Console) choose(ctx context.Context, n int) error {
	now, err := c.Session.Place(ctx)
	if err != nil {
		return err
	}
	switch {
	case now.Ended:
		return errEnded
	case n < 1 || n > len(now.Moves):
		return fmt.Errorf("there is no step %d; the steps are 1 to %d", n, len(now.Moves))
	}
	return c.showAfter(ctx, c.Session.Take(ctx, now.Moves[n-1].NamedStep))
}

func (c *Console) step(ctx context.Context, arg string) error {
	steps, err := trace.ParseSchedule("v1 " + arg)
	if err != nil {
		return err
	}
	from, _ := c.Session.At()
	if err := c.Session.Take(ctx, steps...); err != nil {
		return err
	}
	return c.showAfter(ctx, c.listEvents(ctx, from))
}

// number returns the number of an argument, 1 if there is none.
func number(arg string) (int, error) {
	if arg == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is no number of events; it must be 1 or more", arg)
	}
	return n, nil
}

func (c *Console) back(ctx context.Context, arg string) error {
	n, err := number(arg)
	if err != nil {
		return err
	}
	at, _ := c.Session.At()
	if at == 0 {
		return errors.New("this is the beginning")
	}
	return c.showAfter(ctx, c.Session.Go(ctx, max(0, at-n)))
}

func (c *Console) forward(ctx context.Context, arg string) error {
	n, err := number(arg)
	if err != nil {
		return err
	}
	at, of := c.Session.At()
	if at == of {
		return errors.New("this is the end of the fork; choose a step, or run on")
	}
	return c.showAfter(ctx, c.Session.Go(ctx, min(of, at+n)))
}

func (c *Console) jump(ctx context.Context, arg string) error {
	if _, marked := c.Session.MarkOf(arg); marked {
		return c.showAfter(ctx, c.Session.Return(ctx, arg))
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return fmt.Errorf("%q is neither the number of an event nor a mark", arg)
	}
	return c.showAfter(ctx, c.Session.Go(ctx, n))
}

func (c *Console) mark(_ context.Context, arg string) error {
	if arg != "" {
		c.Session.Mark(arg)
		at, _ := c.Session.At()
		tell(c, "%s is the place after event %d", printable.OneLine(arg), at)
		return nil
	}
	for _, name := range c.Session.Marks() {
		m, _ := c.Session.MarkOf(name)
		tell(c, "  %s  fork %d, event %d", printable.OneLine(name), m.Fork, m.At)
	}
	if len(c.Session.Marks()) == 0 {
		tell(c, "There are no marks; mark NAME makes one.")
	}
	return nil
}

func (c *Console) fork(ctx context.Context, arg string) error {
	if arg == "" {
		c.Session.Fork()
		at, _ := c.Session.At()
		tell(c, "This is fork %d, which ends after event %d.", len(c.Session.Forks()), at)
		return nil
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return fmt.Errorf("%q is no number of a fork", arg)
	}
	return c.showAfter(ctx, c.Session.Switch(ctx, n))
}

func (c *Console) forks(context.Context, string) error {
	for _, line := range c.Session.Lines() {
		tell(c, "%s", line)
	}
	return nil
}

func (c *Console) run(ctx context.Context, arg string) error {
	n := ahead
	if arg != "" {
		var err error
		if n, err = number(arg); err != nil {
			return err
		}
	}
	return c.runOn(ctx, Events(n), "nothing happens")
}

func (c *Console) next(ctx context.Context, arg string) error {
	return c.runOn(ctx, NextOf(arg), fmt.Sprintf("there is no event of %s", arg))
}

func (c *Console) violation(ctx context.Context, _ string) error {
	return c.runOn(ctx, NextViolation(), "nothing is violated")
}

// runOn runs on to a goal. otherwise is the beginning of the error if there is none.
func (c *Console) runOn(ctx context.Context, to Goal, otherwise string) error {
	if now, err := c.Session.Place(ctx); err == nil && now.Ended {
		return errEnded
	}
	from, _ := c.Session.At()
	found, err := c.Session.RunOn(ctx, to)
	if err == nil && !found {
		return fmt.Errorf("%s up to the end, or in the next %d events", otherwise, ahead)
	}
	if err == nil {
		err = c.listEvents(ctx, from)
	}
	return c.showAfter(ctx, err)
}

// most is how many events are listed that a session has passed.
const most = 20

// listEvents lists the events after the number from, except the last event, which is shown anyway.
func (c *Console) listEvents(ctx context.Context, from int) error {
	now, err := c.Session.Place(ctx)
	if err != nil {
		return err
	}
	to := len(now.Interleaving.Steps) - 1
	if to-from > most {
		tell(c, "  … %d more events, which trace lists", to-from-most)
		from = to - most
	}
	if from >= to {
		return nil
	}
	return c.Place(now).Events(c.Out, from+1, to)
}

func (c *Console) moves(ctx context.Context, _ string) error { return c.showAfter(ctx, nil) }

func (c *Console) state(ctx context.Context, arg string) error {
	now, err := c.Session.Place(ctx)
	if err != nil {
		return err
	}
	found, err := c.Place(now).Situation(c.Out, arg)
	if err == nil && !found {
		return fmt.Errorf("there is no process and no table %q now", arg)
	}
	return err
}

func (c *Console) properties(ctx context.Context, _ string) error {
	now, err := c.Session.Place(ctx)
	if err != nil {
		return err
	}
	return c.Place(now).Judgments(c.Out)
}

func (c *Console) trace(ctx context.Context, _ string) error {
	now, err := c.Session.Place(ctx)
	if err != nil {
		return err
	}
	if len(now.Interleaving.Steps) == 0 {
		return errors.New("nothing has happened yet")
	}
	return c.Place(now).Events(c.Out, 1, len(now.Interleaving.Steps))
}

func (c *Console) schedule(ctx context.Context, _ string) error {
	now, err := c.Session.Place(ctx)
	if err == nil {
		c.say("%s", printable.OneLine(now.Interleaving.Steps.String()))
	}
	return err
}

func (c *Console) help(context.Context, string) error {
	c.say("%s", Help(c.Text.Columns))
	return nil
}

// narrow is the number of columns below which help has a line for the name of a command.
const narrow = 60

// Help lists the commands in so many columns, 80 if that is 0.
func Help(columns int) string {
	t := prose.Text{Columns: cmp.Or(columns, 80)}
	var b strings.Builder
	for _, k := range commands {
		names := strings.Fields(k.names)
		head := strings.TrimSpace(names[0] + " " + k.args)
		if len(names) > 1 {
			head += " (" + strings.Join(names[1:], ", ") + ")"
		}
		if t.Columns < narrow {
			fmt.Fprintf(&b, "  %s\n      %s\n", head, t.Broken(k.help, 6, 6))
			continue
		}
		fmt.Fprintf(&b, "  %-24s", head)
		if len(head) > 24 {
			b.WriteString("\n" + strings.Repeat(" ", 26))
		}
		b.WriteString(t.Broken(k.help, 28, 28) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// tell is say for a sentence, which is broken at the width of the terminal.
func tell(c *Console, format string, args ...any) {
	c.say("%s", c.Text.Broken(fmt.Sprintf(format, args...), 0, 2))
}

func (c *Console) say(format string, args ...any) { fmt.Fprintf(c.Out, format+"\n", args...) }

// violated returns the violation that the last event shows, or else the first of the place; nil if there is none.
func violated(p *checker.Place) *checker.Violation {
	for _, v := range p.Violations {
		if v.Length == len(p.Interleaving.Steps) {
			return v
		}
	}
	if len(p.Violations) > 0 {
		return p.Violations[0]
	}
	return nil
}
