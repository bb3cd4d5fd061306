package broker

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrNoObject says that there is no object of that name.
var ErrNoObject = jetstream.ErrObjectNotFound

// transfer is how long the transfer of an object may take.
const transfer = 10 * time.Minute

// objects returns the store of objects.
func (b *Broker) objects(ctx context.Context) (store jetstream.ObjectStore, err error) {
	err = b.try(ctx, func(ctx context.Context) error {
		store, err = b.js.ObjectStore(ctx, Bucket)
		return err
	})
	return store, err
}

// PutObject stores an object. The part of its name before a slash is its job.
func (b *Broker) PutObject(ctx context.Context, name string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, transfer)
	defer cancel()
	store, err := b.objects(ctx)
	if err == nil {
		_, err = store.Put(ctx, jetstream.ObjectMeta{Name: name}, bytes.NewReader(content))
	}
	return err
}

// PutFile stores the content of a file as an object.
func (b *Broker) PutFile(ctx context.Context, name, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return b.PutObject(ctx, name, content)
}

// Object returns the content of an object.
func (b *Broker) Object(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, transfer)
	defer cancel()
	store, err := b.objects(ctx)
	if err != nil {
		return nil, err
	}
	r, err := store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// DropObject deletes an object, if it exists.
func (b *Broker) DropObject(ctx context.Context, name string) error {
	store, err := b.objects(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := store.Delete(ctx, name); !errors.Is(err, ErrNoObject) {
		return err
	}
	return nil
}

// dropObjects deletes the objects of the job except those.
func (b *Broker) dropObjects(ctx context.Context, job string, except string) error {
	store, err := b.objects(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, transfer)
	defer cancel()
	list, err := store.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, o := range list {
		if strings.HasPrefix(o.Name, job+"/") && o.Name != except {
			err = errors.Join(err, store.Delete(ctx, o.Name))
		}
	}
	return err
}
