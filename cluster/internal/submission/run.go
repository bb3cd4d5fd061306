package submission

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/program"
)

// Run starts the command checkmodel, submits what it would search, and answers as if it had searched.
type Run struct {
	Broker   *broker.Broker
	Sign     Sign
	Command  []string // the words that start the command
	Args     []string // its arguments
	Detach   bool     // do not wait for the end
	Job      broker.Job
	Out, Err io.Writer
}

// Execute returns the exit status: that of the search, or of the command if it submits nothing.
func (r *Run) Execute(ctx context.Context) (status int, err error) {
	dir, err := os.MkdirTemp("", "checkmodel-")
	if err != nil {
		return 2, err
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		return 2, fmt.Errorf("there is no socket for the command: %w; let TMPDIR name a directory with a short path", err)
	}
	defer l.Close()
	cmd := exec.Command(r.Command[0], slices.Concat(r.Command[1:], r.Args)...)
	cmd.Env = append(os.Environ(), program.Variable+"="+program.Submitting+socket)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, r.Out, r.Err
	interrupts := make(chan os.Signal, 1) // a terminal sends them to the command, too
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if err := cmd.Start(); err != nil {
		return 2, fmt.Errorf("the command checkmodel cannot be started: %w", err)
	}
	served := make(chan error, 1)
	go func() {
		conn, err := l.Accept()
		if err == nil {
			err = r.serve(ctx, conn, dir)
			conn.Close()
		} else {
			err = nil // the command has ended before
		}
		served <- err
	}()
	cmd.Wait()
	l.Close()
	if err := <-served; err != nil {
		return 2, err
	}
	return cmd.ProcessState.ExitCode(), nil
}

// connection is the connection to the program around the models.
type connection struct{ to *json.Encoder }

func (c connection) send(m program.Message) { c.to.Encode(m) } // the program may have ended

// serve answers the program.
func (r *Run) serve(ctx context.Context, conn net.Conn, dir string) error {
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	c := connection{json.NewEncoder(conn)}
	d := json.NewDecoder(conn)
	var m program.Message
	if err := d.Decode(&m); err != nil || m.Submit == nil {
		return nil // it has said why
	}
	go func() {
		defer interrupt() // also when the program has ended
		for m := (program.Message{}); !m.Interrupt; {
			if d.Decode(&m) != nil {
				return
			}
		}
	}()
	status, err := r.follow(ctx, c, *m.Submit, dir)
	if err != nil {
		status = 2
		c.send(program.Message{Err: fmt.Sprintf("checkmodel-cluster: %v\n", err)})
	}
	c.send(program.Message{Status: &status})
	return nil
}

// follow submits the search, and follows it to its end.
func (r *Run) follow(ctx context.Context, c connection, s program.Submission, dir string) (status int, err error) {
	if err := refuse(s.Options); err != nil {
		return 2, err
	}
	models, err := program.Models(ctx, s.Executable, dir, s.Options)
	if err != nil {
		return 2, err
	}
	executable, err := os.Open(s.Executable)
	if err != nil {
		return 2, fmt.Errorf("the program with the models cannot be read: %w", err)
	}
	defer executable.Close()
	j := &r.Job
	j.Options, j.Resumable, j.Arguments = s.Options, models == 1, strings.Join(r.Args, " ")
	if err := Submit(ctx, r.Broker, r.Sign, j, executable); err != nil {
		return 2, err
	}
	again := fmt.Sprintf("'checkmodel-cluster result %[1]s' waits for its report, and 'checkmodel-cluster stop %[1]s' ends it", j.ID)
	if r.Detach {
		c.send(program.Message{Out: fmt.Sprintf("job %s is submitted; %s\n", j.ID, again)})
		return 0, nil
	}
	c.send(program.Message{Err: fmt.Sprintf("checkmodel-cluster: job %s is submitted\n", j.ID)})
	report, err := Await(ctx, r.Broker, j, writer(func(b []byte) { c.send(program.Message{Err: string(b)}) }))
	if errors.Is(err, context.Canceled) {
		c.send(program.Message{Err: fmt.Sprintf("checkmodel-cluster: job %s goes on; %s\n", j.ID, again)})
		return 130, nil
	}
	if err != nil {
		return 2, err
	}
	c.send(program.Message{Out: string(report.Out)})
	return report.Status, WriteFiles(j, report)
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) {
	w(b)
	return len(b), nil
}

// refused are the options that make no sense in a cluster, with the reason.
var refused = map[string]string{
	"checkpoint":       "-checkpoint: the coordinator saves the search by itself (-save-every), and another one continues it",
	"checkpoint_every": "-checkpoint-every: use -save-every, before the flags of checkmodel",
	"resume":           "-resume: a search that was saved on one machine is continued there",
	"replay":           "-replay executes one interleaving: use the command checkmodel",
	"run":              "-replay executes one interleaving: use the command checkmodel",
	"explore":          "an execution by hand needs no cluster: use the command checkmodel",
	"http":             "-http: a page of the program is reached on its machine only; use the command checkmodel",
	"conform":          "a comparison with a log has no units: use the command checkmodel",
	"list":             "-list searches nothing: use the command checkmodel",
}

// refuse returns an error about options that make no sense in a cluster.
func refuse(content json.RawMessage) error {
	var o map[string]json.RawMessage
	if err := json.Unmarshal(content, &o); err != nil {
		return fmt.Errorf("the options of the program cannot be read: %w; checkmodel and checkmodel-cluster may be of different releases", err)
	}
	var all []error
	for _, name := range slices.Sorted(maps.Keys(refused)) {
		if value, ok := o[name]; ok && !bytes.Equal(value, []byte("null")) {
			all = append(all, errors.New(refused[name]))
		}
	}
	return errors.Join(all...)
}
