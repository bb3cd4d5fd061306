package broker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Unit is a part of a search.
type Unit struct {
	ID      string          `json:"id"`
	Body    json.RawMessage `json:"body,omitempty"`
	Object  string          `json:"object,omitempty"`  // the object that has the body, if that is large
	Seconds float64         `json:"seconds,omitempty"` // how long a worker is expected to take
}

// Result is the result of a unit: a body, or a reason why workers cannot execute the unit.
type Result struct {
	ID     string          `json:"id"`
	Body   json.RawMessage `json:"body,omitempty"`
	Object string          `json:"object,omitempty"`
	Failed string          `json:"failed,omitempty"`
}

// inMessage is the largest body that travels in a message. The default limit of servers is 1 MiB for a whole message.
const inMessage = 512 << 10

// large moves a large body into an object of the job, unless it is there. If storing an object fails, its description may be stored without
// its content, so only an object that can be read is there.
func (b *Broker) large(ctx context.Context, job string, body *json.RawMessage, object *string) error {
	if len(*body) <= inMessage || *object != "" {
		return nil
	}
	name := job + "/" + Hash(*body)
	if _, err := b.Object(ctx, name); err != nil { // otherwise others may read it now, which a second one would disturb
		if err := b.PutObject(ctx, name, *body); err != nil {
			return err
		}
	}
	*body, *object = nil, name
	return nil
}

// small brings a body back from its object.
func (b *Broker) small(ctx context.Context, body *json.RawMessage, object *string) error {
	if *object == "" {
		return nil
	}
	content, err := b.Object(ctx, *object)
	*body, *object = content, ""
	return err
}

// publish stores a message, unless its subject has one.
func (b *Broker) publish(ctx context.Context, subject string, message any) error {
	content, err := json.Marshal(message)
	if err != nil {
		return err
	}
	err = b.try(ctx, func(ctx context.Context) error {
		_, err := b.js.Publish(ctx, subject, content, jetstream.WithRetryAttempts(0))
		return err
	})
	if storedBefore(err) {
		return nil
	}
	return err
}

// PutUnit puts a unit into the queue of the job, unless it is there.
func (b *Broker) PutUnit(ctx context.Context, job string, u Unit) error {
	if err := b.large(ctx, job, &u.Body, &u.Object); err != nil {
		return err
	}
	return b.publish(ctx, unitSubject(job, u.ID), u)
}

// Withdraw takes a unit out of the queue, if it is there.
func (b *Broker) Withdraw(ctx context.Context, job, id string) error {
	return b.purge(ctx, Units, jetstream.WithPurgeSubject(unitSubject(job, id)))
}

// PutResult stores the result of a unit of the job, unless there is one.
func (b *Broker) PutResult(ctx context.Context, job string, r Result) error {
	if err := b.large(ctx, job, &r.Body, &r.Object); err != nil {
		return err
	}
	return b.publish(ctx, resultSubject(job, r.ID), r)
}

// StoredResult returns the result of a unit, or nil if none is stored.
func (b *Broker) StoredResult(ctx context.Context, job, id string) (r *Result, err error) {
	err = b.try(ctx, func(ctx context.Context) error {
		stream, err := b.js.Stream(ctx, Results)
		if err != nil {
			return err
		}
		m, err := stream.GetLastMsgForSubject(ctx, resultSubject(job, id))
		if err != nil {
			return err
		}
		r = new(Result)
		return json.Unmarshal(m.Data, r)
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err == nil {
		err = b.small(ctx, &r.Body, &r.Object)
	}
	return r, err
}

// Results calls f with the results of the job that are stored from now on, but may miss some, until stop is called. F may be
// called from several goroutines.
func (b *Broker) Results(ctx context.Context, job string, f func(Result)) (stop func(), err error) {
	s, err := b.nc.Subscribe(resultSubject(job, "*"), func(m *nats.Msg) {
		var r Result
		if json.Unmarshal(m.Data, &r) != nil || !strings.HasSuffix(m.Subject, "."+r.ID) {
			return
		}
		if r.Object == "" {
			f(r)
			return
		}
		go func() { // other results do not wait for its transfer
			if b.small(ctx, &r.Body, &r.Object) == nil {
				f(r)
			}
		}()
	})
	if err != nil {
		return nil, err
	}
	return func() { s.Unsubscribe() }, nil
}

// LastResult returns a number that grows with each stored result.
func (b *Broker) LastResult(ctx context.Context) (sequence uint64, err error) {
	err = b.try(ctx, func(ctx context.Context) error {
		stream, err := b.js.Stream(ctx, Results)
		if err == nil {
			sequence = stream.CachedInfo().State.LastSeq
		}
		return err
	})
	return sequence, err
}

// ForgetResults deletes the results of the job up to a number of LastResult.
func (b *Broker) ForgetResults(ctx context.Context, job string, upTo uint64) error {
	return b.purge(ctx, Results, jetstream.WithPurgeSubject(resultSubject(job, "*")), jetstream.WithPurgeSequence(upTo+1))
}

func (b *Broker) purge(ctx context.Context, name string, which ...jetstream.StreamPurgeOpt) error {
	return b.try(ctx, func(ctx context.Context) error {
		stream, err := b.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		return stream.Purge(ctx, which...)
	})
}

// Queue lets workers take the units of the job. A unit that a worker has taken returns to the queue if the worker does not say
// for that time that it still lives.
func (b *Broker) Queue(ctx context.Context, job string, redelivery time.Duration) error {
	return b.try(ctx, func(ctx context.Context) error {
		_, err := b.js.CreateOrUpdateConsumer(ctx, Units, jetstream.ConsumerConfig{
			Durable: job, FilterSubject: unitSubject(job, "*"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: redelivery, MaxAckPending: -1,
		})
		return err
	})
}

// Taken is a unit that a worker has taken from the queue.
type Taken struct {
	Unit
	Again   bool // it was taken before
	message jetstream.Msg
}

// Take takes a unit of the job from the queue, and waits for one for a while. It returns nil if there is none.
func (b *Broker) Take(ctx context.Context, job string, wait time.Duration) (*Taken, error) {
	limited, cancel := context.WithTimeout(ctx, wait+patience)
	defer cancel()
	queue, err := b.js.Consumer(limited, Units, job)
	if err != nil {
		return nil, err
	}
	batch, err := queue.Fetch(1, jetstream.FetchMaxWait(wait))
	if err != nil {
		return nil, err
	}
	m, ok := <-batch.Messages()
	if !ok {
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) {
			return nil, err
		}
		return nil, nil
	}
	t := &Taken{message: m}
	if d, err := m.Metadata(); err == nil {
		t.Again = d.NumDelivered > 1
	}
	if err := json.Unmarshal(m.Data(), &t.Unit); err != nil {
		m.Term()
		return nil, fmt.Errorf("a unit of job %s cannot be read, and is dropped: %w", job, err)
	}
	if err := b.small(ctx, &t.Body, &t.Object); err != nil {
		t.Return()
		return nil, err
	}
	return t, nil
}

// Working says that the worker still works on the unit.
func (t *Taken) Working() { t.message.InProgress() }

// Done takes the unit out of the queue. Its result must be stored.
func (t *Taken) Done() { t.message.Ack() }

// Return gives the unit back to the queue.
func (t *Taken) Return() { t.message.Nak() }
