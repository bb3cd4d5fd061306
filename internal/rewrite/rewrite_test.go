package rewrite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// standard imports what the tests need of the standard library.
type standard struct{ *testing.T }

func (s standard) Import(path string) (*types.Package, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path+".go", map[string]string{
		"sync/atomic": "package atomic; type Bool struct{}; func (*Bool) Load() bool { return true }; func AddInt32(p *int32, n int32) int32 { return 0 }",
		"sync":        "package sync; type Mutex struct{}; func (*Mutex) Lock() {}",
		"time":        "package time; type Duration int; const Second Duration = 1; func Sleep(Duration) {}",
	}[path], 0)
	if err != nil {
		s.Fatal(err)
	}
	return new(types.Config).Check(path, fset, []*ast.File{file}, nil)
}

// rewrittenBody returns the rewritten body of a function.
func rewrittenBody(t *testing.T, body string) string {
	t.Helper()
	source := "package p\n\nimport (\n\t\"sync\"\n\t\"sync/atomic\"\n\t\"time\"\n)\n\ntype S struct{ mu sync.Mutex }\n\ntype K struct{ n int }\n\nvar keys map[*K]bool\n\nvar w atomic.Bool\n\nfunc free() bool { return !w.Load() }\n\nfunc next() time.Duration { n := time.Second; return n }\n\nvar _ = time.Second\n\nfunc f(c chan int, d <-chan int, n int, work func(int) error) {\nv, m := 0, map[int]int{}; _, _ = v, m\n" + body + "\n}\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}}
	if _, err := (&types.Config{Importer: standard{t}}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	out, err := File{Fset: fset, Syntax: file, Info: info, Source: []byte(source)}.Rewrite()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(out, "\n") != strings.Count(source, "\n") {
		t.Errorf("the lines of %q are other ones in %q", source, out)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "p.go", out, 0); err != nil {
		t.Errorf("%v in\n%s", err, out)
	}
	_, out, _ = strings.Cut(out, "_, _ = v, m\n")
	return strings.TrimSuffix(out, "\n}\n")
}

// TestRewrite: what takes the place of each statement and expression.
func TestRewrite(t *testing.T) {
	for body, want := range map[string]string{
		"c <- <-d":                      "checkmodel.To(c)(checkmodel.From(d))",
		"v, ok := <-d; _, _ = v, ok":    "v, ok := checkmodel.From2(d); _, _ = v, ok",
		"c = make(chan int, n+1)":       "c = checkmodel.Make[*checkmodel.Chan[int]](int(n+1))",
		"close(c); _ = len(c)":          "checkmodel.Close(c); _ = checkmodel.Len(c)",
		"for range d {}":                "for _, checkmodelI := checkmodel.Received(d); checkmodelI.Next(nil); {}",
		"for v := range d { _ = v }":    "for v, checkmodelI := checkmodel.Received(d); checkmodelI.Next(&v); { _ = v }",
		"for n, v = range m {}":         "for _, _, checkmodelI := checkmodel.Entries(m); checkmodelI.Next(&n, &v); {}",
		"for _, v := range m { _ = v }": "for _, v, checkmodelI := checkmodel.Entries(m); checkmodelI.Next(nil, &v); { _ = v }",
		"_ = &K{}":                      "_ = checkmodel.Key(&K{})",

		"go func() { n++ }()":          "checkmodel.Go(\"f.func\", func() { n++ })",
		"go work(n)":                   "checkmodel.Go(\"work\", func() func() { checkmodelF := work; checkmodel0 := n; return func() { checkmodelF(checkmodel0) } }())",
		"go work(1)":                   "checkmodel.Go(\"work\", func() func() { checkmodelF := work; return func() { checkmodelF(1) } }())",
		"defer func() { recover() }()": "defer func() { checkmodel.Recovered(recover()) }()",
		"time.Sleep(time.Second)":      "checkmodel.Sleep(time.Second)",
		"var s S; s.mu.Lock()":         "var s S; checkmodel.Born(&s); s.mu.Lock()",
		"s := &S{}; s.mu.Lock()":       "s := checkmodel.Born(&S{}); s.mu.Lock()",
		"select { case c <- n: n++\ncase v := <-d: n = v\ndefault: }": "switch checkmodelC0, checkmodelC1 := checkmodel.Into(c)(n), checkmodel.Receiving(d); checkmodel.Select(true, checkmodelC0, checkmodelC1) { case 0: n++\ncase 1: v := checkmodelC1.Value; n = v\ndefault: }",
		"select { case <-d: }":                   "switch checkmodelC0 := checkmodel.Receiving(d); checkmodel.Select(false, checkmodelC0) { default: }",
		"var i int32; atomic.AddInt32(&i, 1)":    "var i int32; checkmodel.AddWord[int32](&i, 1)",
		"for !w.Load() {}":                       "for checkmodelS := checkmodel.Spinning(); checkmodelS.Turn() && checkmodelS.Again(!w.Load());  {}",
		"for n > 0 && !free() { time.Sleep(1) }": "for checkmodelS := checkmodel.Spinning(); checkmodelS.Turn() && checkmodelS.Again(n > 0 && !free());  { checkmodel.Sleep(1) }",
		"for n < 5 && !w.Load() { n++ }":         "for n < 5 && !w.Load() { n++ }",
		"for !w.Load() { time.Sleep(next()) }":   "for !w.Load() { checkmodel.Sleep(next()) }",
		"for work(1) == nil {}":                  "for work(1) == nil {}",
		"select {}":                              "{ checkmodel.Select(false); panic(0) }",
	} {
		if got := rewrittenBody(t, body); got != want {
			t.Errorf("%s becomes\n%s\nwant\n%s", body, got, want)
		}
	}
}
