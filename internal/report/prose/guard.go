package prose

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/checkmodel/checkmodel/checker"
)

// Guard calls write, which shows something. If write panics, guarded returns an internal error:
// the fault is in the report and not in a model.
func Guard(what string, write func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &checker.InternalError{Problem: fmt.Sprintf("%s cannot be shown: %v", what, r), Stack: debug.Stack()}
		}
	}()
	return write()
}

// Into writes to w the text that show puts into a buffer. If show fails, it writes the text instead
// and returns the error, unless w has one.
func Into(w io.Writer, what string, show func(*bytes.Buffer) error, instead string) error {
	var b bytes.Buffer
	err := Guard(what, func() error { return show(&b) })
	if err != nil {
		b.Reset()
		b.WriteString(instead)
	}
	_, failed := w.Write(b.Bytes())
	return cmp.Or(failed, err)
}

// IntoText is into for a function that cannot fail, except by a panic.
func IntoText(w io.Writer, what string, show func(*bytes.Buffer), instead string) error {
	return Into(w, what, func(b *bytes.Buffer) error { show(b); return nil }, instead)
}
