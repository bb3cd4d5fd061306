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
	"sync": {"Mutex", "RWMutex", "WaitGroup", "Once", "Cond", "NewCond", "Pool", "Map", "OnceFunc", "OnceValue", "OnceValues"},
	"sync/atomic": {"Int32", "Int64", "Uint32", "Uint64", "Uintptr", "Bool", "Pointer", "Value",
		"AddInt32", "AddInt64", "AddUint32", "AddUint64", "LoadInt32", "LoadInt64", "LoadUint32", "LoadUint64",
		"StoreInt32", "StoreInt64", "StoreUint32", "StoreUint64", "SwapInt32", "SwapInt64", "SwapUint32", "SwapUint64",
		"CompareAndSwapInt32", "CompareAndSwapInt64", "CompareAndSwapUint32", "CompareAndSwapUint64"},
	"time":    {"Sleep", "After", "Tick", "NewTimer", "NewTicker", "AfterFunc", "Now", "Since", "Until", "Timer", "Ticker"},
	"testing": {"T", "TB"},
	"runtime": {"Gosched", "Goexit"},
	"github.com/checkmodel/checkmodel/gotest": {"Explore"},
}

// uncontrolled are packages whose functions wait for something outside of the program. A call of one is refused when it is reached.
var uncontrolled = []string{"net", "net/http", "os/exec", "os/signal", "syscall"}

// File is a file of a package.
type File struct {
	Fset    *token.FileSet
	Syntax  *ast.File
	Info    *types.Info
	Source  []byte
	Imports map[string]string // other import paths for packages, by theirs
	Races   bool              // note accesses to memory
}

// edit replaces a part of the source.
type edit struct {
	from, to int
	text     string
}

type rewriter struct {
	File
	edits []edit
	gone  map[types.Object]int // how many uses of an imported package are replaced
	used  map[types.Object]int
	err   error

	pkg    *types.Package
	shared map[types.Object]bool // variables within functions that goroutines may share
}

// Rewrite returns the file with everything replaced. It is the source itself if nothing is. The error says what cannot be replaced.
func (f File) Rewrite() (string, error) {
	r := &rewriter{File: f, gone: map[types.Object]int{}, used: map[types.Object]int{}, shared: map[types.Object]bool{}}
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
	r.edits = append(r.edits, edit{r.at(f.Syntax.Name.End()), r.at(f.Syntax.Name.End()), "; import " + as + " " + strconv.Quote(controlledPath) + "; var _ " + as + ".Mutex"})
	if len(f.Syntax.Imports) > 0 { // a declaration must come after all imports
		r.edits[len(r.edits)-1].text = "; import " + as + " " + strconv.Quote(controlledPath)
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
	t := r.Info.TypeOf(e)
	if t == nil {
		return false
	}
	_, is := t.Underlying().(*types.Chan)
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
		if r.channel(n.X) {
			r.replace(n.X, call("Range", r.text(n.X)))
		}
	case *ast.CallExpr:
		r.call(n)
	case *ast.SelectorExpr:
		r.selector(n)
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
		if p, is := r.Info.TypeOf(n).Underlying().(*types.Pointer); is && r.holds(p.Elem()) {
			r.replace(n, call("Born", r.text(n)))
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

// selector replaces names of other packages.
func (r *rewriter) selector(n *ast.SelectorExpr) {
	id, is := n.X.(*ast.Ident)
	if !is {
		return
	}
	p, is := r.Info.Uses[id].(*types.PkgName)
	if !is {
		return
	}
	path := p.Imported().Path()
	if slices.Contains(names[path], n.Sel.Name) {
		r.gone[p]++
		r.replace(n, as+"."+n.Sel.Name)
		return
	}
	_, function := r.Info.Uses[n.Sel].(*types.Func)
	if pipe := n.Sel.Name == "Pipe" && path == "io"; function && (pipe || slices.Contains(uncontrolled, path)) {
		r.replace(n, call("Uncontrolled", strconv.Quote(path+"."+n.Sel.Name), r.text(n)))
	}
}
