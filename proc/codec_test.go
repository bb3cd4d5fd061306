package proc_test

import (
	"container/list"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Types with codecs, and types that contain them.
type (
	fraction struct{ n, d int } // equal if it is the same number; its codec is that of values
	queue    struct{ *list.List }
	counter  struct { // its codec is that of pointers
		n     int
		asked func() // what the codec leaves out
	}
	flag     byte
	unequal  struct{ n *int } // its codec says something else each time
	refusing struct{ how string }
	digest   struct{ sum [1]chan uint64 } // has methods that BinaryCodec uses
	shape    interface{ area() int }
	square   struct {
		side  int
		cache func()
	}
	circle   struct{ r int }
	labelled struct {
		square
		label string
	}
	own     struct{ side int } // a shape with a codec of its own
	heavy   interface{ weight() int }
	stone   struct{ size int } // a shape and heavy
	waiting struct{ f chan int }
)

func (s square) area() int  { return s.side * s.side }
func (c *circle) area() int { return 3 * c.r * c.r }
func (o own) area() int     { return o.side }
func (s stone) area() int   { return s.size }
func (s stone) weight() int { return s.size }

func (f flag) String() string { return "flag " + fmt.Sprint(f > 0) }

func (d digest) MarshalBinary() ([]byte, error) {
	sum := <-d.sum[0]
	d.sum[0] <- sum
	return binary.BigEndian.AppendUint64(nil, sum), nil
}

func (d *digest) UnmarshalBinary(data []byte) error {
	if len(data) != 8 {
		return errors.New("a digest has 8 bytes")
	}
	*d = digestOf(binary.BigEndian.Uint64(data))
	return nil
}

func digestOf(sum uint64) (d digest) {
	d.sum[0] = make(chan uint64, 1)
	d.sum[0] <- sum
	return d
}

// number encodes integers.
func number(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

func numbered(data []byte) int { return int(binary.BigEndian.Uint64(data)) }

func identityCodec[T any]() proc.Codec[T] {
	return proc.Codec[T]{
		Encode: func(T) ([]byte, error) { return nil, nil },
		Decode: func([]byte, reflect.Type) (v T, err error) { return v, nil },
	}
}

var encoded, decoded atomic.Int64 // how often a counter was

func init() {
	proc.RegisterCodec(proc.Codec[fraction]{
		Encode: func(f fraction) ([]byte, error) {
			if f.d == 0 {
				return nil, errors.New("it has no denominator")
			}
			r := big.NewRat(int64(f.n), int64(f.d))
			return []byte(r.String()), nil
		},
		Decode: func(data []byte, _ reflect.Type) (f fraction, err error) {
			_, err = fmt.Sscanf(string(data), "%d/%d", &f.n, &f.d)
			return f, err
		},
		Show: func(f fraction) string { return big.NewRat(int64(f.n), int64(f.d)).String() },
	})
	proc.RegisterCodec(proc.Codec[*list.List]{
		Encode: func(l *list.List) (data []byte, err error) {
			for e := l.Front(); e != nil; e = e.Next() {
				data = append(data, number(e.Value.(int))...)
			}
			return data, nil
		},
		Decode: func(data []byte, _ reflect.Type) (*list.List, error) {
			l := list.New()
			for ; len(data) > 0; data = data[8:] {
				l.PushBack(numbered(data))
			}
			return l, nil
		},
		Show: func(l *list.List) string { return fmt.Sprintf("a list of %d", l.Len()) },
	})
	proc.RegisterCodec(proc.Codec[*counter]{
		Encode: func(c *counter) ([]byte, error) { encoded.Add(1); return number(c.n), nil },
		Decode: func(data []byte, _ reflect.Type) (*counter, error) {
			decoded.Add(1)
			return &counter{n: numbered(data), asked: func() {}}, nil
		},
	})
	proc.RegisterCodec(proc.Codec[flag]{
		Encode: func(f flag) ([]byte, error) { return []byte{min(byte(f), 1)}, nil },
		Decode: func(data []byte, _ reflect.Type) (flag, error) { return flag(data[0]), nil },
	})
	proc.RegisterCodec(proc.Codec[unequal]{
		Encode: func(u unequal) ([]byte, error) { *u.n++; return number(*u.n), nil },
		Decode: func(data []byte, _ reflect.Type) (unequal, error) { n := numbered(data); return unequal{&n}, nil },
	})
	proc.RegisterCodec(proc.Codec[*refusing]{
		Encode: func(r *refusing) ([]byte, error) {
			if r.how == "encode" {
				panic("no")
			}
			return []byte(r.how), nil
		},
		Decode: func(data []byte, _ reflect.Type) (*refusing, error) {
			switch how := string(data); how {
			case "decode":
				panic(errors.New("not so"))
			case "nil":
				return nil, nil
			case "error":
				return nil, errors.New("it is wrong")
			default:
				return &refusing{how}, nil
			}
		},
		Show: func(r *refusing) string { panic("no words") },
	})
	proc.RegisterCodec(proc.BinaryCodec[digest]())
	proc.RegisterCodec(proc.Codec[shape]{
		Encode: func(s shape) ([]byte, error) { return number(s.area()), nil },
		Decode: func(data []byte, t reflect.Type) (shape, error) {
			area := numbered(data)
			if t == reflect.TypeFor[square]() {
				return square{side: int(math.Sqrt(float64(area))), cache: func() {}}, nil
			}
			return &circle{int(math.Sqrt(float64(area) / 3))}, nil
		},
	})
	proc.RegisterCodec(proc.Codec[own]{
		Encode: func(o own) ([]byte, error) { return number(o.side % 10), nil },
		Decode: func(data []byte, _ reflect.Type) (own, error) { return own{numbered(data)}, nil },
	})
	proc.RegisterCodec(identityCodec[heavy]())
	registeredWrongly = []string{
		panicOf(func() {
			proc.RegisterCodec(proc.Codec[waiting]{Encode: func(waiting) ([]byte, error) { return nil, nil }})
		}),
		panicOf(func() { proc.RegisterCodec(identityCodec[fraction]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[*fraction]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[shape]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[int]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[[]fraction]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[any]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[**waiting]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[*shape]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[struct{ A int }]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[proc.PID]()) }),
		panicOf(func() { proc.RegisterCodec(identityCodec[*proc.P]()) }),
	}
}

var registeredWrongly []string

// panicOf returns what the function panics with.
func panicOf(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

// TestRegisterCodec: types that cannot have a codec, or have one already, are refused, and all types
// once a system exists.
func TestRegisterCodec(t *testing.T) {
	for i, want := range []string{
		"proc.RegisterCodec[proc_test.waiting]: Encode and Decode must not be nil",
		"proc.RegisterCodec[proc_test.fraction]: proc_test.fraction has a codec already; register one, in one package",
		"proc.RegisterCodec[*proc_test.fraction]: proc_test.fraction has a codec already; register one, in one package",
		"proc.RegisterCodec[proc_test.shape]: proc_test.shape has a codec already; register one, in one package",
		"proc.RegisterCodec[int]: a codec is for a type with a name, a pointer to one, or an interface with methods",
		"proc.RegisterCodec[[]proc_test.fraction]: a codec is for a type with a name",
		"proc.RegisterCodec[interface {}]: a codec is for a type with a name",
		"proc.RegisterCodec[**proc_test.waiting]: a codec is for a type with a name",
		"proc.RegisterCodec[*proc_test.shape]: a codec is for a type with a name",
		"proc.RegisterCodec[struct { A int }]: a codec is for a type with a name",
		"proc.RegisterCodec[proc.PID]: the types of package proc travel by themselves",
		"proc.RegisterCodec[*proc.P]: the types of package proc travel by themselves",
	} {
		if got := registeredWrongly[i]; !strings.HasPrefix(got, want) {
			t.Errorf("registration %d panics with %q, want %q", i, got, want)
		}
	}
	newSystem(func(*proc.P) {}).Close()
	want := "proc.RegisterCodec[proc_test.waiting]: a System has been made before, as by a search; call it in an init function"
	if got := panicOf(func() { proc.RegisterCodec(identityCodec[waiting]()) }); got != want {
		t.Errorf("a late registration panics with %q, want %q", got, want)
	}
}

// TestCodecs: values with codecs are copied and compared by them, also inside other values.
func TestCodecs(t *testing.T) {
	ring := func(numbers ...int) *list.List {
		l := list.New()
		for _, n := range numbers {
			l.PushBack(n)
		}
		return l
	}
	half := fraction{1, 2}
	for _, c := range []struct {
		a, b  any
		same  bool
		shown string // how a is
	}{
		{half, fraction{2, 4}, true, "1/2"}, {half, fraction{1, 3}, false, "1/2"}, {&half, &fraction{2, 4}, true, "1/2"}, {&half, half, false, "1/2"},
		{(*fraction)(nil), &fraction{1, 2}, false, "nil"}, {(*fraction)(nil), (*fraction)(nil), true, "nil"},
		{[]fraction{half, {1, 3}}, []fraction{{3, 6}, {2, 6}}, true, "[1/2, 1/3]"},
		{map[fraction]any{half: &half}, map[fraction]any{{2, 4}: &fraction{3, 6}}, true, "map[1/2: 1/2]"},
		{envelope{Body: [1]fraction{half}}, envelope{Body: [1]fraction{{2, 4}}}, true, "envelope{Body: [1/2], Tags: map[]}"},
		{struct{ f, g fraction }{half, half}, struct{ f, g fraction }{half, fraction{5, 10}}, true, "{f: 1/2, g: 1/2}"},
		{ring(1, 2), ring(1, 2), true, "a list of 2"}, {ring(1, 2), ring(2, 1), false, "a list of 2"},
		{queue{ring(1)}, queue{ring(1)}, true, "queue{List: a list of 1}"}, {queue{}, queue{ring()}, false, "queue{List: nil}"},
		{&counter{n: 1}, &counter{n: 1, asked: func() {}}, true, "&counter{n: 1, asked: func()}"},
		{counter{n: 1}, counter{n: 1, asked: func() {}}, true, "counter{n: 1, asked: func()}"},
		{[]counter{{n: 1}}, []counter{{n: 2}}, false, "[counter{n: 1, asked: func()}]"},
		{[]flag{0, 1, 2}, []flag{0, 7, 8}, true, "[flag false, flag true, flag true]"}, {[2]flag{1}, [2]flag{5}, true, "[flag true, flag false]"},
		{digestOf(5), digestOf(5), true, "digest{sum: [chan uint64]}"}, {digestOf(5), digestOf(6), false, "digest{sum: [chan uint64]}"},
		{square{side: 2}, square{side: -2, cache: func() {}}, true, "square{side: 2, cache: func()}"},
		{&square{side: 2}, &square{side: 2, cache: func() {}}, true, "&square{side: 2, cache: func()}"},
		{[]shape{square{side: 2}, &circle{1}}, []shape{square{side: -2}, &circle{-1}}, true, "[square{side: 2, cache: func()}, &circle{r: 1}]"},
		{circle{2}, circle{-2}, true, "circle{r: 2}"},
		{labelled{square{side: 2}, "a"}, labelled{square{side: -2}, "a"}, true, `labelled{square: square{side: 2, cache: func()}, label: "a"}`},
		{labelled{square{side: 2}, "a"}, labelled{square{side: 2}, "b"}, false, `labelled{square: square{side: 2, cache: func()}, label: "a"}`},
		{own{3}, own{13}, true, "own{side: 3}"}, {own{3}, square{side: 3}, false, "own{side: 3}"},
	} {
		var sent []trace.ValueID
		sys := newSystem(func(p *proc.P) {
			p.Send(p.Self(), c.a)
			p.Send(p.Self(), c.b)
			if got := p.Receive(); proc.Format(got) != c.shown {
				t.Errorf("it arrives as %s, want %s", proc.Format(got), c.shown)
			}
			if _, ok := p.ReceiveTimeout(proc.Equal(c.a)); ok != c.same {
				t.Errorf("Equal(%s) takes %s: %t, want %t", proc.Format(c.a), proc.Format(c.b), ok, c.same)
			}
		})
		for len(sys.Enabled(nil)) > 0 {
			if ev := sys.Step(first(sys)); ev.Kind == kind.Send {
				sent = append(sent, ev.Value)
			}
		}
		sys.Close()
		if same := sent[0] == sent[1]; same != c.same {
			t.Errorf("%s and %s are the same: %t, want %t", proc.Format(c.a), proc.Format(c.b), same, c.same)
		}
	}
}

// TestCodecsRefuse: errors of a codec say where in the value they occurred.
func TestCodecsRefuse(t *testing.T) {
	const cannot = "cannot be sent or stored: "
	for _, c := range []struct {
		value any
		want  string
	}{
		{fraction{1, 0}, "proc_test.fraction " + cannot + "the codec of proc_test.fraction: Encode: it has no denominator"},
		{[]any{1, fraction{1, 0}}, "element 1: the codec of proc_test.fraction: Encode: it has no denominator"},
		{unequal{new(int)}, cannot + "what its codec decodes has another encoding than what was encoded"},
		{&refusing{"encode"}, "the codec of proc_test.refusing: Encode panicked: no"},
		{&refusing{"decode"}, "the codec of proc_test.refusing: Decode panicked: not so"},
		{refusing{"error"}, "proc_test.refusing " + cannot + "the codec of proc_test.refusing: Decode: it is wrong"},
		{&refusing{"nil"}, "Decode must return a value of type *proc_test.refusing, and has returned nil"},
		{own2{1}, "Decode must return a value of type proc_test.own2, and has returned one of type *proc_test.circle"},
		{stone{1}, "proc_test.stone implements proc_test.shape and proc_test.heavy, which have a codec each; register one for it (proc.RegisterCodec)"},
		{waiting{make(chan int)}, "field f: a chan has no value that could be copied; register a codec for the type that it is a part of (proc.RegisterCodec)"},
		{envelope{Body: &timestamppb.Timestamp{}}, "field Body: it is a message of Protocol Buffers, which travels by its own encoding; " +
			`for that, import _ "github.com/checkmodel/checkmodel/proc/protomsg" in the package of the model`},
		{[]timestamppb.Timestamp{{}}, "element 0: it is a message of Protocol Buffers"},
		{struct{ *timestamppb.Timestamp }{&timestamppb.Timestamp{}}, "field Timestamp: it is a message of Protocol Buffers"},
	} {
		expectModelError(t, "main", c.want, func(p *proc.P) { p.Send(p.Self(), c.value) })
	}
	if got, want := proc.Format(&refusing{"x"}), `&refusing{how: "x"}`; got != want {
		t.Errorf("what has no words is shown as %s, want %s", got, want)
	}
	mustPlay(t, func(p *proc.P) { // there is no message in it
		p.Send(p.Self(), (*timestamppb.Timestamp)(nil))
		p.Send(p.Self(), []*timestamppb.Timestamp{nil})
	})
}

type own2 struct{ side int }

func (o own2) area() int { return o.side }

// TestCodecsAreUsedSparingly: the target of a pointer is encoded when it is sent, not when it is
// received.
func TestCodecsAreUsedSparingly(t *testing.T) {
	mustPlay(t, func(p *proc.P) {
		table := proc.NewTable[int, any](p, "t")
		table.Insert(p, 1, envelope{Body: []*counter{{n: 1}, {n: 2}}})
		table.Lookup(p, 1) // it is shown once, too
		e, d := encoded.Load(), decoded.Load()
		for n := range int64(3) {
			table.Lookup(p, 1)
			if encoded.Load() != e || decoded.Load() != d+2*(n+1) {
				t.Errorf("%d lookups encode %d values and decode %d", n+1, encoded.Load()-e, decoded.Load()-d)
			}
		}
	})
}

// TestCodecThatFailsLater: if a stored value can no longer be decoded, that is a fault of the model.
func TestCodecThatFailsLater(t *testing.T) {
	defer failsNow.Store(false)
	err := modelError(t, func() {
		sys := newSystem(func(p *proc.P) {
			table := proc.NewTable[int, fails](p, "t")
			table.Insert(p, 1, fails{})
			failsNow.Store(true)
			table.Lookup(p, 1)
		})
		defer sys.Close()
		for range 3 {
			sys.Step(first(sys))
		}
	})
	want := "a value that could be copied when it was stored cannot be any more: the codec of proc_test.fails: Decode: now it fails"
	if err == nil || err.Process != "main" || err.Problem != want {
		t.Errorf("the error is %v, want one of process main: %s", err, want)
	}
}

type fails struct{}

var failsNow atomic.Bool

func init() {
	proc.RegisterCodec(proc.Codec[fails]{
		Encode: func(fails) ([]byte, error) { return nil, nil },
		Decode: func([]byte, reflect.Type) (f fails, err error) {
			if failsNow.Load() {
				err = errors.New("now it fails")
			}
			return f, err
		},
	})
}
