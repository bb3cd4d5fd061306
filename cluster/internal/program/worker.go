package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Worker is a program that executes units.
type Worker struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan Message // closed when the program has ended
	said    Tail
	ended   error
}

// ErrHangs says that a unit has taken far longer than expected.
var ErrHangs = errors.New("it gives no result")

// Work starts the executable as a worker, with the options, in an empty directory.
func Work(executable, dir string, options json.RawMessage) (*Worker, error) {
	file, err := job{Options: options}.write(dir)
	if err != nil {
		return nil, err
	}
	w := &Worker{cmd: exec.Command(executable, file), answers: make(chan Message, 1), said: Tail{Limit: 4 << 10}}
	w.cmd.Dir, w.cmd.Env, w.cmd.Stderr = dir, append(os.Environ(), Variable+"="+Working), &w.said
	w.cmd.WaitDelay = time.Second
	if w.in, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	go w.listen(out)
	return w, nil
}

// listen passes the answers of the program on until it ends.
func (w *Worker) listen(out io.Reader) {
	for d := json.NewDecoder(out); ; {
		var m Message
		if d.Decode(&m) != nil {
			break
		}
		w.answers <- m
	}
	w.cmd.Process.Kill() // it has closed standard output, or writes something else
	w.ended = w.cmd.Wait()
	close(w.answers)
}

// Execute executes a unit. Failed is why the program cannot do so, as it says; "" if it can. The error says how the program has
// ended, or is that of ctx, or is ErrHangs: then it was killed.
func (w *Worker) Execute(ctx context.Context, u Unit, limit time.Duration) (result json.RawMessage, failed string, err error) {
	line, err := json.Marshal(Message{Unit: &u})
	if err != nil {
		return nil, "", err
	}
	go w.in.Write(append(line, '\n')) // it may block; if it fails, the program ends
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		select {
		case m, ok := <-w.answers:
			switch {
			case !ok:
				return nil, "", w.death()
			case m.Result != nil && m.Result.ID == u.ID:
				return m.Result.Body, "", nil
			case m.Failed != nil && m.Failed.ID == u.ID:
				return nil, m.Failed.Error, nil
			}
		case <-timeout.C:
			w.End()
			return nil, "", fmt.Errorf("%w in %v", ErrHangs, limit)
		case <-ctx.Done():
			w.End()
			return nil, "", ctx.Err()
		}
	}
}

// death says how the program has ended.
func (w *Worker) death() error {
	said, _ := w.said.End()
	how := "status 0"
	if w.ended != nil {
		how = w.ended.Error()
	}
	return fmt.Errorf("the program has ended (%s), and said: %s", how, strings.TrimSpace(string(said)))
}

// End kills the program, and waits until it has ended.
func (w *Worker) End() {
	w.cmd.Process.Kill()
	for range w.answers {
	}
}
