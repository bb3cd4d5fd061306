//go:build unix

package main

// valueKinds send, store and show values of unusual types.
var valueKinds = []kind{
	{name: "sends-func", main: `p.Send(p.Self(), func() {})`, status: 2, says: `func`},
	{name: "sends-channel", main: `p.Send(p.Self(), make(chan int))`, status: 2, says: `chan`},
	{name: "sends-p", main: `p.Send(p.Self(), p)`, status: 2, says: `proc\.P`},
	{name: "sends-mutex", main: `p.Send(p.Self(), &sync.Mutex{}); p.Receive()`, status: 0, says: `verified`},
	{name: "sends-unsafe-pointer", main: `p.Send(p.Self(), unsafe.Pointer(p))`, status: 2, says: `unsafe`},
	{name: "sends-uintptr", main: `p.Send(p.Self(), uintptr(unsafe.Pointer(new([100]int)))); p.Receive()`, status: 0, says: `verified`},
	{name: "sends-func-in-struct", main: `p.Send(p.Self(), struct{ A []any }{[]any{1, map[string]any{"f": func() {}}}})`, status: 2, says: `func`},
	{name: "sends-nil-func", main: `p.Send(p.Self(), struct{ F func() }{})`, status: 2, says: `func`},
	{name: "sends-nil", main: `p.Send(p.Self(), nil); p.Receive()`, status: 0, says: `verified`},
	{name: "sends-typed-nil", main: `var e *os.PathError; p.Send(p.Self(), error(e)); p.Receive()`, status: 0, says: `verified`},
	{name: "sends-reflect-value", main: `p.Send(p.Self(), reflect.ValueOf(1))`, status: 2, says: `cannot be`},
	{name: "sends-reflect-type", main: `p.Send(p.Self(), reflect.TypeOf(1))`, status: 2, says: `cannot be`},
	{name: "sends-file", main: `p.Send(p.Self(), os.Stdin)`, status: 2, says: `cannot be`},
	{name: "cyclic-pointer", main: `l := &ring{}; l.Next = l; p.Send(p.Self(), l); p.Receive(); `, top: `type ring struct{ Next *ring }`, status: 2, says: `points to itself`},
	{name: "cyclic-slice", main: `s := []any{nil}; s[0] = s; p.Send(p.Self(), s)`, status: 2, says: `points to itself`},
	{name: "cyclic-map", main: `m := map[int]any{}; m[1] = m; p.Send(p.Self(), m)`, status: 2, says: `points to itself`},
	{name: "wide-graph", long: true, main: `n := &both{}; for range 60 { n = &both{n, n} }; p.Send(p.Self(), n); p.Receive(); p.Assert(false, "x", "y")`, top: `type both struct{ L, R *both }`, status: 2, says: `does not come to|cannot be sent`},
	{name: "sends-nan", main: `p.Send(p.Self(), math.NaN()); p.Receive(proc.Equal(math.NaN()))`, status: 1, says: `no deadlock`},
	{name: "nan-as-key", main: `t := proc.NewTable[float64, int](p, "t"); t.Insert(p, math.NaN(), 1); t.Insert(p, math.NaN(), 2); p.Assert(t.Size(p) == 1, "one", "there are several")`, status: 0, says: `verified`},
	{name: "nan-in-map", main: `p.Send(p.Self(), map[float64]int{math.NaN(): 1, math.NaN(): 2}); p.Receive()`, status: 0, says: `verified|failed`},
	{name: "unhashable-key", main: `t := proc.NewTable[any, int](p, "t"); t.Insert(p, []int{1}, 1)`, status: 0, says: `verified`},
	{name: "unhashable-key-in-struct", main: `t := proc.NewTable[struct{ A any }, int](p, "t"); t.Insert(p, struct{ A any }{map[int]int{}}, 1)`, status: 0, says: `verified`},
	{name: "func-in-table", main: `t := proc.NewTable[int, any](p, "t"); t.Insert(p, 1, func() {})`, status: 2, says: `func`},
	{name: "exposes-func", main: `proc.Expose(p, func() {})`, status: 2, says: `func`},
	{name: "announces-channel", main: `proc.Announce(p, make(chan int))`, status: 2, says: `chan`},
	{name: "exits-with-func", main: `p.Exit(func() {})`, status: 2, says: `func`},
	{name: "strange-text", main: `p.Send(p.Self(), "\x1b[31m\xff\xfe\u202e</script>\x00"); p.Receive(); p.Assert(false, "x", "\x1b[31m\xff</script>")`, args: "-html page.html -svg page.svg -dot g.dot -shiviz g.log", status: 1, says: `x is violated`},
	{name: "equal-method-panics", main: `p.Send(p.Self(), picky{1}); p.Receive(proc.Equal(picky{1}))`, top: `type picky struct{ N int }; func (picky) Equal(picky) bool { panic("oops") }`, status: 0, says: `verified`},
	{name: "codec-panics-encoding", init: `proc.RegisterCodec(proc.Codec[enc]{Encode: func(enc) ([]byte, error) { panic("oops") }, Decode: func([]byte, reflect.Type) (enc, error) { return 1, nil }})`, top: `type enc int`, main: `p.Send(p.Self(), enc(1))`, status: 2, says: `oops`},
	{name: "codec-panics-decoding", init: `proc.RegisterCodec(proc.Codec[dec]{Encode: func(dec) ([]byte, error) { return nil, nil }, Decode: func([]byte, reflect.Type) (dec, error) { panic("oops") }})`, top: `type dec int`, main: `p.Send(p.Self(), dec(1)); p.Receive()`, status: 2, says: `oops`},
	{name: "codec-goexits", init: `proc.RegisterCodec(proc.Codec[gex]{Encode: func(gex) ([]byte, error) { runtime.Goexit(); return nil, nil }, Decode: func([]byte, reflect.Type) (gex, error) { return 1, nil }})`, top: `type gex int`, main: `p.Send(p.Self(), gex(1))`, status: 2, says: `Goexit`},
	{name: "codec-fails", init: `proc.RegisterCodec(proc.Codec[fai]{Encode: func(fai) ([]byte, error) { return nil, errors.New("oops") }, Decode: func([]byte, reflect.Type) (fai, error) { return 1, nil }})`, top: `type fai int`, main: `p.Send(p.Self(), fai(1))`, status: 2, says: `oops`},
	{name: "codec-random", init: `proc.RegisterCodec(proc.Codec[rnd]{Encode: func(rnd) ([]byte, error) { return fmt.Append(nil, rand.Int()), nil }, Decode: func([]byte, reflect.Type) (rnd, error) { return 1, nil }})`, top: `type rnd int`, main: `me := p.Self(); for range 2 { p.Spawn("s", func(p *proc.P) { p.Send(me, rnd(1)) }) }; p.Receive(); p.Receive()`, status: 2, says: `codec|[Ee]ncod`},
	{name: "codec-another-type", init: `proc.RegisterCodec(proc.Codec[face]{Encode: func(face) ([]byte, error) { return nil, nil }, Decode: func([]byte, reflect.Type) (face, error) { return face2{}, nil }})`, top: `type face interface{ Face() }; type face1 struct{}; func (face1) Face() {}; type face2 struct{}; func (face2) Face() {}`, main: `p.Send(p.Self(), face1{}); p.Receive()`, status: 2, says: `face`},
	{name: "codec-twice", init: `c := proc.Codec[twi]{Encode: func(twi) ([]byte, error) { return nil, nil }, Decode: func([]byte, reflect.Type) (twi, error) { return 1, nil }}; proc.RegisterCodec(c); proc.RegisterCodec(c)`, top: `type twi int`, models: `return nil`, status: 2, says: `codec`, ends: true},
	{name: "codec-too-late", main: `proc.RegisterCodec(proc.Codec[late]{Encode: func(late) ([]byte, error) { return nil, nil }, Decode: func([]byte, reflect.Type) (late, error) { return 1, nil }})`, top: `type late int`, status: 1, says: `codec|Codec`},
	{name: "zero-pid", main: `var to proc.PID; p.Send(to, 1)`, status: 2, says: `PID`},
	{name: "zero-pid-killed", main: `var to proc.PID; p.Kill(to)`, status: 2, says: `PID`},
	{name: "zero-pid-linked", main: `var to proc.PID; p.Link(to); p.Monitor(to); p.IsAlive(to)`, status: 2, says: `PID`},
	{name: "zero-table", main: `var t proc.Table[int, int]; t.Insert(p, 1, 1)`, status: 2, says: `[Tt]able`},
	{name: "zero-timer", main: `var t proc.Timer; p.Assert(!p.CancelTimer(t), "x", "y")`, status: 0, says: `verified`},
	{name: "zero-ref", main: `var r proc.Ref; p.Demonitor(r, true)`, status: 2, says: `[Rr]ef|monitor`},
	{name: "nil-error-string", main: `p.Send(p.Self(), errors.New("")); p.Receive()`, status: 0, says: `verified`},
}

// fickleKinds are not deterministic.
var fickleKinds = []kind{
	{name: "clock", main: fickle(`time.Now().UnixNano()`), status: 2, says: `deterministic`},
	{name: "random", main: fickle(`rand.Int64()`), status: 2, says: `deterministic`},
	{name: "map-order", main: `m := map[int]bool{}; for i := range 100 { m[i] = true }; for k := range m { me := p.Self(); p.Send(me, k); break }; ` + twoSenders, status: 2, says: `deterministic`},
	{name: "global-counter", main: fickle(`func() int64 { counter++; return counter }()`), top: `var counter int64`, status: 2, says: `deterministic`},
	{name: "address", main: fickle(`int64(uintptr(unsafe.Pointer(new([1 << 12]byte))))`), status: 2, says: `deterministic`},
	{name: "other-names", main: `p.Spawn(fmt.Sprint("child", rand.Int64()), func(*proc.P) {}); ` + twoSenders, status: 2, says: `deterministic`},
	{name: "number-of-operations", main: `for range rand.IntN(50) { p.Send(p.Self(), 1) }; ` + twoSenders, status: 2, says: `deterministic`},
	{name: "random-choices", main: `p.Choose(2 + rand.IntN(1000)); ` + twoSenders, status: 2, says: `deterministic`},
	{name: "random-panic", main: `if rand.IntN(2) == 0 { panic("oops") }; ` + twoSenders, status: 2, says: `deterministic`},
	{name: "random-assertion", main: `p.Assert(rand.IntN(2) == 0, "x", "y"); ` + twoSenders, status: 2, says: `deterministic`},
	{name: "random-condition", main: twoSenders + `p.Send(p.Self(), 1); proc.ReceiveTimeout[int](p, func(int) bool { return rand.IntN(2) == 0 })`, status: 2, says: `did not match before|did match before|matched before|deterministic`},
	{name: "random-rule", main: `proc.Expose(p, 1); ` + twoSenders, fields: `Rules: []checker.Rule{checker.Always(property("r"), func([]checker.Exposed[int]) error { if rand.IntN(2) == 0 { return errors.New("r") }; return nil })}`, status: 2, says: `not a pure function`},
	{name: "shared-variable", main: `n := 0; for range 3 { p.Spawn("child", func(p *proc.P) { p.Choose(2); n++; p.Choose(n) }) }`, status: 2, says: `.`},
	{name: "pointer-as-number", main: fickle(`int64(reflect.ValueOf(new(int)).Pointer())`), status: 2, says: `deterministic`},
	{name: "models-differ", models: `return []checker.Model{{Name: fmt.Sprint("m", rand.IntN(1<<20)), Main: func(p *proc.P) { p.Choose(2) }}}`, status: 0, says: `verified`},
}

// twoSenders makes a search have several interleavings.
const twoSenders = `self := p.Self(); for i := range 4 { p.Spawn("sender", func(p *proc.P) { p.Send(self, fmt.Sprint(i)) }) }; for range 4 { proc.Receive[string](p) }; `

// fickle is the body of a process that sends a number which differs each time.
func fickle(number string) string { return `p.Send(p.Self(), ` + number + `); ` + twoSenders }
