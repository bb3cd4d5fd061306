// Package rewrite puts package gotest/controlled in place of go statements, channels, and the packages sync, sync/atomic, time and testing
// in the source of a package. It also notes accesses to memory that goroutines may share. It replaces expressions where they are, so lines
// keep their numbers.
package rewrite

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// controlledPath is the import path of the package that takes the place of others.
const controlledPath = "github.com/checkmodel/checkmodel/gotest/controlled"

// as is the name under which a rewritten file imports controlledPath.
const as = "checkmodel"

// names are the names of package controlled that take the place of the same names of other packages.
var names = map[string][]string{
	"sync":         {"Mutex", "RWMutex", "WaitGroup", "Once", "Cond", "NewCond", "Pool", "Map", "OnceFunc", "OnceValue", "OnceValues"},
	"sync/atomic":  {"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Bool", "Pointer", "Value"},
	"time":         {"Sleep", "After", "Tick", "NewTimer", "NewTicker", "AfterFunc", "Now", "Since", "Until", "Timer", "Ticker"},
	"testing":      {"T", "TB", "Short", "Verbose"},
	"runtime":      {"Gosched", "Goexit", "SetFinalizer"},
	"os":           {"Exit"},
	"math/rand/v2": {"N"},
	"maps":         {"All", "Keys", "Values"},
	"github.com/checkmodel/checkmodel/gotest": {"Explore", "Reach", "Linearizable"},
}

// drawn has the replacements of functions and variables of package crypto/rand. generators has, for a package, the function that returns
// a generator, whose methods replace the functions of the package.
var (
	drawn      = map[string]string{"crypto/rand.Reader": "CryptoRand.Reader", "crypto/rand.Read": "CryptoRand.Read", "crypto/rand.Text": "CryptoRand.Text"}
	generators = map[string]string{"math/rand": "Rand", "math/rand/v2": "RandV2"}
)

// File is a file of a package.
type File struct {
	Fset     *token.FileSet
	Syntax   *ast.File
	Info     *types.Info
	Source   []byte
	Imports  map[string]string // other import paths for packages, by theirs
	Pipes    map[string]string // import paths of copies of pipes, by the import paths of their packages
	Standard map[string]bool   // the packages of the standard library that have no copies
	Races    bool              // note accesses to memory
}

// edit replaces a part of the source.
type edit struct {
	from, to int
	text     string
}

type rewriter struct {
	File
	edits  []edit
	gone   map[types.Object]int // how many uses of an imported package are replaced
	used   map[types.Object]int
	copies map[string]bool     // of pipes that are used, by the paths of their packages
	keys   map[types.Type]bool // in keys of maps: pointers and interfaces; nil before they are known
	err    error

	pkg    *types.Package
	shared map[types.Object]bool // variables within functions that goroutines may share
}

// Rewrite returns the file with everything replaced. It is the source itself if nothing is. The error says what cannot be replaced.
func (f File) Rewrite() (string, error) {
	r := &rewriter{File: f, gone: map[types.Object]int{}, used: map[types.Object]int{}, copies: map[string]bool{}, shared: map[types.Object]bool{}}
	if f.Races {
		r.findShared()
	}
	for id, o := range f.Info.Uses {
		if p, is := o.(*types.PkgName); is && f.Syntax.FileStart <= id.Pos() && id.Pos() < f.Syntax.FileEnd {
			r.used[p]++
		}
	}
	var all []ast.Node
	parents := map[ast.Node]ast.Node{}
	var path []ast.Node
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		if len(path) > 0 {
			parents[n] = path[len(path)-1]
		}
		path, all = append(path, n), append(all, n)
		return true
	})
	for _, n := range slices.Backward(all) { // parts before the whole
		if r.node(n, parents); f.Races {
			r.access(n, parents)
		}
	}
	if len(r.edits) == 0 && len(f.Imports) == 0 {
		return string(f.Source), r.err
	}
	r.imports()
	imports := "; import " + as + " " + strconv.Quote(controlledPath)
	for _, path := range slices.Sorted(maps.Keys(r.copies)) {
		imports += "; import " + as + path + " " + strconv.Quote(f.Pipes[path])
	}
	r.edits = append(r.edits, edit{r.at(f.Syntax.Name.End()), r.at(f.Syntax.Name.End()), imports + "; var _ " + as + ".Mutex"})
	if len(f.Syntax.Imports) > 0 { // a declaration must come after all imports
		r.edits[len(r.edits)-1].text = imports
		last := f.Syntax.Decls[0]
		for _, d := range f.Syntax.Decls {
			if g, is := d.(*ast.GenDecl); is && g.Tok == token.IMPORT {
				last = d
			}
		}
		r.edits = append(r.edits, edit{r.at(last.End()), r.at(last.End()), "; var _ " + as + ".Mutex"})
	}
	return r.render(0, len(f.Source)), r.err
}

// imports blanks imports that are used no more, and changes paths.
func (r *rewriter) imports() {
	for _, s := range r.Syntax.Imports {
		path, _ := strconv.Unquote(s.Path.Value)
		var o types.Object
		if o = r.Info.Implicits[s]; s.Name != nil {
			o = r.Info.Defs[s.Name]
		}
		switch other := r.Imports[path]; {
		case other != "" && s.Name != nil:
			r.replace(s.Path, strconv.Quote(other))
		case other != "":
			r.replace(s.Path, o.Name()+" "+strconv.Quote(other))
		case o != nil && r.used[o] > 0 && r.used[o] == r.gone[o]:
			r.replace(s, "_ "+s.Path.Value)
		}
	}
}

func (r *rewriter) at(p token.Pos) int { return r.Fset.PositionFor(p, false).Offset }

// replace replaces a node. It comes after the replacements in its parts.
func (r *rewriter) replace(n ast.Node, text string) {
	r.edits = append(r.edits, edit{r.at(n.Pos()), r.at(n.End()), text})
}

// text returns the node with all replacements so far.
func (r *rewriter) text(n ast.Node) string { return r.render(r.at(n.Pos()), r.at(n.End())) }

// render returns a part of the source with all replacements so far. One that comes later replaces those within it.
func (r *rewriter) render(from, to int) string {
	var in []edit
	for i := len(r.edits) - 1; i >= 0; i-- {
		e := r.edits[i]
		if e.from >= from && e.to <= to && !slices.ContainsFunc(in, func(o edit) bool { return o.from <= e.from && e.to <= o.to && o.from < o.to }) {
			in = append(in, e)
		}
	}
	slices.SortStableFunc(in, func(a, b edit) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	var b strings.Builder
	for _, e := range in {
		b.Write(r.Source[from:e.from])
		b.WriteString(e.text)
		from = e.to
	}
	b.Write(r.Source[from:to])
	return b.String()
}

func (r *rewriter) fail(n ast.Node, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", r.Fset.Position(n.Pos()), fmt.Sprintf(format, args...))
	}
}

// call returns a call of a function of package controlled.
func call(name string, args ...string) string {
	return as + "." + name + "(" + strings.Join(args, ", ") + ")"
}

// channel reports whether the expression is a channel.
func (r *rewriter) channel(e ast.Expr) bool {
	_, is := core(r.Info.TypeOf(e)).(*types.Chan)
	return is
}

// node replaces a node whose parts are replaced.
func (r *rewriter) node(n ast.Node, parents map[ast.Node]ast.Node) {
	switch n := n.(type) {
	case *ast.ChanType:
		r.replace(n, "*"+as+".Chan["+r.text(n.Value)+"]")
	case *ast.SendStmt:
		r.replace(n, call("To", r.text(n.Chan))+"("+r.text(n.Value)+")")
	case *ast.UnaryExpr:
		if lit, is := ast.Unparen(n.X).(*ast.CompositeLit); n.Op == token.ARROW {
			r.replace(n, call("From", r.text(n.X)))
		} else if n.Op == token.AND && is && r.holds(r.Info.TypeOf(lit)) {
			r.replace(n, call("Born", "&"+r.plain(lit)))
		} else if n.Op == token.AND && is && r.keyed(r.Info.TypeOf(lit)) {
			r.replace(n, call("Key", r.text(n)))
		}
	case *ast.CompositeLit:
		if _, elided := parents[n].(*ast.CompositeLit); n.Type != nil && r.holds(r.Info.TypeOf(n)) && !elided {
			r.replace(n, call("BornValue", r.text(n)))
		}
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
			r.receivesTwo(n.Rhs[0])
		}
	case *ast.ValueSpec:
		if len(n.Names) == 2 && len(n.Values) == 1 {
			r.receivesTwo(n.Values[0])
		}
	case *ast.DeclStmt:
		r.declares(n)
	case *ast.RangeStmt:
		r.ranges(n)
	case *ast.ForStmt:
		r.spins(n)
	case *ast.CallExpr:
		r.call(n)
		r.contexts(n)
	case *ast.SelectorExpr:
		r.selector(n)
	case *ast.Ident:
		r.dotted(n, parents)
	case *ast.GoStmt:
		r.goes(n)
	case *ast.SelectStmt:
		r.selects(n)
	}
}

// plain returns a literal without its own replacement.
func (r *rewriter) plain(lit *ast.CompositeLit) string {
	from, to := r.at(lit.Pos()), r.at(lit.End())
	r.edits = slices.DeleteFunc(r.edits, func(e edit) bool { return e.from == from && e.to == to })
	return r.text(lit)
}

// receivesTwo replaces a receive with two results.
func (r *rewriter) receivesTwo(e ast.Expr) {
	if u, is := ast.Unparen(e).(*ast.UnaryExpr); is && u.Op == token.ARROW {
		r.replace(e, call("From2", r.text(u.X)))
	}
}

// declares says where variables with locks are made.
func (r *rewriter) declares(n *ast.DeclStmt) {
	d, is := n.Decl.(*ast.GenDecl)
	if !is || d.Tok != token.VAR {
		return
	}
	var born []string
	for _, s := range d.Specs {
		v := s.(*ast.ValueSpec)
		for _, name := range v.Names {
			if o := r.Info.Defs[name]; len(v.Values) == 0 && o != nil && name.Name != "_" && r.holds(o.Type()) {
				born = append(born, call("Born", "&"+name.Name))
			}
		}
	}
	if len(born) > 0 {
		r.replace(n, r.text(n)+"; "+strings.Join(born, "; "))
	}
}

// holds reports whether a variable of the type has locks or atomic words in it.
func (r *rewriter) holds(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if p := t.Obj().Pkg(); p != nil && (p.Path() == "sync" || p.Path() == "sync/atomic") {
			return slices.Contains(names[p.Path()], t.Obj().Name())
		}
		return r.holds(t.Underlying())
	case *types.Struct:
		for f := range t.Fields() {
			if r.holds(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return r.holds(t.Elem())
	}
	return false
}

// call replaces calls of built-in functions.
func (r *rewriter) call(n *ast.CallExpr) {
	id, is := ast.Unparen(n.Fun).(*ast.Ident)
	if !is {
		return
	}
	if _, is = r.Info.Uses[id].(*types.Builtin); !is {
		return
	}
	var args []string
	for _, a := range n.Args {
		args = append(args, r.text(a))
	}
	switch id.Name {
	case "make":
		switch t := r.Info.TypeOf(n).Underlying().(type) {
		case *types.Chan:
			for i := range args[1:] {
				args[i+1] = "int(" + args[i+1] + ")"
			}
			r.replace(n, as+".Make["+args[0]+"]("+strings.Join(args[1:], ", ")+")")
		case *types.Slice:
			if r.holds(t.Elem()) {
				r.replace(n, call("BornAll", r.text(n)))
			}
		}
	case "new":
		switch p, is := r.Info.TypeOf(n).Underlying().(*types.Pointer); {
		case is && r.holds(p.Elem()):
			r.replace(n, call("Born", r.text(n)))
		case is && r.keyed(p.Elem()):
			r.replace(n, call("Key", r.text(n)))
		}
	case "close":
		r.replace(n, call("Close", args...))
	case "len", "cap":
		if r.channel(n.Args[0]) {
			r.replace(n, call(strings.ToUpper(id.Name[:1])+id.Name[1:], args...))
		}
	case "recover":
		r.replace(n, call("Recovered", "recover()"))
	}
}

// method reports whether a package of random numbers has a generator with that method.
func method(p *types.Package, name string) bool {
	t := p.Scope().Lookup("Rand")
	if t == nil {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t.Type(), true, p, name)
	return m != nil
}

// selector replaces names of other packages.
func (r *rewriter) selector(n *ast.SelectorExpr) {
	id, is := n.X.(*ast.Ident)
	p, imported := r.Info.Uses[id].(*types.PkgName)
	f, function := r.Info.Uses[n.Sel].(*types.Func)
	switch {
	case is && imported:
		if name := r.other(p.Imported(), n.Sel.Name, function); name != "" {
			r.gone[p]++
			r.replace(n, name)
			return
		}
	case !function:
		return
	}
	if function && uncontrolled.MatchString(f.FullName()) {
		r.replace(n, call("Uncontrolled", strconv.Quote(f.FullName()), r.text(n)))
	}
}

// other returns what takes the place of a name of another package, or "".
func (r *rewriter) other(p *types.Package, name string, function bool) string {
	path := p.Path()
	switch {
	case slices.Contains(names[path], name):
		return as + "." + name
	case drawn[path+"."+name] != "":
		return as + "." + drawn[path+"."+name]
	case function && generators[path] != "" && method(p, name):
		return as + "." + generators[path] + "()." + name
	}
	if m := words.FindStringSubmatch(path + "." + name); m != nil {
		return as + "." + m[1] + "Word[" + strings.ToLower(m[2]) + "]"
	}
	return r.piped(path, name)
}

// words matches functions on words of memory.
var words = regexp.MustCompile(`^sync/atomic\.(Add|And|CompareAndSwap|Load|Or|Store|Swap)(Int32|Int64|Uint32|Uint64|Uintptr)$`)

// dotted replaces names of other packages that a file imports with a dot.
func (r *rewriter) dotted(n *ast.Ident, parents map[ast.Node]ast.Node) {
	if s, is := parents[n].(*ast.SelectorExpr); is && s.Sel == n {
		return
	}
	o := r.Info.Uses[n]
	if o == nil || o.Pkg() == nil || o.Parent() != o.Pkg().Scope() {
		return
	}
	for _, s := range r.Syntax.Imports {
		path, _ := strconv.Unquote(s.Path.Value)
		if s.Name == nil || s.Name.Name != "." || path != o.Pkg().Path() {
			continue
		}
		_, function := o.(*types.Func)
		r.used[r.Info.Defs[s.Name]]++
		if name := r.other(o.Pkg(), n.Name, function); name != "" {
			r.gone[r.Info.Defs[s.Name]]++
			r.replace(n, name)
		}
	}
}
