package states

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

// randomPairs returns a search that has explored some pairs, with all forms of counts; several pairs are of one state.
func randomPairs(random *rand.Rand, pairs int) *Explorer {
	s := New(Config{})
	var k key
	for range pairs {
		if random.IntN(4) > 0 {
			k.state = trace.Fingerprint{random.Uint64(), random.Uint64()}
		}
		k.sleep++
		s.memo.enter(k, random.IntN(300), 0)
		below := totals{interleavings: trace.CountOf(random.Uint64() >> random.IntN(64)), height: random.Int32(), cut: random.IntN(4) == 0}
		switch random.IntN(4) {
		case 0:
			below.violating = trace.CountOf(random.Uint64() >> random.IntN(64))
		case 1:
			below.interleavings = trace.CountOfHalves(random.Uint64(), random.Uint64())
		}
		s.memo.leave(k, below, random.Int())
	}
	return s
}

// all returns the content of all slots, by key.
func (m *memo) all() map[key]slot {
	all := map[key]slot{}
	for i := range m.shards {
		for k := range m.shards[i].slots {
			if e := *m.shards[i].at(k); e.status != empty {
				e.count = 0
				all[e.key] = e
			}
		}
	}
	return all
}

// TestPairs writes pairs and reads them again, also into a memo that has less memory.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		s := randomPairs(random, rapid.SampledFrom([]int{0, 1, 30, 5_000, 20_000}).Draw(t, "pairs"))
		var b bytes.Buffer
		if err := s.WritePairs(&b); err != nil {
			t.Fatal(err)
		}
		file, saved := b.Bytes(), s.Save()
		budget := rapid.SampledFrom([]int64{0, 0, 1, 300_000}).Draw(t, "budget")
		got := New(Config{MaxBytes: budget})
		if err := got.ReadPairs(bytes.NewReader(file), saved); err != nil {
			t.Fatal(err)
		}
		was, is := s.memo.all(), got.memo.all()
		if len(is)+got.memo.counters().forgotten != len(was) || budget == 0 && len(is) < len(was) || budget == 1 && len(was) > 1000 && got.memo.counters().forgotten == 0 {
			t.Fatalf("%d pairs and %d that were forgotten, of %d", len(is), got.memo.counters().forgotten, len(was))
		}
		for k, e := range is {
			if e != was[k] {
				t.Fatalf("%+v, want %+v", e, was[k])
			}
			if g, w := got.memo.known(k), s.memo.known(k); g != w {
				t.Fatalf("below it is %+v, want %+v", g, w)
			}
		}
		if g, w := got.Coverage().Merged, s.Coverage().Merged; g.Pairs != w.Pairs || g.States != w.States || g.Twins != w.Twins || g.Bytes != w.Bytes && len(is) == len(was) {
			t.Fatalf("it has %+v, want %+v", g, w)
		}
		cut := random.IntN(len(file))
		if err := New(Config{}).ReadPairs(bytes.NewReader(file[:cut]), saved); err == nil {
			t.Fatalf("%d bytes of %d are taken for all pairs", cut, len(file))
		}
	})
}

// known returns what is below a known pair.
func (m *memo) known(k key) totals {
	s := m.shardOf(k.state)
	e, _ := s.find(k)
	return s.totals(e)
}

func BenchmarkWritePairs(b *testing.B) {
	const pairs = 1_000_000
	s := randomPairs(rand.New(rand.NewPCG(1, 1)), pairs)
	for b.Loop() {
		if err := s.WritePairs(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/pairs, "ns/pair")
}

func BenchmarkReadPairs(b *testing.B) {
	const pairs = 1_000_000
	var file bytes.Buffer
	s := randomPairs(rand.New(rand.NewPCG(1, 1)), pairs)
	if err := s.WritePairs(&file); err != nil {
		b.Fatal(err)
	}
	saved := s.Save()
	b.ReportMetric(float64(file.Len())/pairs, "bytes/pair")
	for b.Loop() {
		if err := New(Config{}).ReadPairs(bytes.NewReader(file.Bytes()), saved); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/pairs, "ns/pair")
}
