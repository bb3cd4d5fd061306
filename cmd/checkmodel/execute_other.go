//go:build !unix

package main

import "github.com/checkmodel/checkmodel/cli"

// execute runs the program, removes it, and returns its exit status.
func (p *program) execute(o cli.Options) (cli.Status, error) { return p.executeAlone(o) }
