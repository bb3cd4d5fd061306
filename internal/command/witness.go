package command

import (
	"fmt"
	"io"
	"strconv"

	"github.com/checkmodel/checkmodel/internal/report/document"
)

// SetShow sets from the value of the flag how many violations are described, or the goal of which a witness is shown.
func (o *Options) SetShow(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil {
		o.Witness = value
		return nil
	}
	o.Show = n
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
