package report

import (
	"bytes"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/checkmodel/checkmodel/checker"
)

// guarded calls write, which shows something. If write panics, guarded returns an internal error:
// the fault is in the report and not in a model.
func guarded(what string, write func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &checker.InternalError{Problem: fmt.Sprintf("%s cannot be shown: %v", what, r), Stack: debug.Stack()}
		}
	}()
	return write()
}

// into writes to w what show puts into a buffer. If show fails, it writes the text instead and the
// error. An error of w takes precedence.
func into(w io.Writer, what string, show func(*bytes.Buffer) error, instead string) error {
	var b bytes.Buffer
	err := guarded(what, func() error { return show(&b) })
	if err != nil {
		b.Reset()
		b.WriteString(instead)
	}
	if _, failed := w.Write(b.Bytes()); failed != nil {
		return failed
	}
	return err
}
