package cluster_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/checkmodel/checkmodel/models/etcdraft"
	"github.com/checkmodel/checkmodel/models/etcdraft/cluster"
)

// walk is a random interleaving of a cluster. Each node is executed twice: by a library that is kept, and by one that
// is made from the state of the node for each input.
type walk struct {
	t       *testing.T
	random  *rand.Rand
	kept    []cluster.Core
	states  []*cluster.State
	sent    []cluster.Message
	did     []string
	leaders int
	merged  int // inputs that the states have left out
}

// TestStates: a library that is made from a state does what one does that has gone the whole way.
func TestStates(t *testing.T) {
	leaders, merged := 0, 0
	for seed := range uint64(300) {
		w := walk{t: t, random: rand.New(rand.NewPCG(seed, 1))}
		for _, id := range cluster.Voters() {
			s := cluster.Restored(id, cluster.Disk{})
			w.states = append(w.states, &s)
			w.kept = append(w.kept, s.Core(etcdraft.Library))
		}
		for range 120 {
			w.step(seed%2 == 0)
		}
		leaders, merged = leaders+w.leaders, merged+w.merged
	}
	t.Logf("%d leaders, %d inputs left out", leaders, merged)
	if leaders < 300 || merged < 300 {
		t.Errorf("there were %d leaders, and %d inputs were left out, which is too few", leaders, merged)
	}
}

// step gives one node an input.
func (w *walk) step(reads bool) {
	node := w.random.IntN(len(w.states))
	switch w.random.IntN(20) {
	case 0:
		w.give(node, cluster.Input{Do: cluster.Campaign})
	case 1:
		w.give(node, cluster.Input{Do: cluster.Propose, Data: fmt.Sprint("d", w.random.IntN(100))})
	case 2:
		if reads {
			w.give(node, cluster.Input{Do: cluster.Reading, Data: fmt.Sprint("r", w.random.IntN(3))})
		}
	default:
		if len(w.sent) == 0 {
			return
		}
		i := w.random.IntN(len(w.sent))
		m := w.sent[i]
		if w.random.IntN(10) > 0 { // or else it comes again
			w.sent = append(w.sent[:i:i], w.sent[i+1:]...)
		}
		w.give(int(m.To-1), cluster.Input{Do: cluster.Step, Message: proto.Clone(m.Body.(proto.Message))})
	}
}

// give gives the input to both libraries of the node.
func (w *walk) give(node int, in cluster.Input) {
	w.did = append(w.did, fmt.Sprintf("node %d: %v", node+1, in))
	kept, s := w.kept[node], w.states[node]
	made := s.Core(etcdraft.Library)
	w.same("status before", kept.Status(), made.Status())
	before, wanted := kept.Status(), in.Do != cluster.Step || s.Wants(etcdraft.Library, in.Message)
	in.Into(kept)
	in.Into(made)
	for {
		one, more := kept.Ready()
		other, moreToo := made.Ready()
		if more != moreToo || more && !sameReady(one, other) {
			w.t.Fatalf("after\n%v\nthe library has %+v,\nand the one made from the state %+v", w.did, one, other)
		}
		if !more {
			break
		}
		if !wanted {
			w.t.Fatalf("after\n%v\nthe library has %+v, but the input was not wanted", w.did, one)
		}
		if one.Leads {
			w.leaders++
		}
		w.sent = append(w.sent, one.Messages...)
		kept.Advance()
		made.Advance()
	}
	w.same("status", kept.Status(), made.Status())
	if !wanted {
		w.same("status after what was not wanted", before, kept.Status())
		return
	}
	had := len(s.Since)
	s.After(in, etcdraft.Library, made)
	if now := len(s.Since); now > 0 && now <= had {
		w.merged++
	}
}

func (w *walk) same(what string, one, other any) {
	if !reflect.DeepEqual(one, other) {
		w.t.Fatalf("after\n%v\nthe %s is %+v\nand %+v", w.did, what, one, other)
	}
}

func sameReady(a, b cluster.Ready) bool {
	if len(a.Messages) != len(b.Messages) {
		return false
	}
	for i, m := range a.Messages {
		if !proto.Equal(m.Body.(proto.Message), b.Messages[i].Body.(proto.Message)) {
			return false
		}
	}
	a.Messages, b.Messages = nil, nil
	return reflect.DeepEqual(a, b)
}
