package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/checkmodel/checkmodel/checker"
)

// SetMinimize sets how long violations are minimized from the value of the flag: a duration, or off.
func (o *Options) SetMinimize(value string) error {
	d, err := time.ParseDuration(value)
	switch {
	case value == "off":
		d = 0
	case err != nil:
		return err
	case d <= 0:
		return errors.New("not positive")
	}
	o.Minimize = &d
	return nil
}

// MinimizeFor is how long the violations of a model are minimized if they were drawn at random, or kept before, and no flag is given.
const MinimizeFor = 30 * time.Second

// errMinimized is the cause of the end of a context whose time for minimizing is over.
var errMinimized = errors.New("the time for minimizing is over")

// minimize makes the violations of a result smaller. Without a flag these are the ones that the model does not declare, in
// interleavings that were drawn at random. What was found so far is kept when ctx is done; cut says that this was so.
func (r *run) minimize(ctx context.Context, result *checker.Result) (cut bool, err error) {
	limit, asked := MinimizeFor, r.options.Minimize != nil
	if asked {
		limit = *r.options.Minimize
	}
	if limit == 0 || !asked && result.Sample == nil {
		return false, nil
	}
	var chosen []int
	for i, v := range result.Violations {
		if asked || !result.Model.Declares(v) {
			chosen = append(chosen, i)
		}
	}
	for n, i := range chosen {
		part, cancel := context.WithTimeoutCause(ctx, limit/time.Duration(len(chosen)-n), errMinimized)
		start := r.env.Now()
		small, err := checker.Minimize(part, result, result.Violations[i], checker.Minimizing{})
		cancel()
		if err != nil {
			return false, fmt.Errorf("minimizing: %w", err)
		}
		cut = cut || ctx.Err() != nil
		result.Violations[i] = small
		limit = max(0, limit-r.env.Now().Sub(start))
	}
	return cut, nil
}
