package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// problem returns why the model failed, on one line.
func (it *Item) problem() string { return problems.Text(problems.Each(it.Err), "; ") }

// Seen returns the text of an error with places in the model as they are seen from the directory.
func Seen(dir string, err error) string { return seen(dir, err.Error()) }

func seen(dir, text string) string {
	if dir = strings.TrimSuffix(filepath.ToSlash(dir), "/"); dir == "" {
		return text
	}
	return strings.ReplaceAll(text, dir+"/", "")
}

// problem returns why the model of the document failed, without its name, or "" if it did not.
func (d *Document) problem() string { return strings.TrimPrefix(d.Error, "model "+d.Model+": ") }

// fault reports whether v is the interleaving in which a model failed, and not a requested example.
func (v *Violation) fault() bool { return v.Property == "" && v.Explanation != "" }

// Failure writes details of the error of a search that its text does not have: the calls in which a
// process is stuck, or in which a condition, a rule or the checker panicked. For many errors there
// are none. It returns the first error of w.
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
