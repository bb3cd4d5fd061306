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

// stall is how long the transfer of an object may make no progress: an answer of the server may be lost.
const stall = 2 * patience

// transfer is the content of an object on its way. Its context is cancelled if nothing reads the content for too long.
type transfer struct {
	io.Reader
	timer *time.Timer
}

func newTransfer(ctx context.Context) (context.Context, *transfer) {
	ctx, cancel := context.WithCancelCause(ctx)
	t := &transfer{}
	t.timer = time.AfterFunc(stall, func() { cancel(errStalled) })
	return ctx, t
}

var errStalled = errors.New("the transfer makes no progress")

func (t *transfer) Read(b []byte) (int, error) {
	t.timer.Reset(stall)
	return t.Reader.Read(b)
}

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
	store, err := b.objects(ctx)
	if err != nil {
		return err
	}
	ctx, t := newTransfer(ctx)
	defer t.timer.Stop()
	t.Reader = bytes.NewReader(content)
	_, err = store.Put(ctx, jetstream.ObjectMeta{Name: name}, t)
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
	store, err := b.objects(ctx)
	if err != nil {
		return nil, err
	}
	ctx, t := newTransfer(ctx)
	defer t.timer.Stop()
	r, err := store.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	t.Reader = r
	return io.ReadAll(t)
}

// dropObjects deletes the objects of the job except those.
func (b *Broker) dropObjects(ctx context.Context, job string, except string) error {
	store, err := b.objects(ctx)
	if err != nil {
		return err
	}
	within := func(f func(context.Context)) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		f(ctx)
	}
	var all []*jetstream.ObjectInfo
	within(func(ctx context.Context) { all, err = store.List(ctx) })
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, o := range all {
		if strings.HasPrefix(o.Name, job+"/") && o.Name != except {
			within(func(ctx context.Context) { err = errors.Join(err, store.Delete(ctx, o.Name)) })
		}
	}
	return err
}
