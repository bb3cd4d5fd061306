package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// driving is a run in which the user drives an execution.
type driving struct{ *run }

// explore lets the user drive an execution of the one model: on a page, if the options ask for it, and otherwise by commands,
// which it reads from the environment's Stdin. Commands that are not possible are told, and make the status Unusable unless
// Stdin is a terminal.
func (r driving) explore(ctx context.Context) Status {
	asked := &r.requests[0]
	if r.env.Begins != nil {
		r.env.Begins(asked.Name)
	}
	s, err := r.session(ctx, asked)
	if err != nil {
		return r.endStatus(ctx, err)
	}
	c := &interactive.Console{Session: s, Text: r.text, Out: r.env.Stdout, Request: *asked, Write: r.writeKept}
	if r.options.HTTP == "" {
		return r.commands(ctx, c)
	}
	if r.env.Serve == nil {
		return r.env.unusable(errors.New("this program serves no pages, which -http asks for"))
	}
	if err := r.env.Serve(ctx, r.options.HTTP, c, r.env.Stdout); err != nil {
		return r.endStatus(ctx, err)
	}
	return AsDeclared
}

// session returns the session with the model of the request.
func (r driving) session(ctx context.Context, asked *document.Request) (*interactive.Session, error) {
	o := asked.Options
	o.Replay, o.ReplayEvents, o.Memory = nil, nil, r.memory()
	if p := r.env.Patience; p != nil {
		o.Patience = func() (context.Context, context.CancelFunc) { return p(ctx.Err() != nil) }
	}
	if err := r.options.unfit(&asked.Model, &o); err != nil {
		return nil, err
	}
	kept := r.options.Replay
	if kept == nil {
		return interactive.New(ctx, asked.Model, o)
	}
	s, skipped, err := interactive.Continue(ctx, asked.Model, o, *kept)
	for _, st := range skipped {
		fmt.Fprintf(r.env.Stderr, "checkmodel: %v\n", st)
	}
	if len(skipped) > 0 {
		fmt.Fprintln(r.env.Stderr, "checkmodel: if the schedule was found with flags about faults, such as -faults losses=1, give the same ones")
	}
	return s, err
}

// commands executes the commands that the user enters.
func (r driving) commands(ctx context.Context, c *interactive.Console) Status {
	worst := AsDeclared
	tell := func(err error) {
		if err == nil {
			return
		}
		r.tell(err)
		if !r.env.Interactive {
			worst = Unusable
		}
	}
	fmt.Fprintf(r.env.Stdout, "%s\n\n", r.text.Broken("Model "+printable.Lines(c.Request.Name)+". Enter the number of a step, or help.", 0, 0))
	tell(c.Show(ctx))
	blind := c.Session.Blind()
	for lines := r.lines(ctx); ctx.Err() == nil; {
		if now := c.Session.Blind(); now != nil && blind == nil {
			r.tell(fmt.Errorf("code of the model failed when a step was tried, so from now on a step is only executed when it is chosen: %w", now))
			blind = now
		}
		at, _ := c.Session.At()
		fmt.Fprintf(r.env.Stdout, "\n%d> ", at)
		var in input
		select {
		case in = <-lines:
		case <-ctx.Done():
			return r.endStatus(ctx, ctx.Err())
		}
		if in.err != nil {
			fmt.Fprintln(r.env.Stdout)
			if !errors.Is(in.err, io.EOF) {
				return r.env.unusable(fmt.Errorf("the commands cannot be read: %w", in.err))
			}
			return worst
		}
		if !r.env.Interactive { // so that the output can be read alone
			fmt.Fprintln(r.env.Stdout, printable.Lines(in.line))
		}
		err := c.Do(ctx, in.line)
		if errors.Is(err, io.EOF) {
			return worst
		}
		tell(err)
	}
	return r.endStatus(ctx, ctx.Err())
}

// tell reports an error, with places in the model as they are seen from the working directory.
func (r driving) tell(err error) {
	for _, e := range problems.Each(err) {
		fmt.Fprintln(r.env.Stderr, r.text.Broken("checkmodel: "+prose.Seen(r.env.Dir, e), 0, 2))
		console.Failure(r.text, r.env.Stderr, e)
	}
}

// endStatus returns the status after an error that ends the session.
func (r driving) endStatus(ctx context.Context, err error) Status {
	if ctx.Err() != nil {
		fmt.Fprintln(r.env.Stdout)
		return Interrupted
	}
	r.tell(err)
	return Unusable
}

// input is a line of Stdin, or why there is none.
type input struct {
	line string
	err  error
}

// longestLine is how long a command may be; schedules may be long.
const longestLine = 4 << 20

// lines reads lines until ctx is done. A read that blocks then is abandoned.
func (r driving) lines(ctx context.Context) <-chan input {
	lines := make(chan input)
	go func() {
		s := bufio.NewScanner(r.env.Stdin)
		s.Buffer(nil, longestLine)
		send := func(in input) {
			select {
			case lines <- in:
			case <-ctx.Done():
			}
		}
		for s.Scan() {
			send(input{line: s.Text()})
		}
		err := s.Err()
		if err == nil {
			err = io.EOF
		}
		send(input{err: err})
	}()
	return lines
}

// writeKept writes a schedule to a file, with the directories that it needs. It replaces nothing but a schedule.
func (r driving) writeKept(name string, content []byte) error {
	path := r.path(filepath.FromSlash(name))
	if was, err := files.Read(path, files.MaxSchedule); err == nil {
		if _, err := corpus.Parse(string(was)); err != nil {
			return fmt.Errorf("%s exists, and is no schedule; choose another name", printable.OneLine(name))
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) {
			err = wrong.Err
		}
		return fmt.Errorf("there is no directory for %s, and it cannot be made: %w", printable.OneLine(name), err)
	}
	return files.Write(path, content)
}
