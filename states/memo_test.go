package states

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/trace"
	"pgregory.net/rapid"
)

// model is a memo as a plain map. It need not forget what the memo has forgotten.
type model struct {
	pairs map[key]*remembered
	path  []key
}

type remembered struct {
	totals
	depth int
	open  bool
}

// TestMemo executes random operations on a memo and on a map: keys from few values, so that many have one place,
// shards grow, and a small budget makes the memo forget.
func TestMemo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		budget := rapid.SampledFrom([]int64{0, 0, 10_000, 40_000, 100_000}).Draw(t, "budget")
		limit := rapid.SampledFrom([]int{0, 0, 300}).Draw(t, "limit")
		wide := rapid.SampledFrom([]uint64{1, 3, 50, 1 << 20}).Draw(t, "values of a word")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		m, want := newMemo(budget), model{pairs: map[key]*remembered{}}
		word := func() uint64 { return random.Uint64N(wide) * (1<<63/wide + 1) * 2 }
		for i := range rapid.IntRange(0, 3000).Draw(t, "operations") {
			k := key{trace.Fingerprint{word(), word()}, random.Uint64N(3)}
			if random.IntN(3) > 0 || len(want.path) == 0 {
				want.enter(t, m, k, limit)
			} else {
				want.leave(m, random)
			}
			if i%100 == 0 {
				want.compare(t, m)
			}
		}
		want.compare(t, m)
		held := int64(unsafe.Sizeof(*m)) + int64(cap(m.spare))*headBytes
		for i := range m.shards {
			s := &m.shards[i]
			held += int64(cap(s.beside)) * besideBytes
			for _, b := range append(s.blocks, nil) {
				held += int64(len(b)) * slotBytes
			}
			held += int64(len(s.blocks)) * headBytes
		}
		if held += int64(len(m.spare)) * blockBytes; m.bytes() != held {
			t.Fatalf("the memo takes %d bytes and says %d", held, m.bytes())
		}
	})
}

// enter compares what the memo and the map say of a pair. If that is open then, it is the end of the path.
func (w *model) enter(t *rapid.T, m *memo, k key, limit int) {
	below, what := m.enter(k, len(w.path), limit)
	r := w.pairs[k]
	expected := fresh
	switch {
	case r == nil:
	case r.open:
		expected = loop
		if int(below.height) != r.depth {
			t.Fatalf("%v is open at depth %d, want %d", k, below.height, r.depth)
		}
	case r.cut && r.depth == len(w.path), !r.cut && (limit == 0 || len(w.path)+int(r.height) <= limit):
		expected = before
	}
	if what != expected && (what != fresh || expected != before || m.counters().forgotten == 0) {
		t.Fatalf("meeting %v is %d, want %d", k, what, expected)
	}
	switch what {
	case before:
		if below != r.totals {
			t.Fatalf("below %v is %+v, want %+v", k, below, r.totals)
		}
	case fresh:
		w.pairs[k] = &remembered{depth: len(w.path), open: true}
		w.path = append(w.path, k)
	}
}

// leave leaves the last pair of the path, with random counts of all sizes.
func (w *model) leave(m *memo, random *rand.Rand) {
	last := len(w.path) - 1
	k := w.path[last]
	w.path = w.path[:last]
	r := w.pairs[k]
	r.open = false
	for range random.IntN(4) {
		r.interleavings = r.interleavings.Plus(trace.CountOf(random.Uint64() >> random.IntN(64)))
	}
	switch random.IntN(3) {
	case 0:
		r.violating = r.interleavings
	case 1:
		n, _ := r.interleavings.Uint64()
		r.violating = trace.CountOf(n / 2)
	}
	if r.cut = random.IntN(5) == 0; !r.cut {
		r.height = random.Int32N(300)
	}
	m.leave(k, r.totals, random.IntN(100)*random.IntN(100))
}

func (w *model) compare(t *rapid.T, m *memo) {
	used, c := 0, m.counters()
	for i := range m.shards {
		used += m.shards[i].used
	}
	if used != c.pairs-c.forgotten {
		t.Fatalf("%d pairs are remembered; %d were entered and %d forgotten", used, c.pairs, c.forgotten)
	}
	distinct, twins := map[trace.Fingerprint]int{}, 0
	for k := range w.pairs {
		twins += distinct[k.state]
		distinct[k.state]++
	}
	if c.forgotten == 0 && (c.states != len(distinct) || c.pairs != len(w.pairs) || c.twins != twins) || c.states < len(distinct) || c.pairs < len(w.pairs) {
		t.Fatalf("%d states, %d pairs, %d twins; want %d, %d, %d; %d are forgotten", c.states, c.pairs, c.twins, len(distinct), len(w.pairs), twins, c.forgotten)
	}
}

// fill enters and leaves n pairs, and returns some of them. One of ten has the state of the one before.
func fill(m *memo, random *rand.Rand, n int) (some []key) {
	k := key{}
	for i := range n {
		if k.sleep++; i%10 > 0 {
			k = key{state: trace.Fingerprint{random.Uint64(), random.Uint64()}}
		}
		if i%16 == 0 {
			some = append(some, k)
		}
		m.enter(k, 0, 0)
		m.leave(k, totals{interleavings: trace.One, height: 1}, 1<<random.IntN(20))
	}
	return some
}

func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// A pair takes less than 64 bytes, at any time.
func TestBytesOfPair(t *testing.T) {
	m, random := newMemo(0), seeded()
	for pairs := 0; pairs < testsize.Sample(500_000, 2_000_000); {
		fill(m, random, 50_000)
		pairs = m.counters().pairs
		if b := float64(m.bytes()) / float64(pairs); pairs >= 100_000 && b >= 64 {
			t.Errorf("%.1f bytes for each of %d pairs", b, pairs)
		}
	}
}

// At its budget, a memo forgets pairs below which little was executed.
func TestBudget(t *testing.T) {
	const budget = 4 << 20
	m := newMemo(budget)
	fill(m, seeded(), 300_000)
	if m.bytes() > budget || m.bytes() < budget*3/4 || m.counters().forgotten == 0 {
		t.Errorf("%d bytes of %d, with %d pairs forgotten", m.bytes(), budget, m.counters().forgotten)
	}
	var efforts [65]int
	for i := range m.shards {
		s := &m.shards[i]
		for k := range s.slots {
			if e := s.at(k); e.status == known {
				efforts[e.effort]++
			}
		}
	}
	for e := 17; e <= 20; e++ { // the greatest
		if efforts[e] < 300_000/20*9/10 {
			t.Errorf("%d pairs of effort %d are remembered of about %d: %v", efforts[e], e, 300_000/20, efforts)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 2_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := newMemo(0)
			keys := fill(m, seeded(), n)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				m.enter(keys[i%len(keys)], 0, 0)
			}
			b.ReportMetric(float64(m.bytes())/float64(m.counters().pairs), "bytes/pair")
		})
	}
}

func BenchmarkFill(b *testing.B) {
	m := newMemo(0)
	b.ReportAllocs()
	fill(m, seeded(), b.N)
	b.ReportMetric(float64(m.bytes())/float64(m.counters().pairs), "bytes/pair")
}
