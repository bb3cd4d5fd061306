// Package broker keeps the messages of distributed searches on a NATS server with JetStream: a queue of units, their
// results, the descriptions and states of jobs, and large objects.
//
// A unit and its result have an id that is a hash of the unit's content. So each subject holds one message, the first that
// arrives, and sending it again changes nothing: nothing depends on acknowledgements.
package broker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The names of what the server stores. Permissions in package credentials are for these names.
const (
	Bucket  = "checkmodel" // the key-value store, and the object store
	Units   = "checkmodel_units"
	Results = "checkmodel_results"

	workersSubject = "checkmodel.workers" // asks each process of workers to describe itself
)

func unitSubject(job, id string) string   { return "checkmodel.unit." + job + "." + id }
func resultSubject(job, id string) string { return "checkmodel.result." + job + "." + id }
func newsSubject(job string) string       { return "checkmodel.news." + job }

// patience is how long one request to the server may take. It is made again later.
const patience = 5 * time.Second

// Broker is a connection to a server. It connects again by itself whenever the server is gone.
type Broker struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	prepares bool
}

// Connect connects to a server. The error says what to do if there is none, if it refuses the credentials, or if it has no
// JetStream. Prepare says whether to create what the server must have, which needs more than the role watch. Problems of the
// connection, later, go to complain.
func Connect(server string, prepare bool, complain func(error), options ...nats.Option) (*Broker, error) {
	options = append(options, nats.MaxReconnects(-1), nats.ReconnectWait(time.Second/4), nats.Name("checkmodel-cluster"),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { complain(err) }))
	nc, err := nats.Connect(server, options...)
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return nil, fmt.Errorf("the server %s refuses these credentials: %w; use a file that its 'checkmodel-cluster init' has written", server, err)
	case errors.Is(err, nats.ErrSecureConnRequired), err != nil && strings.Contains(err.Error(), "certificate"):
		return nil, fmt.Errorf("the server %s is not one that these credentials are for: %w; with -credentials, give a file that its 'checkmodel-cluster init' has written", server, err)
	case err != nil:
		return nil, fmt.Errorf("no server answers at %s: %w; 'checkmodel-cluster start DIRECTORY' starts one, and -server names another", server, err)
	}
	js, err := jetstream.New(nc)
	if err != nil {
		nc.Close()
		return nil, err
	}
	b := &Broker{nc, js, prepare}
	if prepare {
		if err := b.Prepare(context.Background()); err != nil {
			nc.Close()
			return nil, err
		}
	}
	return b, nil
}

// Close closes the connection.
func (b *Broker) Close() { b.nc.Close() }

// Prepare creates what the server does not have yet, or not any more.
func (b *Broker) Prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*patience)
	defer cancel()
	once := jetstream.StreamConfig{MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, AllowDirect: true}
	units, results := once, once
	units.Name, units.Subjects, units.Retention = Units, []string{unitSubject("*", "*")}, jetstream.WorkQueuePolicy
	results.Name, results.Subjects = Results, []string{resultSubject("*", "*")}
	for _, c := range []jetstream.StreamConfig{units, results} {
		if _, err := b.js.Stream(ctx, c.Name); errors.Is(err, jetstream.ErrStreamNotFound) {
			if _, err := b.js.CreateStream(ctx, c); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
				return unprepared(err)
			}
		} else if err != nil {
			return unprepared(err)
		}
	}
	if _, err := b.js.KeyValue(ctx, Bucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		if _, err := b.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: Bucket}); err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
			return unprepared(err)
		}
	}
	if _, err := b.js.ObjectStore(ctx, Bucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		if _, err := b.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: Bucket}); err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
			return unprepared(err)
		}
	}
	return nil
}

func unprepared(err error) error {
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("the server has no JetStream: %w; start it with -js, or by 'checkmodel-cluster start'", err)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the server does not answer requests to JetStream: %w; the credentials may not permit them", err)
	}
	return fmt.Errorf("the server cannot store what a search needs: %w", err)
}

// lost reports whether the error says that a stream or store of Prepare was deleted.
func lost(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrConsumerNotFound)
}

// try calls f with a limit on the time, and again if something was lost and could be created.
func (b *Broker) try(ctx context.Context, f func(context.Context) error) error {
	once := func() error {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		return f(ctx)
	}
	err := once()
	if err != nil && b.prepares && lost(err) && b.Prepare(ctx) == nil {
		err = once()
	}
	return err
}

// Hash returns the hash of a content, as text.
func Hash(content []byte) string {
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:])
}

// storedBefore reports whether a message was refused because its subject has one.
func storedBefore(err error) bool {
	return err != nil && strings.Contains(err.Error(), "maximum messages per subject exceeded")
}
