package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/report"
)

// Package is a package with models.
type Package struct {
	Path string // its import path
	// Models returns the models; nil says that the package does not build, has no
	// models or ones that cannot be used, and that this has been said.
	Models func() []checker.Model
}

// gather asks the packages for their models. Each item's result holds the model
// and the options only. A package whose answer cannot be used becomes one that has
// nothing to ask, and the error says why; without any items there is an error, too.
func gather(packages []Package, o *Options) ([]report.Item, error) {
	var items []report.Item
	var all []error
	for i := range packages {
		p := &packages[i]
		if p.Models == nil {
			continue
		}
		models, err := p.models()
		if err != nil {
			all = append(all, err)
			p.Models = nil
			continue
		}
		for _, m := range models {
			r := &checker.Result{Model: m, Options: o.search(), Verdict: checker.Incomplete}
			items = append(items, report.Item{Package: p.Path, Result: r})
		}
	}
	if len(items) == 0 && len(all) == 0 {
		return nil, fmt.Errorf("there is nothing to check: the function Models of %s returns no models", paths(packages, true))
	}
	return items, problems.Join(all...)
}

// models calls the function of the package, which is the user's code.
func (p Package) models() (models []checker.Model, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = proc.Panicked("the function Models of package "+p.Path, r, "It must return the models of the package")
		}
	}()
	models = p.Models()
	seen := map[string]bool{}
	var all []error
	for i, m := range models {
		switch {
		case m.Name == "":
			all = append(all, fmt.Errorf("model %d of %d that the function Models of package %s returns has no name; set checker.Model.Name", i+1, len(models), p.Path))
		case seen[m.Name]:
			all = append(all, fmt.Errorf("package %s has several models with the name %q; give each its own", p.Path, m.Name))
		}
		seen[m.Name] = true
	}
	return models, problems.Join(all...)
}

// choose returns the items whose model the options select.
func choose(items []report.Item, o *Options) ([]report.Item, error) {
	expression, err := regexp.Compile(o.Model)
	if err != nil {
		return nil, err
	}
	var chosen []report.Item
	for _, it := range items {
		if expression.MatchString(it.Result.Model.Name) {
			chosen = append(chosen, it)
		}
	}
	if len(chosen) == 0 {
		hint := ""
		if o.Replay != nil {
			hint = "; a model that only a test knows of is replayed by go test, with -checkmodel.replay"
		}
		return nil, fmt.Errorf("there is nothing to check: -model %s matches none of the models, which are %s%s", o.Model, names(items), hint)
	}
	chosen = replayable(chosen, o)
	if flag := o.forOneModel(); flag != "" && len(chosen) > 1 {
		return nil, fmt.Errorf("%s is for one model%s; select one with -model, as in -model '^%s$', from %s",
			flag, foreign(chosen, o), regexp.QuoteMeta(chosen[0].Result.Model.Name), names(chosen))
	}
	for i, name := range report.Names(chosen) {
		chosen[i].Name = name
	}
	return chosen, nil
}

// named is how many models a message names.
const named = 20

// names enumerates items for a message.
func names(items []report.Item) string {
	all := report.Names(items)
	if more := len(all) - named; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:named], ", "), more)
	}
	return strings.Join(all, ", ")
}

// paths enumerates the packages that have been built, or else those that have not.
func paths(packages []Package, built bool) string {
	var s []string
	for _, p := range packages {
		if built == (p.Models != nil) {
			s = append(s, p.Path)
		}
	}
	return strings.Join(s, ", ")
}

// leftOut says, behind all reports, which packages nothing was said of: what was said in
// front of them is far away.
func leftOut(packages []Package) error {
	if s := paths(packages, false); s != "" {
		return fmt.Errorf("not checked, for the reasons given in front: %s", s)
	}
	return nil
}
