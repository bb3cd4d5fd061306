package command

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
)

// Package is a package with models.
type Package struct {
	Path string // its import path
	// Models returns the models. It is nil if the package does not build, or has no usable models,
	// and this has been reported.
	Models func() []checker.Model
}

// gather calls the functions Models of the packages, and returns a request for each model. A package whose models cannot be used gets a nil Models, and the error says why.
// It is also an error if there are no models.
//
// When ctx is done, gather stops waiting for a package that does not answer within the patience,
// and asks no further ones.
func gather(ctx context.Context, env *Environment, packages []Package, o *Options) ([]document.Request, error) {
	var requests []document.Request
	var all []error
	late := false // a package did not answer in the end
	for i := range packages {
		p := &packages[i]
		if p.Models == nil {
			continue
		}
		if late {
			all = append(all, fmt.Errorf("the package %s was not asked for its models: the time was up, or the run interrupted", p.Path))
			p.Models = nil
			continue
		}
		models, err := p.models(ctx, env)
		if err != nil {
			late = ctx.Err() != nil
			all = append(all, err)
			p.Models = nil
			continue
		}
		for _, m := range models {
			requests = append(requests, document.Request{Package: p.Path, Command: env.Command, Model: m, Options: o.searchOf(&m)})
		}
	}
	if len(requests) == 0 && len(all) == 0 {
		return nil, fmt.Errorf("there is nothing to check: the function Models of %s returns no models", paths(packages, true))
	}
	return requests, problems.Join(all...)
}

// models returns the models of the package, or an error that describes all problems with them.
func (p Package) models(ctx context.Context, env *Environment) (models []checker.Model, err error) {
	if models, err = p.answer(ctx, env); err != nil {
		return nil, err
	}
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

// answer calls the function Models of the package, which is the user's code, and waits for it for two
// patiences of the environment, and once ctx is done no longer than for one.
func (p Package) answer(ctx context.Context, env *Environment) ([]checker.Model, error) {
	asked := &question{pkg: p, answered: make(chan struct{})}
	go asked.ask()
	canceled := ctx.Done()
	for patiences := 0; patiences < 2; patiences++ {
		patience, cancel := context.Background(), func() {}
		if env.Patience != nil {
			patience, cancel = env.Patience(canceled == nil)
		}
		select {
		case <-asked.answered:
			cancel()
			return asked.models, asked.err
		case <-canceled:
			canceled, patiences = nil, 0
		case <-patience.Done():
		}
		cancel()
	}
	return nil, guard.NotReturned("the function Models of package "+p.Path, fmt.Sprintf("command.(*question).ask(%p", asked),
		"It must return the models at once")
}

// question is a call of the function Models of a package.
type question struct {
	pkg      Package
	models   []checker.Model
	err      error
	answered chan struct{}
}

// ask calls the function of the package. Tracebacks are searched for its name.
//
//go:noinline
func (q *question) ask() {
	returned := false
	defer func() {
		if problem := recover(); problem != nil || !returned {
			q.err = values.PanicError("the function Models of package "+q.pkg.Path, problem, "It must return the models of the package")
		}
		close(q.answered)
	}()
	q.models = q.pkg.Models()
	returned = true
}

// choose returns the requests whose model the options select.
func choose(requests []document.Request, o *Options, stderr io.Writer) ([]document.Request, error) {
	expression, err := regexp.Compile(o.Model)
	if err != nil {
		return nil, err
	}
	var chosen []document.Request
	for _, q := range requests {
		if expression.MatchString(q.Model.Name) {
			chosen = append(chosen, q)
		}
	}
	if len(chosen) == 0 {
		hint := ""
		if o.Replay != nil {
			hint = "; a model that only a test knows of is replayed by go test, with -checkmodel.replay"
		}
		return nil, fmt.Errorf("there is nothing to check: -model %s matches none of the models, which are %s%s", o.Model, names(requests), hint)
	}
	if chosen, err = withParameters(chosen, o, stderr); err != nil {
		return nil, err
	}
	if chosen, err = withGoal(chosen, o, stderr); err != nil {
		return nil, err
	}
	chosen = replayable(chosen, o)
	if flag := o.forOneModel(); flag != "" && len(chosen) > 1 {
		return nil, fmt.Errorf("%s is for one model%s; select one with -model, as in -model '^%s$', from %s",
			flag, foreign(chosen, o), printable.OneLine(regexp.QuoteMeta(chosen[0].Model.Name)), names(chosen))
	}
	for i, name := range document.Names(chosen) {
		chosen[i].Name = name
	}
	return chosen, nil
}

// named is the maximal number of models that a message names.
const named = 20

// names enumerates requests for a message.
func names(requests []document.Request) string {
	all := document.Names(requests)
	for i, name := range all {
		all[i] = printable.OneLine(name)
	}
	if more := len(all) - named; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(all[:named], ", "), more)
	}
	return strings.Join(all, ", ")
}

// paths enumerates the packages that were built, or the packages that were not.
func paths(packages []Package, built bool) string {
	var s []string
	for _, p := range packages {
		if built == (p.Models != nil) {
			s = append(s, p.Path)
		}
	}
	return strings.Join(s, ", ")
}

// leftOut returns an error that repeats, after all reports, which packages were not checked: the
// messages about them came long before.
func leftOut(packages []Package) error {
	if s := paths(packages, false); s != "" {
		return fmt.Errorf("not checked, for the reasons given above: %s", s)
	}
	return nil
}

// withGoal returns the requests whose model has the goal of which a witness is shown, if there is one.
func withGoal(requests []document.Request, o *Options, stderr io.Writer) ([]document.Request, error) {
	with, err := document.WithGoal(requests, o.Witness)
	if left := len(requests) - len(with); err == nil && left > 0 {
		fmt.Fprintf(stderr, "checkmodel: -show: left out are the models without this goal, which are %d of %d\n", left, len(requests))
	}
	return with, err
}
