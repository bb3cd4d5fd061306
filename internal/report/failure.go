package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// problem is why the model failed, in one line.
func (it *Item) problem() string { return problems.Text(problems.Each(it.Err), "; ") }

// problem is why the model of the document failed, without its name; "" if it did not.
func (d *Document) problem() string { return strings.TrimPrefix(d.Error, "model "+d.Model+": ") }

// fault reports whether what is shown is the interleaving in which a model failed, and no
// example that was asked for.
func (v *Violation) fault() bool { return v.Property == "" && v.Explanation != "" }

// Failure writes what there is to say about the error of a search besides its
// text: the calls in which a process is stuck, a condition or a rule panicked, or the checker.
// For many errors that is nothing. An error is one of w.
func (t Text) Failure(w io.Writer, failure error) error {
	var b bytes.Buffer
	var fault *guard.ModelError
	if errors.As(failure, &fault) {
		t.calls(&b, "The calls that led there, innermost first:", fault.Stack)
	}
	var broken *checker.InternalError
	if errors.As(failure, &broken) {
		fmt.Fprintf(&b, "%s", broken.Stack)
	}
	_, err := w.Write(b.Bytes())
	return err
}
