//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"

	"github.com/checkmodel/checkmodel/cli"
)

// hide removes the program from the file system if it can be executed all the same,
// as under Linux: then nothing is left behind, whenever somebody ends it. Otherwise
// it removes itself.
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

// execute becomes the program: signals, the terminal and the exit status are its own.
// It returns only if that fails.
func (p *program) execute(o cli.Options) (cli.Status, error) {
	defer p.remove()
	job, err := argument(cli.Job{Options: o, Ephemeral: p.file == nil})
	if err != nil {
		return cli.Unusable, err
	}
	return cli.Unusable, syscall.Exec(p.executable, []string{"checkmodel", job}, os.Environ())
}
