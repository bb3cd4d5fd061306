package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
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

// minimizeFor is how long the violations of a model are minimized if no flag is given.
const minimizeFor = 10 * time.Second

// errMinimized is the cause of the end of a context whose time for minimizing is over.
var errMinimized = errors.New("the time for minimizing is over")

// minimize makes the violations of a result smaller. Without a flag it takes the violations that a report shows with their
// traces, and only smaller ones replace them. The findings so far are kept when ctx is done; cut says that this was so.
func (r *run) minimize(ctx context.Context, result *checker.Result) (cut bool, err error) {
	limit, asked := minimizeFor, r.options.Minimize != nil
	if asked {
		limit = *r.options.Minimize
	} else if t := r.options.Timeout; t > 0 {
		limit = min(limit, t/10) // most of the time is for the searches
	}
	allowed := limit
	if limit == 0 || !asked && (result.Options.Replay != nil || result.Shortest > 0 || result.Verdict == checker.Failed) {
		return false, nil
	}
	var chosen []**checker.Violation
	for i, v := range result.Violations {
		if asked || r.options.describes() || !result.Model.Declares(v) {
			chosen = append(chosen, &result.Violations[i])
		}
	}
	for i, v := range result.Examples {
		if v.Reaches != "" && result.Shortest == 0 {
			chosen = append(chosen, &result.Examples[i])
		}
	}
	var how checker.Minimizing
	if !asked {
		how = result.ToMinimize(len(chosen))
	}
	late := false
	for n, v := range chosen {
		part, cancel := context.WithTimeoutCause(ctx, limit/time.Duration(len(chosen)-n), errMinimized)
		start := r.env.Now()
		small, err := checker.Minimize(part, result, *v, how)
		late = late || part.Err() != nil
		cancel()
		if err != nil && !asked { // it is a violation all the same; perhaps a checkpoint was changed
			fmt.Fprintf(r.env.Stderr, "checkmodel: a violation of %s, or a witness, is shown as it was found: %v\n", printable.OneLine(result.Model.Name), err)
			continue
		}
		if err != nil {
			return false, fmt.Errorf("minimizing: %w", err)
		}
		cut = cut || ctx.Err() != nil
		if m := small.Minimized; asked || m != nil && (result.Sample != nil || m.Smaller()) {
			*v = small
		}
		limit = max(0, limit-r.env.Now().Sub(start))
	}
	if late && !cut && !asked {
		fmt.Fprintf(r.env.Stderr, "checkmodel: the time for making the violations of %s smaller was up after %v, so they may be smaller on another run; give -minimize 1m for more, or off\n",
			printable.OneLine(result.Model.Name), allowed)
	}
	return cut, nil
}

// describes reports whether declared violations are shown with their traces.
func (o *Options) describes() bool {
	return o.Show > 0 || o.Verbose || o.Run > 0 || o.JSON || len(o.Outputs) > 0
}
