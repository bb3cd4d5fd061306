package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Submit submits a search by the socket, and copies the report and messages until it has ended. It returns the exit status. When ctx is
// done, the search is told so.
func Submit(ctx context.Context, socket string, s Submission, out, err io.Writer) (status int, _ error) {
	c, e := dial(socket)
	if e != nil {
		return 0, fmt.Errorf("the search cannot be submitted: %w", e)
	}
	defer c.Close()
	w := json.NewEncoder(c)
	if e := w.Encode(message{Submit: &s}); e != nil {
		return 0, fmt.Errorf("the search cannot be submitted: %w", e)
	}
	defer context.AfterFunc(ctx, func() { _ = w.Encode(message{Interrupt: true}) })()
	ended := errors.New("ended")
	e = each(c, func(m *message) (e error) {
		switch {
		case m.Status != nil:
			status = *m.Status
			return ended
		case m.Out != "":
			_, e = io.WriteString(out, m.Out)
		default:
			_, e = io.WriteString(err, m.Err)
		}
		return e
	})
	switch {
	case e == ended:
		return status, nil
	case e == nil:
		e = errors.New("the command that has submitted the search has ended without its report; 'checkmodel-cluster status' shows the search, if it goes on")
	}
	return 0, e
}
