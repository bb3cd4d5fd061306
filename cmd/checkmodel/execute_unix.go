//go:build unix

package main

import (
	"os"
	"syscall"

	"github.com/checkmodel/checkmodel/cli"
)

// execute becomes the program, which then removes itself: signals, the terminal
// and the exit status are its own. It returns only if that fails.
func (p *program) execute(o cli.Options) (cli.Status, error) {
	defer p.remove()
	job, err := argument(cli.Job{Options: o, Ephemeral: true})
	if err != nil {
		return cli.Unusable, err
	}
	return cli.Unusable, syscall.Exec(p.executable, []string{p.executable, job}, os.Environ())
}
