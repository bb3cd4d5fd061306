package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// SetParameters adds the values of parameters from the value of the flag, as clients=3,servers=2.
func (o *Options) SetParameters(text string) (err error) {
	o.Parameters, err = corpus.ParseParameters(o.Parameters, text)
	return err
}

// parameters returns the values of parameters, from the flag and from the given failure.
func (o *Options) parameters() map[string]int {
	all := maps.Clone(o.Parameters)
	if all == nil {
		return o.keptFailure().Parameters
	}
	maps.Copy(all, o.keptFailure().Parameters)
	return all
}

// validateParameters returns an error for each parameter of which the flag and the given failure say different things.
func (o *Options) validateParameters() error {
	var all []error
	kept := o.keptFailure().Parameters
	for _, name := range slices.Sorted(maps.Keys(o.Parameters)) {
		if was, known := kept[name]; known && was != o.Parameters[name] {
			all = append(all, fmt.Errorf("-set gives %s the value %d, but the file for %s says that it was found with %s=%d; leave -set out",
				name, o.Parameters[name], o.replayArgument(), name, was))
		}
	}
	return problems.Join(all...)
}

// withParameters returns the requests for models with a parameter that -set names, or all requests if it names none. Others are left
// out, as they are the same for any values; withParameters says how many. It is an error if a name belongs to no parameter, or
// if a parameter cannot have the value that it is given.
func withParameters(requests []document.Request, o *Options, stderr io.Writer) ([]document.Request, error) {
	if len(o.Parameters) == 0 {
		return requests, nil
	}
	known, wrong := map[string]bool{}, map[string]bool{}
	with := slices.DeleteFunc(slices.Clone(requests), func(q document.Request) bool {
		has := false
		for _, p := range q.Model.Parameters {
			known[p.Name] = true
			if n, given := o.Parameters[p.Name]; given {
				has = true
				if err := p.Fits(n); err != nil {
					wrong[err.Error()] = true
				}
			}
		}
		return !has
	})
	var all []error
	for _, problem := range slices.Sorted(maps.Keys(wrong)) {
		all = append(all, fmt.Errorf("-set: %s", problem))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Parameters)) {
		if !known[name] {
			all = append(all, fmt.Errorf("-set: no model has a parameter %q; %s", name, parameterNames(known)))
		}
	}
	if len(all) > 0 {
		return nil, problems.Join(all...)
	}
	if left := len(requests) - len(with); left > 0 {
		fmt.Fprintf(stderr, "checkmodel: -set: left out are the models without any of these parameters, which are %d of %d\n", left, len(requests))
	}
	return with, nil
}

// parameterNames says which parameters there are.
func parameterNames(known map[string]bool) string {
	if len(known) == 0 {
		return "none has parameters (checker.Model.Parameters)"
	}
	return "there are " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
}
