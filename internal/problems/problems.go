// Package problems joins several errors into one, so that one attempt shows all problems.
package problems

import (
	"strings"

	"github.com/hashicorp/go-multierror"
)

// Join returns an error that joins the errs that are not nil, in order, or nil if all are nil. Its
// text has a line for each of them. Errors that Join has returned are taken apart first.
// [errors.Is] and [errors.As] examine each.
func Join(errs ...error) error {
	return multierror.Append(&multierror.Error{ErrorFormat: lines}, errs...).ErrorOrNil()
}

// Each returns the errors that Join has joined in err. Any other error is the only one, and nil has
// none.
func Each(err error) []error { return multierror.Append(nil, err).Errors }

// lines formats several problems.
func lines(errs []error) string { return Text(errs, "\n") }

// Text returns the texts of the problems, with a separator between them.
func Text(errs []error, separator string) string {
	var texts []string
	for _, err := range errs {
		texts = append(texts, err.Error())
	}
	return strings.Join(texts, separator)
}
