package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Coordinator is a program that searches, and may hand out units.
type Coordinator struct {
	// Messages has the messages of the program. It is closed when the program has ended.
	Messages chan Message
	// Saved has an element whenever the program has saved the search. It is closed when the program has ended.
	Saved chan struct{}
	// Out is the report; it is complete when Messages is closed.
	Out bytes.Buffer

	cmd      *exec.Cmd
	listener net.Listener
	orders   *os.File
	mu       sync.Mutex
	waiting  []Message     // for the program to read them
	more     chan struct{} // has an element if there are such messages
	gone     chan struct{} // closed when the program has ended
	last     string        // the last line of news
	ended    error
}

// The errors of Ended.
var (
	ErrDied   = errors.New("the program has ended before its report")
	ErrKilled = errors.New("the program was killed, as the system does with one for which it has no memory left")
)

// Coordinate starts the executable as a coordinator, with the options, in the directory here. Its own files are in the
// directory private. What it writes to standard error goes to stderr.
//
// The program has three more descriptors: it reads signals from 3, as one byte each, tells on 4 in lines what it does, and
// writes its report to 5.
func Coordinate(executable, private, here, command string, options json.RawMessage, stderr io.Writer) (*Coordinator, error) {
	file, err := job{Options: options, Command: command, Watched: true}.write(private)
	if err != nil {
		return nil, err
	}
	c := &Coordinator{Messages: make(chan Message), Saved: make(chan struct{}, 1), more: make(chan struct{}, 1), gone: make(chan struct{})}
	socket := filepath.Join(private, "socket")
	if c.listener, err = net.Listen("unix", socket); err != nil {
		return nil, fmt.Errorf("there is no socket for the program: %w; let TMPDIR name a directory with a short path", err)
	}
	var theirs []*os.File
	pipe := func(toProgram bool) *os.File {
		r, w, problem := os.Pipe()
		err = errors.Join(err, problem)
		if toProgram {
			r, w = w, r
		}
		theirs = append(theirs, w)
		return r
	}
	c.orders = pipe(true)
	news, out := pipe(false), pipe(false)
	c.cmd = exec.Command(executable, file)
	c.cmd.Dir, c.cmd.Env = here, append(os.Environ(), Variable+"="+Coordinating+socket, "PWD="+here)
	c.cmd.Stdout, c.cmd.Stderr, c.cmd.ExtraFiles, c.cmd.WaitDelay = stderr, stderr, theirs, time.Second
	if err == nil {
		err = c.cmd.Start()
	}
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		c.listener.Close()
		return nil, err
	}
	c.serve(news, out)
	return c, nil
}

// serve reads what the program writes until it has ended.
func (c *Coordinator) serve(news, out *os.File) {
	var readers, listening sync.WaitGroup
	readers.Go(func() { io.Copy(&c.Out, out) })
	readers.Go(func() { c.follow(news) })
	listening.Go(c.listen)
	go func() {
		c.ended = c.cmd.Wait()
		close(c.gone)
		timely := time.AfterFunc(time.Second, func() { news.Close(); out.Close() }) // a process that it has started may have them
		readers.Wait()
		timely.Stop()
		c.listener.Close()
		listening.Wait()
		c.orders.Close()
		close(c.Saved)
		close(c.Messages)
	}()
}

// follow reads the news.
func (c *Coordinator) follow(news io.Reader) {
	for lines := bufio.NewScanner(news); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "saved ") {
			select {
			case c.Saved <- struct{}{}:
			default: // the file is read later than it is saved now
			}
			continue
		}
		c.mu.Lock()
		c.last = lines.Text()
		c.mu.Unlock()
	}
}

// listen accepts the connection of the program, and reads its messages.
func (c *Coordinator) listen() {
	conn, err := c.listener.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	go c.write(conn)
	for d := json.NewDecoder(conn); ; {
		var m Message
		if d.Decode(&m) != nil {
			return
		}
		c.Messages <- m
	}
}

// write writes the messages for the program, so that nobody who has one waits until the program reads it.
func (c *Coordinator) write(conn io.Writer) {
	for e := json.NewEncoder(conn); ; {
		select {
		case <-c.more:
		case <-c.gone:
			return
		}
		c.mu.Lock()
		messages := c.waiting
		c.waiting = nil
		c.mu.Unlock()
		for _, m := range messages {
			if e.Encode(m) != nil {
				return
			}
		}
	}
}

// Send sends a message to the program.
func (c *Coordinator) Send(m Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, m)
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// Interrupt asks the program to end after the current interleaving, and to save the search.
func (c *Coordinator) Interrupt() { c.orders.Write([]byte{byte(syscall.SIGINT)}) }

// Kill ends the program at once.
func (c *Coordinator) Kill() { c.cmd.Process.Kill() }

// Ended returns the exit status when Messages is closed. The error says how the program has died, if it has not ended by itself.
func (c *Coordinator) Ended() (status int, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != "end" {
		how := "status 0"
		if c.ended != nil {
			how = c.ended.Error()
		}
		died := ErrDied
		if state, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && state.Signaled() && state.Signal() == syscall.SIGKILL {
			died = ErrKilled
		}
		return 0, fmt.Errorf("%w: %s", died, how)
	}
	return c.cmd.ProcessState.ExitCode(), nil
}

// Ticks yields at intervals, at first at once, until the program has ended or ctx is done.
func (c *Coordinator) Ticks(ctx context.Context, every time.Duration) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		t := time.NewTicker(every)
		defer t.Stop()
		for yield(struct{}{}) {
			select {
			case <-t.C:
			case <-c.gone:
				return
			case <-ctx.Done():
				return
			}
		}
	}
}
