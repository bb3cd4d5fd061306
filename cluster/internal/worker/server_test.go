package worker_test

import (
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// stored returns what the server stores.
func (f *fabric) stored() jetstream.JetStream {
	nc, err := nats.Connect(f.url)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		f.Fatal(err)
	}
	return js
}

// deleteAll deletes everything.
func (f *fabric) deleteAll() {
	js := f.stored()
	for name := range js.StreamNames(f.Context()).Name() {
		if err := js.DeleteStream(f.Context(), name); err != nil {
			f.Error(err)
		}
	}
}

// left returns what the server has of units, results and objects.
func (f *fabric) left() (all []string) {
	js := f.stored()
	for _, name := range []string{"checkmodel_units", "checkmodel_results"} {
		if s, err := js.Stream(f.Context(), name); err != nil {
			all = append(all, err.Error())
		} else if i := s.CachedInfo().State; i.Msgs+uint64(i.Consumers) > 0 {
			all = append(all, fmt.Sprint(name, ": ", i.Msgs, " messages, ", i.Consumers, " consumers"))
		}
	}
	store, err := js.ObjectStore(f.Context(), "checkmodel")
	if err != nil {
		f.Fatal(err)
	}
	list, _ := store.List(f.Context())
	for _, o := range list {
		all = append(all, o.Name)
	}
	return all
}
