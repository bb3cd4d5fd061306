package broker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Protocol is the version of the messages. Workers leave jobs of other versions alone.
const Protocol = 1

// Job is a job of a user. It does not change.
type Job struct {
	Protocol  int             `json:"protocol"`
	ID        string          `json:"id"`
	Program   string          `json:"program"`  // the hash of the program
	Platform  string          `json:"platform"` // the system and the architecture that execute it, as linux/amd64
	Options   json.RawMessage `json:"options"`
	Command   string          `json:"command"`   // the words that start the command checkmodel, for reports
	Arguments string          `json:"arguments"` // of the command, for people
	Resumable bool            `json:"resumable"` // a saved search is the whole job
	Submitted time.Time       `json:"submitted"`
	Heartbeat time.Duration   `json:"heartbeat"`  // how often processes say that they live; after three times as long they are given up
	SaveEvery time.Duration   `json:"save_every"` // how often the coordinator saves the search
}

// Dead is how long a process may be silent before it is given up.
func (j *Job) Dead() time.Duration { return 3 * j.Heartbeat }

// ProgramObject is the name of the object that has the program of the job.
func (j *Job) ProgramObject() string { return j.ID + "/program" }

// ResultObject is the name of the object that has the result of the job.
func (j *Job) ResultObject() string { return j.ID + "/result" }

// Signed is a job as its submitter has signed it.
type Signed struct {
	Job       []byte `json:"job"` // JSON of a Job
	Key       string `json:"key,omitempty"`
	Signature []byte `json:"signature,omitempty"`
}

// State is the state of a job. Only its coordinator changes it.
type State struct {
	Holder     string    `json:"holder"`     // the coordinator; "" for none
	Name       string    `json:"name"`       // of the coordinator, for people
	Epoch      int       `json:"epoch"`      // how many coordinators there have been
	Deaths     int       `json:"deaths"`     // how often the program has died in a row, without saving the search in between
	Checkpoint string    `json:"checkpoint"` // the object that has the saved search; "" for none
	Saved      time.Time `json:"saved"`      // when it was saved
	Units      int       `json:"units"`      // with a result, since the last change of the coordinator
	Workers    int       `json:"workers"`    // processes at work
	Ended      bool      `json:"ended"`      // the result is stored
	Status     int       `json:"status"`     // the exit status then
}

// Entry is a job as the server has it.
type Entry struct {
	Signed   Signed
	State    State
	Revision uint64 // of the state; 0 if there is none yet
	Stop     bool   // the job is to end
}

func jobKey(id string) string   { return "job." + id }
func stateKey(id string) string { return "state." + id }
func stopKey(id string) string  { return "stop." + id }

// ErrNoJob says that there is no such job.
var ErrNoJob = errors.New("no such job")

func (b *Broker) keys(ctx context.Context, f func(context.Context, jetstream.KeyValue) error) error {
	return b.try(ctx, func(ctx context.Context) error {
		kv, err := b.js.KeyValue(ctx, Bucket)
		if err != nil {
			return err
		}
		return f(ctx, kv)
	})
}

// PutJob stores a new job.
func (b *Broker) PutJob(ctx context.Context, id string, s Signed) error {
	return b.put(ctx, jobKey(id), s)
}

// StopJob asks the coordinator to end the job.
func (b *Broker) StopJob(ctx context.Context, id string) error { return b.put(ctx, stopKey(id), true) }

func (b *Broker) put(ctx context.Context, key string, value any) error {
	content, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return b.keys(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		_, err := kv.Put(ctx, key, content)
		return err
	})
}

// Entry returns a job, or ErrNoJob.
func (b *Broker) Entry(ctx context.Context, id string) (e Entry, err error) {
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return e, fmt.Errorf("job %q: %w; 'checkmodel-cluster status' lists the jobs", id, ErrNoJob)
	}
	if _, err = b.get(ctx, jobKey(id), &e.Signed); err == nil {
		if e.Revision, err = b.get(ctx, stateKey(id), &e.State); errors.Is(err, jetstream.ErrKeyNotFound) {
			err = nil
		}
	}
	if err == nil {
		if _, err = b.get(ctx, stopKey(id), &e.Stop); errors.Is(err, jetstream.ErrKeyNotFound) {
			err = nil
		}
	}
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		err = fmt.Errorf("job %q: %w; 'checkmodel-cluster status' lists the jobs", id, ErrNoJob)
	}
	return e, err
}

func (b *Broker) get(ctx context.Context, key string, value any) (revision uint64, err error) {
	err = b.keys(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		e, err := kv.Get(ctx, key)
		if err != nil {
			return err
		}
		revision = e.Revision()
		return json.Unmarshal(e.Value(), value)
	})
	return revision, err
}

// Jobs returns the ids of all jobs, sorted.
func (b *Broker) Jobs(ctx context.Context) (ids []string, err error) {
	err = b.keys(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		keys, err := kv.Keys(ctx)
		if errors.Is(err, jetstream.ErrNoKeysFound) {
			return nil
		}
		ids = nil
		for _, k := range keys {
			if id, ok := strings.CutPrefix(k, "job."); ok {
				ids = append(ids, id)
			}
		}
		return err
	})
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		err = nil // there is no submission yet
	}
	slices.Sort(ids)
	return ids, err
}

// Clean deletes what an ended job does not need any more: all except its description, state and result.
func (b *Broker) Clean(ctx context.Context, id string) error {
	return errors.Join(
		b.purge(ctx, Units, jetstream.WithPurgeSubject(unitSubject(id, "*"))),
		b.purge(ctx, Results, jetstream.WithPurgeSubject(resultSubject(id, "*"))),
		b.dropQueue(ctx, id),
		b.dropObjects(ctx, id, (&Job{ID: id}).ResultObject()),
	)
}

func (b *Broker) dropQueue(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := b.js.DeleteConsumer(ctx, Units, id); !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return nil
}

// Purge deletes everything of a job.
func (b *Broker) Purge(ctx context.Context, id string) error {
	err := b.keys(ctx, func(ctx context.Context, kv jetstream.KeyValue) error {
		return errors.Join(kv.Purge(ctx, jobKey(id)), kv.Purge(ctx, stateKey(id)), kv.Purge(ctx, stopKey(id)))
	})
	return errors.Join(err, b.Clean(ctx, id), b.dropObjects(ctx, id, ""))
}

// News is a part of the standard error of the coordinator of a job.
type News struct {
	Epoch  int    `json:"epoch"`
	Offset int    `json:"offset"` // in all that this coordinator has written
	Text   string `json:"text"`
}

// Tell sends news to those who watch the job. They may get lost.
func (b *Broker) Tell(job string, n News) {
	if content, err := json.Marshal(n); err == nil {
		b.nc.Publish(newsSubject(job), content)
	}
}

// Watch calls f with the news of the job, until stop is called.
func (b *Broker) Watch(job string, f func(News)) (stop func(), err error) {
	s, err := b.nc.Subscribe(newsSubject(job), func(m *nats.Msg) {
		var n News
		if json.Unmarshal(m.Data, &n) == nil {
			f(n)
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { s.Unsubscribe() }, nil
}
