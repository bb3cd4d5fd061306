// Package link connects a search with one process that executes its units, as a cluster of one worker does.
package link

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Link passes units from a search to a process, and results back.
type Link struct {
	Socket   string        // that the search joins
	Executed []Unit        // the units that the process has executed, after End
	Used     time.Duration // the CPU time of the process, after End

	dir         string
	listener    net.Listener
	process     *exec.Cmd
	in          io.WriteCloser
	out         *bufio.Reader
	connections chan net.Conn // the connection of the search
	failed      chan error    // why nothing is passed any more; nil if the search has ended the connection
}

// Unit is a unit that the process has executed.
type Unit struct {
	Interleavings int
	Bytes, Result int // the lengths of the messages
}

// Start starts this program with the arguments as the process. A unit should take so many seconds.
func Start(seconds float64, args ...string) (l *Link, err error) {
	l = &Link{connections: make(chan net.Conn, 1), failed: make(chan error, 1)}
	if l.dir, err = os.MkdirTemp("", "link"); err != nil {
		return nil, err
	}
	l.Socket = filepath.Join(l.dir, "socket")
	if l.listener, err = net.Listen("unix", l.Socket); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	l.process = exec.Command(self, args...)
	l.process.Stderr = os.Stderr
	if l.in, err = l.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := l.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	l.out = bufio.NewReader(out)
	if err := l.process.Start(); err != nil {
		return nil, err
	}
	go func() { l.failed <- l.serve(seconds) }()
	return l, nil
}

// serve serves the search until it ends the connection, or the process fails.
func (l *Link) serve(seconds float64) error {
	c, err := l.listener.Accept()
	if err != nil {
		return nil
	}
	defer c.Close() // the search goes on alone
	l.connections <- c
	fmt.Fprintf(c, `{"pool":{"workers":1,"seconds":%v}}`+"\n", seconds)
	lines := make(chan []byte, 1_000)
	go read(c, lines)
	for open := (queue{}); open.receive(lines); {
		unit := open.first()
		result, err := l.execute(unit)
		if err != nil {
			return err
		}
		if _, err := c.Write(result); err != nil {
			return nil
		}
	}
	return nil
}

// read reads lines until the connection ends.
func read(c net.Conn, lines chan<- []byte) {
	defer close(lines)
	for in := bufio.NewReader(c); ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		lines <- line
	}
}

// execute lets the process execute a unit. It returns the message with the result.
func (l *Link) execute(unit []byte) (result []byte, err error) {
	if _, err := l.in.Write(unit); err != nil {
		return nil, err
	}
	if result, err = l.out.ReadBytes('\n'); err != nil {
		return nil, err
	}
	var r struct {
		Result *struct{ Body struct{ Interleavings int } }
		Failed struct{ Error string }
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return nil, err
	}
	if r.Result == nil {
		return nil, fmt.Errorf("a unit has failed: %s", r.Failed.Error)
	}
	l.Executed = append(l.Executed, Unit{r.Result.Body.Interleavings, len(unit), len(result)})
	return result, nil
}

// End ends the process, after the search.
func (l *Link) End() error {
	defer os.RemoveAll(l.dir)
	c := <-l.connections
	_, _, _ = c.Close(), l.in.Close(), l.listener.Close()
	failed := <-l.failed
	if err := l.process.Wait(); failed == nil {
		failed = err
	}
	l.Used = l.process.ProcessState.UserTime() + l.process.ProcessState.SystemTime()
	return failed
}
