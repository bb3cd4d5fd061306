package checktest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/checkmodel/checkmodel/report"
)

// publish makes the result attributes of the test, and files in the directory of
// its artifacts.
func (c *check) publish(it report.Item) {
	c.Helper()
	r := it.Result
	c.Attr("checkmodel.verdict", string(r.Verdict))
	c.Attr("checkmodel.interleavings", strconv.Itoa(r.Interleavings))
	c.Attr("checkmodel.violations", strconv.Itoa(r.Violating))
	c.artifact("result.json", func(w io.Writer) error {
		return report.JSON(w, it)
	})
	for i, v := range r.Violations {
		c.artifact(fmt.Sprintf("violation-%d.txt", i+1), func(w io.Writer) error {
			return text().Violation(w, c.model, v)
		})
	}
}

// artifact writes a file. That it cannot be written does not fail the test.
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

// text writes reports with positions relative to the working directory.
func text() report.Text {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return report.Text{Dir: dir}
}
