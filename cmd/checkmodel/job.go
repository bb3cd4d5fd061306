package main

import (
	"encoding/json"
	"os"

	"github.com/checkmodel/checkmodel/cli"
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
	f, err := os.CreateTemp(os.Getenv("GOTMPDIR"), "checkmodel-*.job")
	if err != nil {
		return "", nil, noRoom(err)
	}
	done = func() { os.Remove(f.Name()) } // the program has removed it already, if it was started
	_, err = f.Write(b)
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err != nil {
		done()
		return "", nil, noRoom(err)
	}
	return cli.JobIn + f.Name(), done, nil
}
