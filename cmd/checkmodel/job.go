package main

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/internal/files"
)

// maxArgument is the length of an argument that every system allows. The schedule of a replay can
// be longer.
const maxArgument = 16 << 10

// argument encodes a job as the only argument of the program. If that would be too long, it writes
// the job to a file that the argument names. The caller must call done when the program has ended.
func argument(job cli.Job) (text string, done func(), err error) {
	b, err := json.Marshal(job)
	if err != nil || len(b) <= maxArgument {
		return string(b), func() {}, err
	}
	dir, done, err := files.TempDir(os.Getenv("GOTMPDIR"))
	if err != nil {
		return "", nil, noRoom(err)
	}
	file := filepath.Join(dir, "job")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		done()
		return "", nil, noRoom(err)
	}
	return cli.JobIn + file, done, nil
}
