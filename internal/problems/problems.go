// Package problems gathers all that is wrong with something into one error, so that one
// attempt shows everything there is to mend.
package problems

import (
	"strings"

	"github.com/hashicorp/go-multierror"
)

// Join returns an error that holds those of errs that are not nil, in their order, or nil
// if all are. Its text has a line for each of them. Problems that Join has gathered before
// are taken one by one. [errors.Is] and [errors.As] look at each.
func Join(errs ...error) error {
	return multierror.Append(&multierror.Error{ErrorFormat: lines}, errs...).ErrorOrNil()
}

// Each returns the problems that Join has gathered in err; any other error is the only one.
// There are none in nil.
func Each(err error) []error { return multierror.Append(nil, err).Errors }

// lines is the text of several problems.
func lines(errs []error) string { return Text(errs, "\n") }

// Text returns the texts of the problems, with a separator between them.
func Text(errs []error, separator string) string {
	var texts []string
	for _, err := range errs {
		texts = append(texts, err.Error())
	}
	return strings.Join(texts, separator)
}
