package rewrite

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// uncontrolled matches functions that wait for something outside of the program or for goroutines of the standard library, and those on memory that
// have no counterpart. A call of one is refused when it is reached.
var uncontrolled = regexp.MustCompile(`^(net\.(Dial|Listen|Lookup|Resolve|File|Interface)|\(\*net\.(Dialer|ListenConfig|Resolver)\)\.|` +
	`net/http\.(Get|Head|Post|PostForm|ListenAndServe|ListenAndServeTLS|Serve|ServeTLS)$|\(\*net/http\.(Client|Server|Transport)\)\.|` +
	`net/http\.TimeoutHandler$|net/http/httptest\.New(Unstarted|TLS)?Server$|net/rpc\.(Accept|Dial|NewClient|Serve)|\(\*net/rpc\.Server\)\.(Accept|Serve)|net/rpc/jsonrpc\.|` +
	`crypto/tls\.(Client|Dial|Listen|NewListener|Server)|database/sql\.Open|os/exec\.|os/signal\.|syscall\.|os\.Pipe$|testing/synctest\.|runtime\.(AddCleanup|NumGoroutine)$|sync/atomic\.)`)

// pipes are parts of the standard library that are copied into packages of their own: the file, the names that others use, and the names of
// the original that the copy needs.
var pipes = map[string]struct {
	names, needs string
	replace      []string // in the file
}{
	"io": {"Pipe PipeReader PipeWriter", "var EOF, errClosed = io.EOF, io.ErrClosedPipe",
		[]string{`errors.New("io: read/write on closed pipe")`, "errClosed", "\t\"errors\"\n", "\n"}},
	"net": {"Pipe", "type (\n\tAddr = net.Addr\n\tConn = net.Conn\n\tOpError = net.OpError\n)", nil},
}

// logging are the packages of the standard library that write a log: they hold locks while they call code of the program. There are copies of them.
var logging = []string{"log/internal", "log", "log/slog/internal", "log/slog/internal/buffer", "log/slog"}

// quiet lets a logger discard what it would write to the terminal.
var quiet = strings.NewReplacer("isDiscard.Store(w == io.Discard)", "isDiscard.Store(w == io.Discard || w == os.Stderr || w == os.Stdout)")

// handsLogger matches source that hands a logger over to a package of the standard library, so that it must be of its type.
var handsLogger = regexp.MustCompile(`\bErrorLog\b|\b(syslog\.NewLogger|cgi\.Handler)\b`)

// logs reports whether a package of a module needs copies of logging, or keeps them from being made.
func logs(p *packages.Package) (uses, keeps bool) {
	if uses = p.Imports["log"] != nil || p.Imports["log/slog"] != nil; uses {
		keeps = slices.ContainsFunc(p.GoFiles, func(path string) bool {
			text, err := os.ReadFile(path)
			return err == nil && handsLogger.Match(text)
		})
	}
	return uses, keeps
}

// pipe returns the files of the copy of the pipe of a package, in a directory, by their paths. text is the source of the original.
func pipe(path, dir string, text []byte) map[string][]byte {
	p := pipes[path]
	return map[string][]byte{
		filepath.Join(dir, "pipe.go"):     []byte(strings.NewReplacer(p.replace...).Replace(string(text))),
		filepath.Join(dir, "original.go"): []byte("package " + path + "\n\nimport \"" + path + "\"\n\n" + p.needs + "\n"),
	}
}

// piped returns the name of the copy of a part of the standard library, or "".
func (r *rewriter) piped(path, name string) string {
	if r.Pipes[path] == "" || !strings.Contains(" "+pipes[path].names+" ", " "+name+" ") {
		return ""
	}
	r.copies[path] = true
	return as + path + "." + name
}

// contexts converts contexts that a call hands over to the standard library, or gets from it.
func (r *rewriter) contexts(n *ast.CallExpr) {
	f, is := r.called(n)
	if !is || f.Pkg() == nil || !r.Standard[f.Pkg().Path()] || f.Pkg().Path() == "testing" {
		return
	}
	s := f.Signature()
	for i := range min(s.Params().Len(), len(n.Args)) {
		if isContext(s.Params().At(i).Type()) {
			r.replace(n.Args[i], call("Outside", r.text(n.Args[i])))
		}
	}
	if s.Results().Len() == 1 && isContext(s.Results().At(0).Type()) {
		r.replace(n, call("Inside", r.text(n)))
	}
}

// called returns the function or method that a call names.
func (r *rewriter) called(n *ast.CallExpr) (f *types.Func, is bool) {
	switch fun := ast.Unparen(n.Fun).(type) {
	case *ast.SelectorExpr:
		f, is = r.Info.Uses[fun.Sel].(*types.Func)
	case *ast.Ident:
		f, is = r.Info.Uses[fun].(*types.Func)
	}
	return f, is
}

func isContext(t types.Type) bool {
	named, is := types.Unalias(t).(*types.Named)
	return is && named.Obj().Name() == "Context" && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context"
}
