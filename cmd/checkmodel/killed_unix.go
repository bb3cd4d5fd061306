//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/internal/memory"
)

// messages holds the messages of the program to the command.
type messages struct {
	last  string // the last message: "begin", a quoted model, or cli.ProgramEnds; "" if there was none
	saved string // the file in which the search of this model was saved; "" if it was not
	other string // lines without the key: the report of a crash by Go, or output of a model's code
}

// maxOther limits other: the reason of a crash is at its beginning.
const maxOther = 16 << 10

// longestLine is more than the length of the program's longest line.
const longestLine = 64 << 10

// programGone is the message of the command to itself that the program has ended: a process that the program has started
// may still have the pipe open.
const programGone = "gone"

// listen reads the messages of the program until it is gone. Their lines begin with the key. It calls
// begun at the first message.
func listen(telling io.Reader, key string, begun func()) (h messages) {
	for r := bufio.NewReaderSize(telling, longestLine); ; {
		part, err := r.ReadSlice('\n')
		if err == bufio.ErrBufferFull { // no line of the program is so long
			err = nil
		}
		line := string(part)
		said, known := strings.CutPrefix(strings.TrimSuffix(line, "\n"), key+" ")
		switch {
		case !known || err != nil:
			if len(h.other) < maxOther && line != "\n" {
				h.other += line
			}
		case said == programGone:
			return h
		case strings.HasPrefix(said, cli.ProgramSaved):
			h.saved, _ = strconv.Unquote(strings.TrimPrefix(said, cli.ProgramSaved))
		default:
			h.last, h.saved = said, ""
			begun()
		}
		if err != nil {
			return h
		}
	}
}

// crashed reports whether Go has said that the program crashed.
func (h *messages) crashed() bool {
	return strings.Contains(h.other, "runtime.throw(") || strings.Contains(h.other, "goroutine ")
}

// stray returns the first line that code of a model has written; "" if there is none.
func (h *messages) stray() string {
	if h.crashed() {
		return ""
	}
	line, _, _ := strings.Cut(h.other, "\n")
	return line
}

// givers are the functions of Go's runtime that end a program to which the system gives no more memory.
var givers = []string{
	"runtime.(*mcache).allocLarge(", "runtime.(*mcache).refill(", "runtime.(*mheap).sysAlloc(", "runtime.persistentalloc1(", "runtime.sysMapOS(",
}

// outOfMemory reports whether Go has ended the program because the system gave it no more memory. The reason
// in words is on standard error alone; here are the calls.
func (h *messages) outOfMemory() bool {
	_, calls, ok := strings.Cut(h.other, "\nruntime.throw(")
	lines := strings.SplitN(calls, "\n", 4) // arguments, position, caller
	return ok && len(lines) > 2 && slices.ContainsFunc(givers, func(name string) bool { return strings.HasPrefix(lines[2], name) })
}

// killed returns an error if the system has ended the program, or may have, because there was no
// memory left. The error says how to continue.
func (h *messages) killed(state *os.ProcessState) error {
	var why string
	switch status := state.Sys().(syscall.WaitStatus); {
	case status.Signaled() && status.Signal() == syscall.SIGKILL, status.ExitStatus() == 128+int(syscall.SIGKILL) && h.last != cli.ProgramEnds:
		why = "the program was killed, as the system does with one for which it has no memory left"
	case h.outOfMemory():
		why = "the system had no memory left for the program, so it has ended"
	default:
		return nil
	}
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		bytes := int64(usage.Maxrss)
		if runtime.GOOS != "darwin" && runtime.GOOS != "ios" { // on those systems it is in bytes
			bytes <<= 10
		}
		why += fmt.Sprintf("; it had up to %s", memory.Size(bytes))
	}
	why += ". There is no report of "
	if model, err := strconv.Unquote(h.last); err == nil {
		why += fmt.Sprintf("the model %s, nor of those after it. ", model)
	} else {
		why += "any model. "
	}
	if h.saved != "" {
		why += fmt.Sprintf("The search was saved on the way in %s; to go on from there, give the same command with -resume %s", h.saved, h.saved)
	} else {
		why += "A lower -memory SIZE ends a search, and saves it, before that happens"
	}
	return errors.New(why)
}
