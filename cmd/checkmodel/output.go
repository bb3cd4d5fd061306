package main

import (
	"fmt"
	"io"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// say writes the requested text, and returns the exit status.
func say(stdout, stderr io.Writer, text string) command.Status {
	if _, err := io.WriteString(stdout, text); err != nil {
		return complain(stderr, err)
	}
	return command.AsDeclared
}

// complain writes all problems of an error, each on its own line, and returns the exit status.
func complain(stderr io.Writer, err error) command.Status {
	for _, e := range problems.Each(err) {
		fmt.Fprintf(stderr, "checkmodel: %s\n", printable.Lines(e.Error()))
	}
	return command.Unusable
}
