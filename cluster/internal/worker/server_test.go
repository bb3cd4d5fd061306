package worker_test

import (
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// left returns what the server has of units, results and objects.
func (f *fabric) left() (all []string) {
	nc, err := nats.Connect(f.url)
	if err != nil {
		f.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		f.Fatal(err)
	}
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
