// Package program starts the program around the models as a child process, and speaks with it. The messages are JSON objects,
// one a line. What units, results and options contain is not looked at.
package program

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Variable is the environment variable that says what the program does: [Submitting], [Coordinating] or [Working].
const Variable = "CHECKMODEL_CLUSTER"

// The values of the variable. After a colon follows the path of a socket.
const (
	Submitting   = "submit:"
	Coordinating = "coordinate:"
	Working      = "work"
)

// Message is a message to or from the program. One field is set.
type Message struct {
	Submit    *Submission `json:"submit,omitempty"`
	Out       string      `json:"out,omitempty"` // goes to standard output
	Err       string      `json:"err,omitempty"` // goes to standard error
	Status    *int        `json:"status,omitempty"`
	Interrupt bool        `json:"interrupt,omitempty"`

	Unit     *Unit    `json:"unit,omitempty"`
	Result   *Unit    `json:"result,omitempty"`
	Failed   *Failure `json:"failed,omitempty"`
	Withdraw []string `json:"withdraw,omitempty"` // units that nobody needs any more
	Lost     []string `json:"lost,omitempty"`     // units that nobody works on
	Pool     *Pool    `json:"pool,omitempty"`
}

// Submission is a search that a program submits.
type Submission struct {
	Executable string          `json:"executable"` // its path
	Options    json.RawMessage `json:"options"`
	Identity   string          `json:"identity"`
}

// Unit is a unit or its result.
type Unit struct {
	ID   string          `json:"id"`
	Body json.RawMessage `json:"body"`
}

// Failure is a unit that cannot be executed.
type Failure struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

// Pool describes the workers.
type Pool struct {
	Workers int     `json:"workers"` // processes
	Seconds float64 `json:"seconds"` // that a unit should take
}

// job is the file of options that the program gets as its argument.
type job struct {
	Options json.RawMessage `json:"options"`
	Command string          `json:"command,omitempty"`
	Watched bool            `json:"watched,omitempty"` // the program has the descriptors 3 to 5, see Coordinate
}

// write writes the file into the directory, and returns its name.
func (j job) write(dir string) (string, error) {
	content, err := json.Marshal(j)
	if err != nil {
		return "", fmt.Errorf("the options of the job are not JSON: %w", err)
	}
	name := filepath.Join(dir, "job")
	return name, os.WriteFile(name, content, 0o600)
}
