// Package unreached finds operations in the source of a model that no interleaving has come to, and cases of messages that none has
// taken. It looks only at what is near to operations that did happen: a package may have several models, and each of them leaves out
// the functions of the others.
package unreached

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/trace"
)

// Check is [checker.Check], and adds gaps to the result that only the source shows. It says nothing of packages whose
// source is not at hand, or is not the source of the program.
func Check(ctx context.Context, m checker.Model, o checker.Options) (*checker.Result, error) {
	r, err := checker.Check(ctx, m, o)
	if err == nil && r.Violating == 0 && len(r.Visits) > 0 {
		add(&r.Record)
	}
	return r, err
}

// add adds the gaps that the source shows.
func add(r *result.Record) {
	reached := map[string]map[int]bool{} // the lines of operations, by file
	for _, v := range r.Visits {
		if file, line, ok := place(v.Place); ok && v.Happened && v.Outcome == "" {
			if reached[file] == nil {
				reached[file] = map[int]bool{}
			}
			reached[file][line] = true
		}
	}
	dirs := map[string]bool{}
	for file := range reached {
		dirs[filepath.Dir(file)] = true
	}
	for dir := range dirs {
		for _, p := range packages(dir, reached) {
			f := finder{pkg: p, visits: r.Visits, known: r.Gaps}
			f.find()
			r.Gaps = append(r.Gaps, f.gaps...)
		}
	}
	slices.SortFunc(r.Gaps, func(a, b trace.Visit) int {
		aFile, aLine, _ := place(a.Place)
		bFile, bLine, _ := place(b.Place)
		return cmp.Or(cmp.Compare(aFile, bFile), cmp.Compare(aLine, bLine), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Outcome, b.Outcome))
	})
}
