package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// keep writes the schedules of an item's violations to files, if the options say so. The report then names the files.
func (r *run) keep(it *document.Item) error {
	if r.options.Keep == "" {
		it.Files = r.replayed(it.Result)
		return nil
	}
	var all []error
	var kept []string
	for _, v := range it.Result.Violations {
		f := corpus.Of(it.Result.Model, v, it.Result.Options)
		name := filepath.FromSlash(f.Path(it.Result.Model.Name))
		path := filepath.Join(r.path(r.options.Keep), name)
		kept = append(kept, filepath.Join(r.options.Keep, name))
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err == nil {
			err = files.Write(path, []byte(f.String()))
		}
		if err != nil {
			all = append(all, fmt.Errorf("a violation of model %s cannot be kept: %w", printable.OneLine(it.Name), err))
		}
	}
	if len(all) == 0 {
		it.Files = kept
	}
	return problems.Join(all...)
}

// replayed returns the file of the given schedule for each violation of the result, unless that is not the violation of the
// schedule because it was minimized. It returns nil if there is no file.
func (r *run) replayed(result *checker.Result) []string {
	if r.options.ReplayFile == "" || slices.ContainsFunc(result.Violations, func(v *checker.Violation) bool { return v.Minimized != nil }) {
		return nil
	}
	return slices.Repeat([]string{r.options.ReplayFile}, len(result.Violations))
}

// keptNothing reports that nothing was kept, if the options ask for it, because the user may look
// for the files.
func (r *run) keptNothing() {
	found := func(it document.Item) bool { return len(it.Result.Violations) > 0 }
	if r.options.Keep == "" || slices.ContainsFunc(r.items, found) {
		return
	}
	but := ""
	if slices.ContainsFunc(r.items, func(it document.Item) bool { return it.Err != nil }) {
		but = "; the interleaving in which a model failed is not kept"
	}
	fmt.Fprintf(r.env.Stderr, "checkmodel: nothing is kept in %s: no violation was found%s\n", r.options.Keep, but)
}
