package main

import (
	"encoding/json"

	"github.com/checkmodel/checkmodel/cli"
)

// argument puts a job into the one argument of the program.
func argument(job cli.Job) (string, error) {
	b, err := json.Marshal(job)
	return string(b), err
}
