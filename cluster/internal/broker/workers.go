package broker

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
)

// Workers describes a process of workers.
type Workers struct {
	Name      string   `json:"name"`
	Protocol  int      `json:"protocol"`
	Processes int      `json:"processes"` // of programs, at a time
	Jobs      []string `json:"jobs"`      // that it works for
}

// Present lets the server know a process of workers, until stop is called: describe is called when somebody asks.
func (b *Broker) Present(describe func() Workers) (stop func(), err error) {
	s, err := b.nc.Subscribe(workersSubject, func(m *nats.Msg) {
		if content, err := json.Marshal(describe()); err == nil {
			m.Respond(content)
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { s.Unsubscribe() }, nil
}

// Workers asks who is there, and waits that long for answers. The workers are sorted by their names.
func (b *Broker) Workers(ctx context.Context, wait time.Duration) (all []Workers, err error) {
	inbox := b.nc.NewInbox()
	s, err := b.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer s.Unsubscribe()
	if err := b.nc.PublishRequest(workersSubject, inbox, nil); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for {
		m, err := s.NextMsgWithContext(ctx)
		if err != nil {
			break
		}
		var w Workers
		if len(m.Data) > 0 && json.Unmarshal(m.Data, &w) == nil {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b Workers) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}
