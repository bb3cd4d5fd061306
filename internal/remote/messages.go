// Package remote lets processes execute units of a search of another process; see checker.Saving. It is the part of the program
// around the models in a cluster, and speaks with the program that has started it. A message is a JSON object on a line of its own.
package remote

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
)

// variable is the environment variable that says which part the program has. After a colon follows the name of a socket.
const variable = "CHECKMODEL_CLUSTER"

// Part is the part of a program in a cluster; "" searches alone.
type Part string

// The parts.
const (
	Submits     Part = "submit"
	Coordinates Part = "coordinate"
	Works       Part = "work"
)

// PartOf returns the part of a program, and its socket. getenv is os.Getenv.
func PartOf(getenv func(string) string) (p Part, socket string, err error) {
	part, socket, _ := strings.Cut(getenv(variable), ":")
	switch p = Part(part); p {
	case "", Works, Submits, Coordinates:
		return p, socket, nil
	}
	return p, socket, fmt.Errorf("the environment variable %s is %q; it must be unset, %s, or %s or %s with a colon and a socket", variable, getenv(variable), Works, Submits, Coordinates)
}

// message is a message. It has one of the fields.
type message struct {
	// Of a program that submits what it would search, and the answers to it.
	Submit    *Submission `json:"submit,omitempty"`
	Interrupt bool        `json:"interrupt,omitempty"`
	Out       string      `json:"out,omitempty"` // a part of the report
	Err       string      `json:"err,omitempty"`
	Status    *int        `json:"status,omitempty"` // the exit status

	Unit     *unit    `json:"unit,omitempty"`
	Result   *unit    `json:"result,omitempty"`
	Failed   *failure `json:"failed,omitempty"`
	Withdraw []string `json:"withdraw,omitempty"` // the identities of units that nobody needs any more
	Lost     []string `json:"lost,omitempty"`     // of units on which nobody works
	Pool     *size    `json:"pool,omitempty"`
}

// Submission is a search that is to be executed elsewhere.
type Submission struct {
	Executable string          `json:"executable"` // its file
	Options    json.RawMessage `json:"options"`
	Identity   string          `json:"identity"` // of the program
}

// unit is a unit or its result.
type unit struct {
	ID   string          `json:"id"`
	Body json.RawMessage `json:"body"`
}

// failure says why a unit has no result.
type failure struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

// size says how many worker processes there are, and how long a unit should take.
type size struct {
	Workers int     `json:"workers"`
	Seconds float64 `json:"seconds"`
}

// body is the content of a unit, and of a result.
type body struct {
	Model         string  `json:"model,omitempty"` // its name in the report
	Interleavings int     `json:"interleavings,omitempty"`
	Seconds       float64 `json:"seconds,omitempty"` // that they have taken
	Search        []byte  `json:"search"`            // a compressed checkpoint
}

// packed returns the message content for a checkpoint.
func (b body) packed(c *checker.Checkpoint) (json.RawMessage, error) {
	var content bytes.Buffer
	w, err := flate.NewWriter(&content, flate.BestSpeed)
	if err == nil {
		err = c.EncodeTo(w)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, err
	}
	b.Search = content.Bytes()
	return json.Marshal(b)
}

// checkpoint returns the checkpoint of the body.
func (b body) checkpoint() (*checker.Checkpoint, error) {
	return checker.ReadCheckpoint(flate.NewReader(bytes.NewReader(b.Search)))
}

// each calls f with each message until the end of the stream, or the first error.
func each(r io.Reader, f func(*message) error) error {
	for d := json.NewDecoder(r); ; {
		var m message
		err := d.Decode(&m)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("a message of the cluster cannot be read: %w", err)
		}
		if err := f(&m); err != nil {
			return err
		}
	}
}
