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
func rewrittenBody(t *testing.T, races bool, body string) string {
	t.Helper()
	locals := "_ = 0\n"
	if !races {
		locals = "v, m := 0, map[int]int{}; _, _ = v, m\n"
	}
	source := "package p\n\nimport (\n\t\"sync\"\n\t\"sync/atomic\"\n\t\"time\"\n)\n\n" + `type S struct{ mu sync.Mutex; E; v, w int; a [2]int; l []int; m map[int]int; *P }; type E struct{ e int }; type P struct{ p int }; ` +
		"type L[T any] []T; func (l L[T]) F() {}; type M[K comparable] map[K]int; func (m M[K]) F() {}; type K struct{ n int }; var keys map[*K]bool; var w atomic.Bool; func free() bool { return !w.Load() }; func next() time.Duration { n := time.Second; return n }; " +
		"func (e E) M() {}; func (s *S) N() {}; var g int; var _ = time.Second\n\n" +
		"func f(c chan int, d <-chan int, n int, work func(int) error) {\n" + locals + body + "\n}\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	if _, err := (&types.Config{Importer: standard{t}}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	out, err := File{Fset: fset, Syntax: file, Info: info, Source: []byte(source), Races: races}.Rewrite()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(out, "\n") != strings.Count(source, "\n") {
		t.Errorf("the lines of %q are other ones in %q", source, out)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "p.go", out, 0); err != nil {
		t.Errorf("%v in\n%s", err, out)
	}
	_, out, _ = strings.Cut(out, locals)
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
		if got := rewrittenBody(t, false, body); got != want {
			t.Errorf("%s becomes\n%s\nwant\n%s", body, got, want)
		}
	}
}

// TestAccesses: which reads and writes are noted.
func TestAccesses(t *testing.T) {
	for body, want := range map[string]string{
		"l, m := L[int]{}, M[int]{}; _, _ = l, m": "l, m := L[int]{}, M[int]{}; _, _ = l, m",

		// Variables that no goroutines share.
		"x := n; x++; _ = x":                                      "x := n; x++; _ = x",
		"x := n; func() { _ = x }()":                              "x := n; func() { _ = x }()",
		"var s S; s.v = s.w; s.a[0] = 1":                          "var s S; checkmodel.Born(&s); s.v = s.w; s.a[0] = 1",
		"for i := range 3 { func() { _ = i }() }":                 "for i := range 3 { func() { _ = i }() }",
		"var a [2]int; _ = len(a); for i := range a { _ = a[i] }": "var a [2]int; _ = len(a); for i := range a { _ = a[i] }",
		// Variables that they may share.
		"x := n; func() { x++ }(); _ = x":    "x := n; func() { *checkmodel.Writing(&x)++ }(); _ = checkmodel.Read(&x)",
		"x := n; p := &x; *p = x":            "x := n; p := &x; *checkmodel.Writing(p) = checkmodel.Read(&x)",
		"g = g + 1":                          "*checkmodel.Writing(&g) = checkmodel.Read(&g) + 1",
		"s := &S{}; s.v = s.e":               "s := checkmodel.Born(&S{}); *checkmodel.Writing(&s.v) = checkmodel.Read(&s.e)",
		"s := &S{}; _ = s.p":                 "s := checkmodel.Born(&S{}); _ = checkmodel.Read(&checkmodel.Read(&s.P).p)",
		"s := &S{}; s.N(); s.mu.Lock()":      "s := checkmodel.Born(&S{}); s.N(); s.mu.Lock()",
		"s := &S{}; e := &s.E; e.M()":        "s := checkmodel.Born(&S{}); e := &s.E; checkmodel.Read(e).M()",
		"s := &S{}; _ = s.a[n]; _ = s.l[n]":  "s := checkmodel.Born(&S{}); _ = checkmodel.Read(&s.a[n]); _ = checkmodel.Read(&checkmodel.Read(&s.l)[n])",
		"var s S; p := &s; t := *p; _ = t.v": "var s S; checkmodel.Born(&s); p := &s; t := checkmodel.Read(p); _ = t.v",
		// The access comes after what is evaluated before.
		"s := &S{}; s.v = <-d":                                               "s := checkmodel.Born(&S{}); checkmodel.Set(&s.v)( checkmodel.From(d))",
		"s := &S{}; s.v += <-d":                                              "s := checkmodel.Born(&S{}); { checkmodelP0 := &s.v; checkmodelV0 := checkmodel.From(d); *checkmodelP0 += checkmodelV0; checkmodel.Writing(checkmodelP0) }",
		"s := &S{}; s.v, s.w = s.w, s.v":                                     "s := checkmodel.Born(&S{}); *checkmodel.Writing(&s.v), *checkmodel.Writing(&s.w) = checkmodel.Read(&s.w), checkmodel.Read(&s.v)",
		"s := &S{}; var ok bool; s.v, ok = <-d; _ = ok":                      "s := checkmodel.Born(&S{}); var ok bool; { checkmodelP0 := &s.v; *checkmodelP0, ok = checkmodel.From2(d); checkmodel.Writing(checkmodelP0) }; _ = ok",
		"var err error; func() { err = work(1) }(); x, err := n, err; _ = x": "var err error; func() { checkmodel.Set(&err)( work(1)) }(); x, err := n, checkmodel.Read(&err); checkmodel.Writing(&err); _ = x",
		"_ = func() (r int) { func() { r++ }(); return n }":                  "_ = func() (r int) { func() { *checkmodel.Writing(&r)++ }(); return checkmodel.Returning(&r)(n) }",
		"select { case g = <-d: }":                                           "switch checkmodelC0 := checkmodel.Receiving(d); checkmodel.Select(false, checkmodelC0) { default: g = checkmodelC0.Value; checkmodel.Writing(&g); }",
		// Maps, slices, and built-in functions.
		"m := map[int]int{}; m[1] = n; m[1]++; _ = m[2]":                                    "m := map[int]int{}; checkmodel.WritingMap(m)[1] = n; checkmodel.WritingMap(m)[1]++; _ = checkmodel.ReadMap(m)[2]",
		"m := map[int]int{}; m[<-d] = <-d":                                                  "m := map[int]int{}; checkmodel.SetKey(m)(checkmodel.From(d), checkmodel.From(d))",
		"m := map[int]int{}; v, ok := m[<-d]; _, _ = v, ok":                                 "m := map[int]int{}; v, ok := checkmodel.Index2(m)(checkmodel.From(d)); _, _ = v, ok",
		"m := map[int]int{}; delete(m, n); clear(m); for range m {}; _ = len(m)":            "m := map[int]int{}; checkmodel.DeleteKey(m)( n); clear(checkmodel.WritingMap(m)); for _, _, checkmodelI := checkmodel.Entries(checkmodel.ReadMap(m)); checkmodelI.Next(nil, nil); {}; _ = len(checkmodel.ReadMap(m))",
		"var l []int; l = append(l, 1, 2); l = append(l, l...); l = append(l, <-d)":         "var l []int; l = append(checkmodel.Appending(l, 2), 1, 2); l = checkmodel.AppendAll(l, l); l = checkmodel.Appended(append(l, checkmodel.From(d)), 1)",
		"var l []int; for i, v := range l { _, _ = i, v }; for i := range l { _ = i }":      "var l []int; for i, v := range checkmodel.Elements(l) { _, _ = i, v }; for i := range l { _ = i }",
		"b := []byte(\"a\"); copy(b, \"b\"); copy(b, b); b = append(b, \"c\"...); clear(b)": "b := []byte(\"a\"); checkmodel.CopyString(b, \"b\"); checkmodel.CopyAll(b, b); b = checkmodel.AppendString(b, \"c\"); checkmodel.ClearAll(b)",
		"for g = range 3 {}": "for g = range 3 {checkmodel.Writing(&g);}",
	} {
		if got := rewrittenBody(t, true, body); got != want {
			t.Errorf("%s becomes\n%s\nwant\n%s", body, got, want)
		}
	}
}
