//go:build unix

package main

import "strings"

// misusingKinds misuse the library.
var misusingKinds = []kind{
	{name: "p-of-another", main: `p.Spawn("child", func(*proc.P) { p.Choose(2) })`, status: 2, says: `process`},
	{name: "p-after-its-end", main: `var old *proc.P; p.Spawn("child", func(q *proc.P) { old = q }); p.Receive(proc.Where(func(int) bool { return true })); old.Choose(2)`, status: 1, says: `no deadlock`},
	{name: "p-kept-for-later", main: `if kept != nil { kept.Choose(2) }; kept = p; ` + twoSenders, top: `var kept *proc.P`, status: 2, says: `process`},
	{name: "p-nil", main: `var q *proc.P; q.Choose(2)`, status: 1, says: `nil`},
	{name: "p-zero", main: `new(proc.P).Choose(2)`, status: 1, says: `violated|failed`},
	{name: "p-copied", main: `q := *p; q.Choose(2)`, status: 2, says: `a P that is not its own`},
	{name: "operation-in-goroutine", main: `done := make(chan int); go func() { defer close(done); p.Choose(2) }(); <-done`, status: 2, says: `goroutine`},
	{name: "operation-in-goroutine-later", main: `go func() { time.Sleep(time.Millisecond); p.Choose(2) }(); p.Choose(2); p.Choose(2)`, status: 2, says: `goroutine`},
	{name: "goroutine-leaked", main: `go func() { select {} }(); p.Choose(2)`, status: 2, says: `goroutine`},
	{name: "goroutine-leaked-by-child", main: `p.Spawn("child", func(p *proc.P) { go func() { <-make(chan int) }(); p.Choose(2) })`, status: 2, says: `goroutine`},
	{name: "thousands-of-goroutines", main: `for range 5000 { go func() { select {} }() }; p.Choose(2)`, status: 2, says: `goroutine`},
	{name: "goroutine-from-init", init: `go func() { select {} }()`, main: `p.Choose(2)`, status: 0, says: `verified`},
	{name: "timer-from-init", init: `time.AfterFunc(time.Hour, func() {})`, main: `p.Choose(2)`, status: 0, says: `verified`},
	{name: "receive-in-condition", main: `p.Send(p.Self(), 1); proc.Receive[int](p, func(int) bool { p.Receive(); return true })`, status: 2, says: `condition`},
	{name: "choose-in-condition", main: `p.Send(p.Self(), 1); proc.Receive[int](p, func(int) bool { return p.Choose(2) == 0 })`, status: 2, says: `condition`},
	{name: "spawn-in-select", main: `t := proc.NewTable[int, int](p, "t"); t.Insert(p, 1, 1); t.Select(p, func(int, int) bool { p.Spawn("x", func(*proc.P) {}); return true })`, status: 2, says: `its P is used outside`},
	{name: "condition-changes-message", main: `p.Send(p.Self(), []int{1}); m := proc.Receive[[]int](p, func(m []int) bool { m[0]++; return true }); p.Assert(m[0] == 1, "kept", "it is %d", m[0])`, status: 0, says: `verified`},
	{name: "check-in-process", main: `r, err := checker.Check(context.Background(), fine, checker.Options{}); p.Assert(err == nil && r.Interleavings == 3, "nested", "it is not: %v", err)`, status: 0, says: `verified|failed`},
	{name: "check-in-models", models: `checker.Check(context.Background(), fine, checker.Options{}); return []checker.Model{fine}`, status: 0, says: `verified`},
	{name: "spawn-nil", main: `p.Spawn("child", nil)`, status: 2, says: `nil`},
	{name: "spawn-option-unknown", main: `p.Spawn("child", func(*proc.P) {}, proc.SpawnOption(99))`, status: 2, says: `SpawnOption`},
	{name: "assert-without-name", main: `p.Assert(true, "", "x")`, status: 2, says: `name`},
	{name: "assert-name-no-text", main: `p.Assert(false, "\xff", "x")`, status: 2, says: `UTF-8`},
	{name: "assert-odd-format", main: `p.Assert(false, "x", "%d %s %!", "a")`, status: 1, says: `x is violated`},
	{name: "reach-unlisted", main: `p.Reach("nowhere")`, status: 2, says: `nowhere`},
	{name: "goal-never-reached", main: `p.Choose(2)`, fields: `Goals: []checker.Property{property("there")}`, status: 1, says: `there`},
	{name: "declares-what-is-not", main: `p.Choose(2)`, fields: `Violates: []string{"order"}`, status: 1, says: `order`},
	{name: "register-twice", main: `p.Register("a", p.Self()); p.Register("a", p.Self()); p.Register("", p.Self())`, status: 2, says: `name`},
	{name: "table-gone", main: `t := proc.NewTable[int, int](p, "t"); t.Drop(p); t.Insert(p, 1, 1)`, status: 1, says: `table`},
	{name: "table-name-twice", main: `proc.NewNamedTable[int, int](p, "t"); proc.NewNamedTable[int, int](p, "t")`, status: 1, says: `t`},
	{name: "table-other-type", main: `proc.NewNamedTable[int, int](p, "t"); proc.NamedTable[string, string](p, "t").Insert(p, "a", "b")`, status: 2, says: `[Tt]able|type`},
	{name: "table-heir-itself", main: `t := proc.NewTable[int, int](p, "t", proc.Heir(p.Self(), 1)); t.GiveAway(p, p.Self(), 1)`, status: 1, says: `.`},
	{name: "try-outside", main: `proc.Try(func() { panic("oops") })`, status: 1, says: `oops`},
	{name: "try-nil", main: `proc.Try(nil)`, status: 1, says: `nil`},
	{name: "kills-itself-by-pid", main: `p.Kill(p.Self()); p.Choose(2)`, status: 0, says: `verified`},
	{name: "links-itself", main: `p.Link(p.Self()); p.Monitor(p.Self()); p.Exit("x")`, status: 1, says: `.`},
	{name: "pid-of-another-run", main: `if me != nil { p.Send(*me, 1); p.IsAlive(*me) }; m := p.Self(); me = &m; ` + twoSenders, top: `var me *proc.PID`, status: 2, says: `.`},
	{name: "call-itself", main: `proc.Call[int](p, p.Self(), 1)`, status: 1, says: `no deadlock`},
	{name: "serve-nil", main: `proc.Serve[int, int, int](p, 0, nil)`, status: 2, says: `no function that answers`},
	{name: "log-handler-nil", main: `p.LogHandler(nil); p.LogWriter().Write(nil); p.LogWriter().Write([]byte("\xff\x00"))`, status: 0, says: `verified`},
	{name: "sends-after-to-nobody", main: `q := p.Spawn("q", func(*proc.P) {}); p.Choose(2); p.SendAfter(q, 1)`, status: 0, says: `verified`},
}

// namedKinds have odd names, or fields that make no sense.
var namedKinds = []kind{
	{name: "no-models", models: `return nil`, status: 2, says: `no models`},
	{name: "name-empty", models: models(`""`), status: 2, says: `no name`},
	{name: "name-twice", models: `return []checker.Model{fine, fine}`, status: 2, says: `several models with the name`},
	{name: "name-no-text", models: models(`"a\xff"`), status: 2, says: `UTF-8`},
	{name: "name-long", models: models(`strings.Repeat("x", 100000)`), args: "-html page.html -svg page.svg -keep kept", status: 2, says: `kept|name`},
	{name: "name-hostile", models: models(`"../../x/\x1b[31m</script>\n$(touch y)' \""`), args: "-html page.html -svg page.svg -dot g.dot -keep kept -checkpoint saved", status: 1, says: `violated`},
	{name: "name-dots", models: models(`".."`), args: "-keep kept", status: 1, says: `violated`},
	{name: "main-nil", models: `return []checker.Model{{Name: "x"}, fine}`, status: 2, says: `no first process`},
	{name: "process-name-empty", main: `p.Spawn("", func(p *proc.P) { p.Assert(false, "x", "y") })`, args: "-svg page.svg -html page.html", status: 2, says: `needs a name`},
	{name: "process-name-long", main: `p.Spawn(strings.Repeat("n", 100000), func(p *proc.P) { p.Assert(false, "x", "y") })`, args: "-svg page.svg -html page.html -dot g.dot -shiviz g.log", status: 1, says: `violated`},
	{name: "process-name-120", main: `p.Spawn(strings.Repeat("n", 120), func(p *proc.P) { p.Assert(false, "x", "y") })`, args: "-width 100 -svg page.svg -html page.html", status: 1, says: `violated`},
	{name: "process-name-hostile", main: `p.Spawn("a\x1b[31m\n<script>\"'*2=1 ", func(p *proc.P) { p.Choose(2); p.Assert(false, "x", "y") })`, args: "-svg page.svg -html page.html -dot g.dot -shiviz g.log -keep kept", status: 1, says: `violated`},
	{name: "process-name-no-text", main: `p.Spawn("\xff", func(p *proc.P) { p.Choose(2); p.Assert(false, "x", "y") })`, args: "-json", status: 2, says: `UTF-8`},
	{name: "process-named-main", main: `p.Spawn("main", func(p *proc.P) { p.Choose(2); p.Assert(false, "x", "y") })`, status: 1, says: `violated`},
	{name: "property-name-long", main: `p.Assert(false, strings.Repeat("p", 100000), "x")`, args: "-html page.html -keep kept", status: 1, says: `violated`},
	{name: "explanation-long", main: `p.Assert(false, "x", "%s", strings.Repeat("e", 1<<20))`, args: "-html page.html -keep kept", status: 1, says: `violated`},
	{name: "doc-hostile", main: `p.Choose(2)`, fields: `Doc: strings.Repeat("\x1b[31m</script>\n", 1000)`, args: "-json", status: 0, says: `verified`},
	{name: "delivery-unknown", main: `p.Choose(2)`, fields: `Delivery: "pigeon"`, status: 2, says: `pigeon`},
	{name: "violates-empty", main: `p.Choose(2)`, fields: `Violates: []string{""}`, status: 2, says: `without a name`},
	{name: "goal-without-name", main: `p.Choose(2)`, fields: `Goals: []checker.Property{{}}`, status: 2, says: `without a name`},
	{name: "goal-twice", main: `p.Choose(2)`, fields: `Goals: []checker.Property{property("a"), property("a")}`, status: 2, says: `several`},
	{name: "search-negative", main: `p.Choose(2)`, fields: `Search: checker.Search{Bound: bounding.Tree(-1)}`, status: 2, says: `-1|ound`},
	{name: "search-seconds-huge", main: `p.Choose(2)`, fields: `Search: checker.Search{Seconds: math.MaxInt}`, status: 0, says: `verified`},
	{name: "search-seconds-negative", main: `p.Choose(2)`, fields: `Search: checker.Search{Seconds: -1}`, status: 2, says: `Seconds`},
	{name: "thousand-models", models: `var all []checker.Model; for i := range 1000 { m := fine; m.Name = fmt.Sprint("m", i); all = append(all, m) }; return all`, args: "-timeout 60s", status: 0, says: `verified`},
}

// models is the body of Models with a model of the name, which violates a property.
func models(name string) string {
	return strings.ReplaceAll(`return []checker.Model{{Name: NAME, Main: func(p *proc.P) { p.Assert(p.Choose(2) == 0, "x", "y") }}, fine}`, "NAME", name)
}
