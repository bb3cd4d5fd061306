package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/problems"
	"github.com/checkmodel/checkmodel/internal/report/document"
)

// SetMemory sets the memory limit from the value of the flag: a size such as 4GiB, or none for no
// limit.
func (o *Options) SetMemory(value string) error {
	size, err := memory.ParseSize(value)
	if err != nil {
		return err
	}
	o.Memory, o.NoMemoryLimit = size, size == 0
	return nil
}

// memory returns the memory limit of a search, in bytes; 0 if there is none.
func (r *run) memory() int64 {
	switch o := &r.options; {
	case o.NoMemoryLimit:
		return 0
	case o.Memory > 0:
		return o.Memory
	}
	return r.env.Memory
}

// errNoMemory is the cause of a context that is done because no memory is left for further
// searches.
var errNoMemory = errors.New("no memory left")

// memoryLeft returns the context for the searches after the item's. It is done if code of that
// model has taken all memory, which only ends with the program, so that the program ends soon.
func memoryLeft(ctx context.Context, it *document.Item) context.Context {
	if it.Err == nil || it.Result.Stop != checker.OutOfMemory {
		return ctx
	}
	ctx, cancel := context.WithCancelCause(ctx)
	cancel(errNoMemory)
	return ctx
}

// noRoom returns an error that names the models of which nothing was explored because of the memory
// limit, or nil if there are none.
func (r *run) noRoom() error {
	tight := r.untouched(func(it document.Item) bool { return it.Result.Stop == checker.OutOfMemory })
	after := r.untouched(func(it document.Item) bool { return it.Canceled == document.NoMemory })
	var all []error
	if len(tight) > 0 {
		advice := fmt.Sprintf("give more than -memory %d", r.options.Memory)
		if r.options.Memory == 0 {
			advice = "the machine, or a control group of it, has no more left; give -memory SIZE to use more"
		}
		all = append(all, fmt.Errorf("nothing was explored of %s: the memory limit of %s was reached too soon; %s",
			names(tight), memory.Size(r.memory()), advice))
	}
	if len(after) > 0 {
		all = append(all, fmt.Errorf("nothing was explored of %s: code of an earlier model has taken all memory and does not end; fix that model",
			names(after)))
	}
	return problems.Join(all...)
}

// unplanned reports whether the search was stopped by something that the user did not plan: an
// interrupt, or a lack of memory. Then it is saved without a request.
func (s *saving) unplanned(c *checker.Checkpoint) bool {
	interrupted := c.Stop == checker.Canceled && context.Cause(s.ctx) != errTimeout
	return c.Events > 0 && (interrupted || c.Stop == checker.OutOfMemory)
}
