package broker

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// Lease makes a process the coordinator of a job. Each change of the job's state names the revision that it replaces, so that
// a coordinator whose place another one has taken changes nothing any more.
type Lease struct {
	broker   *Broker
	id       string
	State    State // as stored last
	revision uint64
	held     bool // the claim was successful
}

// ErrSuperseded says that another coordinator has taken over.
var ErrSuperseded = errors.New("another coordinator has taken over")

// Claim takes the place of the coordinator of a job, whose state is still that of the entry. The caller must know that the
// earlier coordinator, if there is one, seems to be dead. Name is for people.
func (b *Broker) Claim(ctx context.Context, id, name string, e Entry) (*Lease, error) {
	l := &Lease{broker: b, id: id, State: e.State, revision: e.Revision}
	return l, l.Update(ctx, func(s *State) { s.Holder, s.Name, s.Units, s.Epoch = nuid.Next(), name, 0, s.Epoch+1 })
}

// Update changes the state. The error is ErrSuperseded if another coordinator has changed it; otherwise it may be tried again.
func (l *Lease) Update(ctx context.Context, change func(*State)) error {
	next := l.State
	change(&next)
	content, err := json.Marshal(next)
	if err != nil {
		return err
	}
	var stored State
	for range 2 {
		revision, err := l.broker.replace(ctx, stateKey(l.id), content, l.revision)
		if err == nil {
			l.State, l.revision, l.held = next, revision, true
			return nil
		}
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return err
		}
		// An earlier update may have been stored, although its answer was lost.
		at, err := l.broker.get(ctx, stateKey(l.id), &stored)
		if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
			return err
		}
		mine := stored.Holder != "" && (stored.Holder == next.Holder || l.held && stored.Holder == l.State.Holder)
		if err != nil || at == l.revision || stored.Epoch != next.Epoch || !mine {
			return ErrSuperseded
		}
		l.revision = at
	}
	return ErrSuperseded
}

// replace replaces a value if it has that revision; 0 stands for a key without a value.
func (b *Broker) replace(ctx context.Context, key string, value []byte, revision uint64) (now uint64, err error) {
	err = b.keys(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		if revision == 0 {
			now, err = kv.Create(ctx, key, value)
		} else {
			now, err = kv.Update(ctx, key, value, revision)
		}
		return err
	})
	return now, err
}
