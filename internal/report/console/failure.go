package console

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/internal/world/guard"
)

// Failure writes details beyond the text of the error of a search: the calls of a process that is
// stuck, or of a condition, a rule or the checker that panicked. For many errors there are none. It
// returns the first error of w.
func Failure(t prose.Text, w io.Writer, failure error) error {
	var b bytes.Buffer
	var fault *guard.ModelError
	if errors.As(failure, &fault) {
		calls(t, &b, "The calls that led there, innermost first:", fault.Stack)
	}
	var broken *checker.InternalError
	if errors.As(failure, &broken) {
		fmt.Fprintf(&b, "%s", broken.Stack)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// calls lists calls, each "function file:line", under a heading.
func calls(t prose.Text, b *bytes.Buffer, heading string, calls []string) {
	if len(calls) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  %s\n", t.Broken(heading, 2, 4))
	for _, c := range calls {
		function, position, _ := strings.Cut(c, " ")
		fmt.Fprintf(b, "    %s\n", t.Broken(prose.Clean(function)+"  "+t.Source(position), 4, 8))
	}
}
