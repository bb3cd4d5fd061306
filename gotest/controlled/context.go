package controlled

import (
	"context"
)

// Outside returns a context of explored code as one that the standard library takes. Nothing there can wait for it.
func Outside(c Context) context.Context {
	if i, is := c.(inside); is {
		return i.Context
	}
	if c == nil {
		return nil
	}
	return outside{c}
}

// Inside returns a context of the standard library as one for explored code.
func Inside(c context.Context) Context {
	if o, is := c.(outside); is {
		return o.Context
	}
	if c == nil {
		return nil
	}
	return inside{c}
}

type outside struct{ Context }

func (o outside) Done() <-chan struct{} {
	done := make(chan struct{})
	if o.Err() != nil {
		close(done)
	}
	return done
}

func (o outside) Err() error {
	err := o.Context.Err()
	for _, known := range []error{context.Canceled, context.DeadlineExceeded} {
		if err != nil && err.Error() == known.Error() {
			return known
		}
	}
	return err
}

type inside struct{ context.Context }

func (i inside) Done() *Chan[struct{}] {
	select {
	case <-i.Context.Done():
		c := Make[*Chan[struct{}]]()
		Close(c)
		return c
	default:
		return nil
	}
}
