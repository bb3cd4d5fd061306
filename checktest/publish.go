package checktest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/checkmodel/checkmodel/internal/report/advice"
	"github.com/checkmodel/checkmodel/internal/report/console"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// publish writes the result to attributes of the test, and to files in the directory of its
// artifacts.
func (c *check) publish(it document.Item) {
	c.Helper()
	r := it.Result
	c.Attr("checkmodel.verdict", string(r.Verdict))
	c.Attr("checkmodel.interleavings", strconv.Itoa(r.Interleavings))
	c.Attr("checkmodel.violations", strconv.Itoa(r.Violating))
	c.Attr("checkmodel.complete", strconv.FormatBool(r.Complete()))
	c.artifact("result.json", func(w io.Writer) error {
		return document.JSON(w, it)
	})
	for i, v := range r.Violations {
		c.artifact(fmt.Sprintf("violation-%d.txt", i+1), func(w io.Writer) error {
			return console.Violation(text(), w, c.model, v)
		})
	}
	for _, v := range r.Examples {
		if v.Reaches == "" {
			continue
		}
		c.artifact("witness.txt", func(w io.Writer) error {
			return console.Violation(text(), w, c.model, v)
		})
		c.Logf("%s", c.where(r))
	}
}

// announce prints which searches of a test were cut, because without -v the log of a test that
// passes is not shown. If a package passes, go test shows its output only for the package in the
// current directory, and only if no package is named.
func announce(t *testing.T, cut []document.Item) {
	if len(cut) > 0 && !testing.Verbose() { // otherwise the log says it
		fmt.Printf("%s: not everything was explored: %s\n", t.Name(), advice.Conclusion(cut))
	}
}

// artifact writes a file. An error does not fail the test.
func (c *check) artifact(name string, write func(io.Writer) error) {
	c.Helper()
	path := filepath.Join(c.ArtifactDir(), name)
	f, err := os.Create(path)
	if err == nil {
		err = write(f)
		if e := f.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		c.Logf("the artifact %s cannot be written: %v", path, err)
	}
}
