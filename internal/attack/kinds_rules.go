//go:build unix

package main

// ruleKinds have rules that misbehave.
var ruleKinds = []kind{
	rule("always-panics", `checker.Always(property("r"), func([]checker.Exposed[int]) error { panic("oops") })`, 2, `(rule|property) "r".*oops`),
	rule("always-goexits", `checker.Always(property("r"), func([]checker.Exposed[int]) error { runtime.Goexit(); return nil })`, 2, `(rule|property) "r".*Goexit`),
	rule("finally-panics", `checker.Finally(property("r"), func([]checker.Exposed[int]) error { panic("oops") })`, 2, `(rule|property) "r".*oops`),
	rule("sometimes-panics", `checker.Sometimes(property("r"), func([]checker.Exposed[int]) bool { panic("oops") })`, 2, `(rule|property) "r".*oops`),
	rule("sometimes-never", `checker.Sometimes(property("r"), func([]checker.Exposed[int]) bool { return false })`, 1, `r`),
	rule("monitor-panics-beginning", `checker.Monitor(property("r"), func() func(string, int) error { panic("oops") })`, 2, `(rule|property) "r".*oops`),
	rule("monitor-panics", `checker.Monitor(property("r"), func() func(string, int) error { return func(string, int) error { panic("oops") } })`, 2, `(rule|property) "r".*oops`),
	rule("monitor-goexits", `checker.Monitor(property("r"), func() func(string, int) error { return func(string, int) error { runtime.Goexit(); return nil } })`, 2, `(rule|property) "r".*Goexit`),
	rule("monitor-nil", `checker.Monitor[int](property("r"), func() func(string, int) error { return nil })`, 2, `(rule|property) "r"`),
	rule("always-nil", `checker.Always[int](property("r"), nil)`, 2, `"r"`),
	rule("monitor-start-nil", `checker.Monitor[int](property("r"), nil)`, 2, `"r"`),
	rule("rule-empty", `checker.Rule{}`, 2, `rule`),
	rule("rule-without-name", `checker.Always(property(""), func([]checker.Exposed[int]) error { return nil })`, 2, `without a name`),
	rule("rule-name-no-text", `checker.Always(property("\xff"), func([]checker.Exposed[int]) error { return nil })`, 2, `UTF-8`),
	rule("rules-of-one-name", `checker.Always(property("r"), func([]checker.Exposed[int]) error { return nil }), checker.Finally(property("r"), func([]checker.Exposed[int]) error { return nil })`, 2, `several`),
	rule("living-monitor", `checker.Monitor(property("r"), func() func(string, int) error { return func(string, int) error { return nil } }).Living()`, 2, `Living`),
	rule("error-panics", `checker.Always(property("r"), func([]checker.Exposed[int]) error { return panicking{} })`, 2, `(rule|property) "r"`),
	rule("error-nil-pointer", `checker.Always(property("r"), func([]checker.Exposed[int]) error { var e *os.PathError; return e })`, 2, `(rule|property) "r"`),
	rule("error-long", `checker.Always(property("r"), func([]checker.Exposed[int]) error { return errors.New(strings.Repeat("\x1b[31m", 1<<17)) })`, 1, `r is violated`),
	rule("error-empty", `checker.Always(property("r"), func([]checker.Exposed[int]) error { return errors.New("") })`, 1, `r is violated`),
	rule("receives-in-rule", `checker.Always(property("r"), func([]checker.Exposed[int]) error { exposing.Receive(); return nil })`, 2, `its P is used outside`),
	rule("checks-in-rule", `checker.Always(property("r"), func([]checker.Exposed[int]) error { _, err := checker.Check(context.Background(), fine, checker.Options{}); return err })`, 0, `verified`),
	rule("changes-states", `checker.Always(property("r"), func(all []checker.Exposed[int]) error { for i := range all { all[i].State = 100 }; return nil }), checker.Always(property("s"), func(all []checker.Exposed[int]) error { for _, e := range all { if e.State == 100 { return errors.New("changed") } }; return nil })`, 0, `verified`),
	{name: "rule-loops", main: `proc.Expose(p, 1)`, fields: `Rules: []checker.Rule{checker.Always(property("r"), func([]checker.Exposed[int]) error { for !otherwise() {}; return nil })}`, status: 2, says: `(rule|property) "r"`, long: true},
	{name: "monitor-sleeps", main: `proc.Announce(p, 1)`, fields: `Rules: []checker.Rule{checker.Monitor(property("r"), func() func(string, int) error { time.Sleep(time.Hour); return nil })}`, status: 2, says: `(rule|property) "r"`, long: true},
	{name: "error-is-made-for-ever", top: `type endless struct{}; func (endless) Error() string { for !otherwise() {}; return "" }; type panicking struct{}; func (panicking) Error() string { panic("oops") }; var exposing *proc.P`,
		main: `proc.Expose(p, 1)`, fields: `Rules: []checker.Rule{checker.Finally(property("r"), func([]checker.Exposed[int]) error { return endless{} })}`, status: 2, says: `(rule|property) "r"`, long: true},
}

// rule is a kind with rules about what a process exposes and announces.
func rule(name, rules string, status int, says string) kind {
	return kind{name: name, main: `exposing = p; proc.Expose(p, 1); proc.Announce(p, 2); p.Choose(2); proc.Expose(p, 3)`, fields: "Rules: []checker.Rule{" + rules + "}", status: status, says: says}
}

// brokenKinds cannot be built with others.
var brokenKinds = []kind{
	broken("syntax", "package syntax\n\nfunc Models( []checker.Model {\n", "m.go:3"),
	broken("empty", "", "expected 'package'|EOF"),
	broken("zeros", "\x00\x00\x00", "NUL|illegal|expected"),
	broken("no-function", "package nofunction\n\n"+checkerImport+"var _ checker.Model\n", "no models"),
	broken("type-error", "package typeerror\n\n"+checkerImport+"func Models() []checker.Model { return 1 }\n", "m.go:5"),
	broken("one-model", "package onemodel\n\n"+checkerImport+"func Models() checker.Model { return checker.Model{} }\n", "another type"),
	broken("generic", "package generic\n\n"+checkerImport+"func Models[T any]() []checker.Model { return nil }\n", "another type"),
	broken("command", "package main\n\n"+checkerImport+"func Models() []checker.Model { return nil }\n\nfunc main() {}\n", "package main cannot be imported"),
	broken("cycle", "package cycle\n\nimport _ \"example.com/lab/broken/cycle\"\n\n"+checkerImport+"func Models() []checker.Model { return nil }\n", "cycle|import"),
	broken("imports-nothing-there", "package nowhere\n\nimport _ \"example.com/nowhere\"\n\n"+checkerImport+"func Models() []checker.Model { return nil }\n", "example.com/nowhere"),
	broken("excluded", "//go:build never\n\npackage excluded\n\n"+checkerImport+"func Models() []checker.Model { return nil }\n", "build constraints"),
	broken("unused-import", "package unused\n\nimport \"os\"\n\n"+checkerImport+"func Models() []checker.Model { return nil }\n", "os"),
	broken("not-linked", "package notlinked\n\n"+checkerImport+"func missing()\n\nfunc Models() []checker.Model { missing(); return nil }\n", "missing"),
	broken("variable", "package variable\n\n"+checkerImport+"var Models = func() []checker.Model { return nil }\n", "no models"),
	broken("method", "package method\n\n"+checkerImport+"type t int\n\nfunc (t) Models() []checker.Model { return nil }\n", "no models"),
}

const checkerImport = "import \"github.com/checkmodel/checkmodel/checker\"\n\n"

// broken is a kind that has a package of its own, and does not build or has no models.
func broken(name, source, says string) kind {
	if source == "" {
		source = "\n" // a separate package needs some source
	}
	return kind{name: name, source: source, status: 2, says: says}
}
