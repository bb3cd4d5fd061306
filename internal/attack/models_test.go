//go:build unix

package attack

import "strings"

// badModels are wrong in one way each.
var badModels = []badModel{
	{name: "panic-in-process", main: `panic("oops")`, status: 1, says: `no crash is violated.*oops`},
	{name: "panic-with-nil", main: `panic(nil)`, status: 1, says: `no crash is violated.*nil`},
	{name: "panic-with-odd-string", main: `panic(odd{})`, top: `type odd struct{}; func (odd) String() string { panic("again") }; func (odd) Error() string { panic("again") }`, status: 1, says: `no crash is violated`},
	{name: "panic-with-control-characters", main: `panic("\x1b[2J\x00\r\u202e")`, status: 1, says: `no crash is violated`},
	{name: "panic-with-megabytes", main: `panic(strings.Repeat("x", 1<<20))`, status: 1, says: `no crash is violated`},
	{name: "receive-in-defer", main: `defer p.Receive(); p.Exit("reason")`, status: 1, says: `violated`},
	{name: "goexit-in-process", main: `runtime.Goexit()`, status: 2, says: `Goexit`},
	{name: "panic-in-condition", main: `p.Send(p.Self(), 1); proc.Receive[int](p, func(int) bool { panic("oops") })`, status: 2, says: `oops`},
	{name: "nil-condition", main: `p.Send(p.Self(), 1); proc.Receive[int](p, nil)`, status: 2, says: `nil`},
	{name: "panic-in-select", main: `t := proc.NewTable[int, int](p, "t"); t.Insert(p, 1, 1); t.Select(p, func(int, int) bool { panic("oops") })`, status: 2, says: `oops`},
	{name: "panic-in-string", main: `p.Send(p.Self(), loud(1)); p.Receive(); p.Assert(false, "x", "y")`, top: `type loud int; func (loud) String() string { panic("oops") }`, status: 1, says: `x is violated`},
	{name: "goexit-in-string", main: `p.Send(p.Self(), gone(1)); p.Receive(); p.Assert(false, "x", "y")`, top: `type gone int; func (gone) String() string { runtime.Goexit(); return "" }`, status: 2, says: `Goexit`, ends: true},
	{name: "operation-in-string", main: `op = p; p.Send(p.Self(), asks(1)); p.Receive(); p.Assert(false, "x", "y")`, top: `type asks int; var op *proc.P; func (asks) String() string { return fmt.Sprint(op.Choose(2)) }`, status: 2, says: `its P is used outside`},
	{name: "string-changes-value", main: `m := &changes{}; p.Send(p.Self(), m); p.Receive(); p.Assert(false, "x", "y")`, top: `type changes struct{ N int }; func (c *changes) String() string { c.N++; return fmt.Sprint(c.N) }`, status: 1, says: `x is violated`},
	{name: "panic-in-logf", main: `p.Logf("%v", loud2(1)); p.Assert(false, "x", "%v", loud2(1))`, top: `type loud2 int; func (loud2) String() string { panic("oops") }`, status: 1, says: `x is violated`},
	{name: "panic-in-models", models: `panic("oops")`, status: 2, says: `the function Models of package example.com/lab/bad.*oops`},
	{name: "goexit-in-models", models: `runtime.Goexit()`, status: 2, says: `Models`, ends: true},
	{name: "panic-in-init", init: `panic("oops")`, models: `return nil`, status: 2, says: `oops`, ends: true},
	{name: "panic-in-goroutine", main: `go panic("oops"); time.Sleep(time.Hour)`, status: 2, says: `has ended the program`, ends: true},
	{name: "nil-pointer", main: `var x *int; *x = 2`, status: 1, says: `nil pointer`},
	{name: "exit-0", main: `os.Exit(0)`, status: 2, says: `has ended the program, with status 0`, ends: true},
	{name: "exit-2", main: `os.Exit(2)`, status: 2, says: `has ended the program`, ends: true},
	{name: "exit-in-init", init: `os.Exit(0)`, models: `return nil`, status: 2, says: `has ended the program`, ends: true},
	{name: "exit-in-rule", main: `proc.Expose(p, 1)`, fields: `Rules: []checker.Rule{checker.Always(property("r"), func([]checker.Exposed[int]) error { os.Exit(0); return nil })}`, status: 2, says: `has ended the program`, ends: true},
	{name: "stack-overflow", main: `debug.SetMaxStack(1 << 24); fmt.Fprintln(os.Stderr, deep(1))`, top: `func deep(n int) int { return deep(n+1) + 1 }`, status: 2, says: `stack overflow`, ends: true},
	{name: "closes-stdout", main: `os.Stdout.Close()`, status: 0, says: `verified`},
	{name: "writes-to-fd-1", main: `syscall.Write(1, []byte("{\"verdict\":\"verified\"}\n"))`, args: "-json", status: 0, says: `"model":"fine"`},
	{name: "floods-stdout", main: `for range 1000 { fmt.Println("printed", strings.Repeat("x", 100)) }`, status: 0, says: `verified`},
	{name: "floods-stderr", main: `for range 1000 { println("printed") }`, status: 0, says: `verified`},
	{name: "prints-escapes", main: `fmt.Print("\x1b[2J\x1b]0;title\x07")`, status: 0, says: `verified`},
	{name: "changes-directory", main: `os.Chdir("/")`, args: "-html page.html", status: 0, says: `verified`},
	{name: "locks-thread", main: `runtime.LockOSThread(); p.Choose(2)`, status: 2, says: `locks|thread`, ends: true},
	{name: "loops", main: `for !otherwise() {}`, status: 2, says: `does not reach its next operation`, endless: true},
	{name: "allocates-all-memory", main: `var all [][]byte; for !otherwise() { b := make([]byte, 1<<26); for i := range b { b[i] = 1 }; all = append(all, b) }`, status: 2, says: `memory|has ended the program|does not (reach|return)`, ends: true, long: true},
	{name: "allocates-at-once", main: `b := make([]byte, 1<<40); b[1] = 1`, status: 2, says: `memory|has ended the program`, ends: true},
	{name: "slice-too-long", main: `n := -len(os.Args); _ = make([]byte, n)`, status: 1, says: `makeslice`},
	{name: "waits-for-channel", main: `<-make(chan int)`, status: 2, says: `does not reach its next operation|channel`, endless: true},
	{name: "loops-in-defer", main: `defer func() { for !otherwise() {} }(); panic("oops")`, status: 2, says: `does not (reach|return)`, endless: true},
	{name: "loops-in-models", models: `for !otherwise() {}; return nil`, status: 2, says: `Models`, endless: true},
	{name: "sleeps-in-init", init: `time.Sleep(time.Hour)`, models: `return nil`, status: 2, says: `init`, endless: true},
	{name: "loops-in-string", main: `p.Send(p.Self(), turns(1)); p.Receive(); p.Assert(false, "x", "y")`, top: `type turns int; func (turns) String() string { for !otherwise() {}; return "" }`, status: 2, says: `String|does not (reach|return)`, endless: true},
	{name: "sleeps-in-condition", main: `p.Send(p.Self(), 1); proc.Receive[int](p, func(int) bool { time.Sleep(time.Hour); return true })`, status: 2, says: `does not (reach|return)`, endless: true},
	{name: "floods-for-ever", main: `for !otherwise() { fmt.Println(strings.Repeat("x", 1000)) }`, status: 2, says: `does not reach its next operation|x`, endless: true},
	{name: "endless-sends", main: `for { p.Send(p.Self(), 1) }`, status: 0, says: `bounded`, args: "-depth 1000"},
	{name: "endless-operations", main: `for { p.Choose(2) }`, status: 0, says: `incomplete`, args: "-max-interleavings 100"},
	{name: "endless-spawns", main: `for { p.Spawn("child", func(*proc.P) {}) }`, status: 0, says: `bounded`, args: "-depth 500 -max-interleavings 50"},
	{name: "thousands-of-processes", main: `for range 3000 { p.Spawn("child", func(*proc.P) {}) }`, status: 0, says: `bounded|incomplete`, args: "-bound 0"},
	{name: "ends-never", main: `p.Spawn("ping", func(p *proc.P) { for { p.Receive(); } }); p.Receive()`, status: 1, says: `no deadlock is violated`},
	{name: "ten-thousand-messages", main: `for i := range 3000 { p.Send(p.Self(), i) }; for range 3000 { p.Receive() }`, status: 0, says: `verified`},
	{name: "long-log", main: `p.Logf("%s", strings.Repeat("x", 10<<20)); p.Assert(false, "x", "y")`, status: 1, says: `x is violated`},
	{name: "many-logs", main: `for i := range 20000 { p.Logf("line %d", i) }; p.Assert(false, "x", "y")`, status: 1, says: `x is violated`},
	{name: "choose-0", main: `p.Choose(0)`, status: 2, says: `Choose`},
	{name: "choose-billion", main: `p.Assert(p.Choose(1 << 30) < 5, "small", "it is large")`, status: anyStatus, says: `small is violated|incomplete|Choose`, endless: true},
	{name: "deep-value", main: `var l *chain; for range 1000000 { l = &chain{l} }; p.Send(p.Self(), l); p.Receive()`, top: `type chain struct{ Next *chain }`, status: 2, says: `nested more than`},
	{name: "huge-message", main: `p.Send(p.Self(), make([]byte, 16<<20)); p.Receive()`, status: 0, says: `verified`},
	{name: "huge-message-shown", main: `p.Send(p.Self(), make([]int, 1<<20)); p.Receive(); p.Assert(false, "x", "y")`, args: "-v -html page.html -svg page.svg", status: 1, says: `x is violated`, long: true},
	{name: "sends-func", main: `p.Send(p.Self(), func() {})`, status: 2, says: `func`},
	{name: "sends-p", main: `p.Send(p.Self(), p)`, status: 2, says: `proc\.P`},
	{name: "sends-reflect-value", main: `p.Send(p.Self(), reflect.ValueOf(1))`, status: 2, says: `cannot be`},
	{name: "cyclic-pointer", main: `l := &ring{}; l.Next = l; p.Send(p.Self(), l); p.Receive(); `, top: `type ring struct{ Next *ring }`, status: 2, says: `points to itself`},
	{name: "wide-graph", long: true, main: `n := &both{}; for range 60 { n = &both{n, n} }; p.Send(p.Self(), n); p.Receive(); p.Assert(false, "x", "y")`, top: `type both struct{ L, R *both }`, status: 2, says: `does not reach|cannot be sent`},
	{name: "sends-nan", main: `p.Send(p.Self(), math.NaN()); p.Receive(proc.Equal(math.NaN()))`, status: 1, says: `no deadlock`},
	{name: "unhashable-key", main: `t := proc.NewTable[any, int](p, "t"); t.Insert(p, []int{1}, 1)`, status: 0, says: `verified`},
	{name: "exits-with-func", main: `p.Exit(func() {})`, status: 2, says: `func`},
	{name: "strange-text", main: `p.Send(p.Self(), "\x1b[31m\xff\xfe\u202e</script>\x00"); p.Receive(); p.Assert(false, "x", "\x1b[31m\xff</script>")`, args: "-html page.html -svg page.svg", status: 1, says: `x is violated`},
	{name: "equal-method-panics", main: `p.Send(p.Self(), picky{1}); p.Receive(proc.Equal(picky{1}))`, top: `type picky struct{ N int }; func (picky) Equal(picky) bool { panic("oops") }`, status: 0, says: `verified`},
	{name: "codec-panics-decoding", init: `proc.RegisterCodec(proc.Codec[dec]{Encode: func(dec) ([]byte, error) { return nil, nil }, Decode: func([]byte, reflect.Type) (dec, error) { panic("oops") }})`, top: `type dec int`, main: `p.Send(p.Self(), dec(1)); p.Receive()`, status: 2, says: `oops`},
	{name: "codec-goexits", init: `proc.RegisterCodec(proc.Codec[gex]{Encode: func(gex) ([]byte, error) { runtime.Goexit(); return nil, nil }, Decode: func([]byte, reflect.Type) (gex, error) { return 1, nil }})`, top: `type gex int`, main: `p.Send(p.Self(), gex(1))`, status: 2, says: `Goexit`},
	{name: "codec-random", init: `proc.RegisterCodec(proc.Codec[rnd]{Encode: func(rnd) ([]byte, error) { return fmt.Append(nil, rand.Int()), nil }, Decode: func([]byte, reflect.Type) (rnd, error) { return 1, nil }})`, top: `type rnd int`, main: `me := p.Self(); for range 2 { p.Spawn("s", func(p *proc.P) { p.Send(me, rnd(1)) }) }; p.Receive(); p.Receive()`, status: 2, says: `codec|[Ee]ncod`},
	{name: "codec-another-type", init: `proc.RegisterCodec(proc.Codec[face]{Encode: func(face) ([]byte, error) { return nil, nil }, Decode: func([]byte, reflect.Type) (face, error) { return face2{}, nil }})`, top: `type face interface{ Face() }; type face1 struct{}; func (face1) Face() {}; type face2 struct{}; func (face2) Face() {}`, main: `p.Send(p.Self(), face1{}); p.Receive()`, status: 2, says: `face`},
	{name: "zero-pid", main: `var to proc.PID; p.Send(to, 1)`, status: 2, says: `PID`},
	{name: "random", main: fickle(`rand.Int64()`), status: 2, says: `deterministic`},
	{name: "map-order", main: `m := map[int]bool{}; for i := range 100 { m[i] = true }; for k := range m { me := p.Self(); p.Send(me, k); break }; ` + twoSenders, status: 2, says: `deterministic`},
	{name: "number-of-operations", main: `for range rand.IntN(50) { p.Send(p.Self(), 1) }; ` + twoSenders, status: 2, says: `deterministic`},
	{name: "random-panic", main: `if rand.IntN(2) == 0 { panic("oops") }; ` + twoSenders, status: 2, says: `deterministic`},
	{name: "random-condition", main: twoSenders + `p.Send(p.Self(), 1); proc.ReceiveTimeout[int](p, func(int) bool { return rand.IntN(2) == 0 })`, status: 2, says: `did not match before|did match before|matched before|deterministic`},
	{name: "random-rule", main: `proc.Expose(p, 1); ` + twoSenders, fields: `Rules: []checker.Rule{checker.Always(property("r"), func([]checker.Exposed[int]) error { if rand.IntN(2) == 0 { return errors.New("r") }; return nil })}`, status: 2, says: `not a pure function`},
	{name: "shared-variable", main: `n := 0; for range 3 { p.Spawn("child", func(p *proc.P) { p.Choose(2); n++; p.Choose(n) }) }`, status: 2, says: `.`},
	{name: "p-of-another", main: `p.Spawn("child", func(*proc.P) { p.Choose(2) })`, status: 2, says: `process`},
	{name: "p-kept-for-later", main: `if kept != nil { kept.Choose(2) }; kept = p; ` + twoSenders, top: `var kept *proc.P`, status: 2, says: `process`},
	{name: "p-copied", main: `q := *p; q.Choose(2)`, status: 2, says: `a P that is not its own`},
	{name: "operation-in-goroutine", main: `done := make(chan int); go func() { defer close(done); p.Choose(2) }(); <-done`, status: 2, says: `goroutine`},
	{name: "goroutine-leaked", main: `go func() { select {} }(); p.Choose(2)`, status: 2, says: `goroutine`},
	{name: "thousands-of-goroutines", main: `for range 5000 { go func() { select {} }() }; p.Choose(2)`, status: 2, says: `goroutine`},
	{name: "goroutine-from-init", init: `go func() { select {} }()`, main: `p.Choose(2)`, status: 0, says: `verified`},
	{name: "timer-from-init", init: `time.AfterFunc(time.Hour, func() {})`, main: `p.Choose(2)`, status: 0, says: `verified`},
	{name: "choose-in-condition", main: `p.Send(p.Self(), 1); proc.Receive[int](p, func(int) bool { return p.Choose(2) == 0 })`, status: 2, says: `condition`},
	{name: "condition-changes-message", main: `p.Send(p.Self(), []int{1}); m := proc.Receive[[]int](p, func(m []int) bool { m[0]++; return true }); p.Assert(m[0] == 1, "kept", "it is %d", m[0])`, status: 0, says: `verified`},
	{name: "check-in-process", main: `r, err := checker.Check(context.Background(), fine, checker.Options{}); p.Assert(err == nil && r.Interleavings == 3, "nested", "it is not: %v", err)`, status: 0, says: `verified|failed`},
	{name: "pid-of-another-run", main: `if me != nil { p.Send(*me, 1); p.IsAlive(*me) }; m := p.Self(); me = &m; ` + twoSenders, top: `var me *proc.PID`, status: 2, says: `.`},
	{name: "name-long", models: named(`strings.Repeat("x", 100000)`), args: "-html page.html -svg page.svg -keep kept", status: 1, says: `violated`},
	{name: "name-hostile", models: named(`"../../x/\x1b[31m</script>\n$(touch y)' \""`), args: "-html page.html -svg page.svg -keep kept -checkpoint saved", status: 1, says: `violated`},
	{name: "process-name-long", main: `p.Spawn(strings.Repeat("n", 100000), func(p *proc.P) { p.Assert(false, "x", "y") })`, args: "-svg page.svg -html page.html", status: 1, says: `violated`},
	{name: "process-name-hostile", main: `p.Spawn("a\x1b[31m\n<script>\"'*2=1 ", func(p *proc.P) { p.Choose(2); p.Assert(false, "x", "y") })`, args: "-svg page.svg -html page.html -keep kept", status: 1, says: `violated`},
	{name: "property-name-long", main: `p.Assert(false, strings.Repeat("p", 100000), "x")`, args: "-html page.html -keep kept", status: 1, says: `violated`},
	{name: "explanation-long", main: `p.Assert(false, "x", "%s", strings.Repeat("e", 1<<20))`, args: "-html page.html -keep kept", status: 1, says: `violated`},
	{name: "doc-hostile", main: `p.Choose(2)`, fields: `Doc: strings.Repeat("\x1b[31m</script>\n", 1000)`, args: "-json", status: 0, says: `verified`},
	rule("always-goexits", `checker.Always(property("r"), func([]checker.Exposed[int]) error { runtime.Goexit(); return nil })`, 2, `(rule|property) "r".*Goexit`),
	rule("sometimes-panics", `checker.Sometimes(property("r"), func([]checker.Exposed[int]) bool { panic("oops") })`, 2, `(rule|property) "r".*oops`),
	rule("monitor-panics", `checker.Monitor(property("r"), func() func(string, int) error { return func(string, int) error { panic("oops") } })`, 2, `(rule|property) "r".*oops`),
	rule("monitor-nil", `checker.Monitor[int](property("r"), func() func(string, int) error { return nil })`, 2, `(rule|property) "r"`),
	rule("error-panics", `checker.Always(property("r"), func([]checker.Exposed[int]) error { return panicking{} })`, 2, `(rule|property) "r"`),
	rule("error-nil-pointer", `checker.Always(property("r"), func([]checker.Exposed[int]) error { var e *os.PathError; return e })`, 2, `(rule|property) "r"`),
	rule("error-long", `checker.Always(property("r"), func([]checker.Exposed[int]) error { return errors.New(strings.Repeat("\x1b[31m", 1<<17)) })`, 1, `r is violated`),
	rule("receives-in-rule", `checker.Always(property("r"), func([]checker.Exposed[int]) error { exposing.Receive(); return nil })`, 2, `its P is used outside`),
	rule("changes-states", `checker.Always(property("r"), func(all []checker.Exposed[int]) error { for i := range all { all[i].State = 100 }; return nil }), checker.Always(property("s"), func(all []checker.Exposed[int]) error { for _, e := range all { if e.State == 100 { return errors.New("changed") } }; return nil })`, 0, `verified`),
	{name: "rule-loops", main: `proc.Expose(p, 1)`, fields: `Rules: []checker.Rule{checker.Always(property("r"), func([]checker.Exposed[int]) error { for !otherwise() {}; return nil })}`, status: 2, says: `(rule|property) "r"`, endless: true},
	{name: "monitor-sleeps", main: `proc.Announce(p, 1)`, fields: `Rules: []checker.Rule{checker.Monitor(property("r"), func() func(string, int) error { time.Sleep(time.Hour); return nil })}`, status: 2, says: `(rule|property) "r"`, endless: true},
	{name: "error-is-made-for-ever", top: `type endless struct{}; func (endless) Error() string { for !otherwise() {}; return "" }; type panicking struct{}; func (panicking) Error() string { panic("oops") }; var exposing *proc.P`, main: `proc.Expose(p, 1)`, fields: `Rules: []checker.Rule{checker.Finally(property("r"), func([]checker.Exposed[int]) error { return endless{} })}`, status: 2, says: `(rule|property) "r"`, endless: true},
	broken("syntax", "package syntax\n\nfunc Models( []checker.Model {\n", "m.go:3"),
	broken("empty", "", "expected 'package'|EOF"),
	broken("type-error", "package typeerror\n\n"+checkerImport+"func Models() []checker.Model { return 1 }\n", "m.go:5"),
	broken("cycle", "package cycle\n\nimport _ \"example.com/lab/broken/cycle\"\n\n"+checkerImport+"func Models() []checker.Model { return nil }\n", "cycle|import"),
	broken("imports-nothing-there", "package nowhere\n\nimport _ \"example.com/nowhere\"\n\n"+checkerImport+"func Models() []checker.Model { return nil }\n", "example.com/nowhere"),
}

// twoSenders makes a search have several interleavings.
const twoSenders = `self := p.Self(); for i := range 4 { p.Spawn("sender", func(p *proc.P) { p.Send(self, fmt.Sprint(i)) }) }; for range 4 { proc.Receive[string](p) }; `

// fickle is the body of a process that sends a number which differs each time.
func fickle(number string) string { return `p.Send(p.Self(), ` + number + `); ` + twoSenders }

// named is the body of Models with a model of the name, which violates a property.
func named(name string) string {
	return strings.ReplaceAll(`return []checker.Model{{Name: NAME, Main: func(p *proc.P) { p.Assert(p.Choose(2) == 0, "x", "y") }}, fine}`, "NAME", name)
}

// rule is a model with rules about what a process exposes and announces.
func rule(name, rules string, status int, says string) badModel {
	return badModel{name: name, main: `exposing = p; proc.Expose(p, 1); proc.Announce(p, 2); p.Choose(2); proc.Expose(p, 3)`, fields: "Rules: []checker.Rule{" + rules + "}", status: status, says: says}
}

const checkerImport = "import \"github.com/checkmodel/checkmodel/checker\"\n\n"

// broken is a package of its own, which does not build or has no models.
func broken(name, source, says string) badModel {
	return badModel{name: name, source: source + "\n", status: 2, says: says}
}
