//go:build unix

package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/cli"
)

// hide removes the program from the file system if it can still be executed then, as under Linux,
// so that no file is left however it ends. Otherwise it removes itself.
func (p *program) hide() {
	f, err := os.Open(p.executable)
	if err != nil {
		return
	}
	open := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	this, err := f.Stat()
	if same, err2 := os.Stat(open); err != nil || err2 != nil || !os.SameFile(this, same) {
		f.Close()
		return
	}
	p.remove()
	p.file, p.executable = f, open
}

// execute runs the program and returns its exit status. If the program is ended by a signal, the
// command ends in the same way. Signals are forwarded. If code of a model ends the program, execute
// says so.
func (p *program) execute(o cli.Options) (cli.Status, error) {
	defer p.remove()
	key := rand.Text()
	output, err := hiddenOutput()
	if err != nil {
		return cli.Unusable, err
	}
	job, done, err := argument(cli.Job{Options: o, Command: started(), Ephemeral: p.file == nil, Watched: true, Key: key, Output: output})
	if err != nil {
		return cli.Unusable, err
	}
	defer done()
	path := p.executable
	if p.file != nil { // file descriptors of the program have other numbers
		path = fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), p.file.Fd())
	}
	cmd := &exec.Cmd{Path: path, Args: []string{"checkmodel", job}, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	return watch(cmd, key, o.Timeout)
}

// hiddenOutput returns another file descriptor of standard output, which the program inherits. Code
// of models does not use that number by mistake.
func hiddenOutput() (int, error) {
	const first, last = 64, 192 // a process may have at least 256
	var b [1]byte
	rand.Read(b[:])
	n, err := unix.FcntlInt(os.Stdout.Fd(), unix.F_DUPFD, first+int(b[0])%(last-first))
	if err != nil {
		n, err = unix.Dup(int(os.Stdout.Fd())) // the limit may be lower here
	}
	return n, os.NewSyscallError("dup", err)
}
