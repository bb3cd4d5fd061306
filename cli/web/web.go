// Package web serves an execution that the user drives as a page for the browser. It is linked only into programs that do so,
// as it needs a server.
package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/cli"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/internal/printable"
	"github.com/checkmodel/checkmodel/internal/report/html"
	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Main is cli.Main for a program that serves pages.
func Main(packages ...cli.Package) { command.Main(serve, packages) }

// serve serves the page at a loopback address, which it writes to out with a token that only the user knows. The console
// defines the commands. It returns nil after the command quit, the cause when ctx is done, and otherwise the error of the
// network.
func serve(ctx context.Context, address string, c *interactive.Console, out io.Writer) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	defer l.Close()
	at, ok := l.Addr().(*net.TCPAddr)
	if !ok || !at.IP.IsLoopback() { // the name localhost may mean anything
		return fmt.Errorf("%s is %v, which is not this machine alone; use 127.0.0.1 or ::1", address, l.Addr())
	}
	p := newPage(ctx, c, at.String(), rand.Text())
	fmt.Fprintf(out, "Model %s is at http://%s%s\n", printable.OneLine(c.Request.Name), at, p.path)
	server := &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-p.quit:
		grace, cancel := context.WithTimeout(ctx, time.Second) // for the last answer
		defer cancel()
		_ = server.Shutdown(grace)
	}
	server.Close()
	return err
}

// page answers the requests of a browser.
type page struct {
	ctx  context.Context
	host string // the address of the server
	path string // with the token

	mu      sync.Mutex // guards the console and the following fields; nothing is read or written meanwhile
	console *interactive.Console
	written bytes.Buffer // by the last command
	command string
	problem string
	over    bool
	quit    chan struct{}
}

func newPage(ctx context.Context, c *interactive.Console, host, token string) *page {
	p := &page{ctx: ctx, host: host, path: "/" + token + "/", console: c, quit: make(chan struct{})}
	c.Out, c.Quiet = &p.written, true
	c.Text.Color, c.Text.Columns, c.Text.Width = false, 0, 160 // the page breaks lines itself
	return p
}

// longestCommand limits the length of a command from a browser.
const longestCommand = 4 << 20

// ServeHTTP shows the page, and executes commands.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Referrer-Policy", "no-referrer") // the address has the token
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	_, port, _ := strings.Cut(p.host[strings.LastIndex(p.host, "]")+1:], ":")
	own := r.Host == p.host || r.Host == "localhost:"+port // otherwise a name was made to mean this machine
	if !own || subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(p.path)) != 1 {
		http.NotFound(w, r)
		return
	}
	switch r.Method {
	case http.MethodGet:
		content, status, err := p.content()
		deadline(w)
		if err != nil {
			http.Error(w, err.Error(), status)
			return
		}
		h.Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(content) // the browser may have gone
	case http.MethodPost:
		r.Body = http.MaxBytesReader(w, r.Body, longestCommand)
		if err := r.ParseForm(); err != nil {
			http.Error(w, "the command cannot be read: "+err.Error(), http.StatusBadRequest)
			return
		}
		p.do(r.PostForm.Get("command"))
		deadline(w)
		http.Redirect(w, r, p.path, http.StatusSeeOther)
	default:
		h.Set("Allow", "GET, POST")
		http.Error(w, "only GET and POST are possible", http.StatusMethodNotAllowed)
	}
}

// do executes a command.
func (p *page) do(command string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.written.Reset()
	p.command, p.problem = printable.OneLine(command), ""
	switch err := p.console.Do(p.ctx, command); {
	case errors.Is(err, io.EOF):
		if !p.over {
			p.over = true
			close(p.quit)
		}
	case err != nil:
		p.problem = printable.OneLine(prose.Seen(p.console.Text.Dir, err))
	}
}

// errEnded is the message in a browser after the end.
var errEnded = errors.New("the session has ended")

// content returns the page, or the status of the answer and why there is none.
func (p *page) content() (content []byte, status int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return nil, http.StatusGone, errEnded
	}
	s := p.console.Session
	now, err := s.Place(p.ctx)
	if err != nil {
		return nil, http.StatusInternalServerError, err
	}
	before, err := s.Before(p.ctx)
	if err != nil {
		return nil, http.StatusInternalServerError, err
	}
	_, of := s.At()
	d := html.Driven{Action: p.path, Of: of, Command: p.command, Output: p.written.String(), Problem: p.problem, Forks: s.Lines(), Marks: s.Marks()}
	var b bytes.Buffer
	err = html.Page(p.console.Place(now), &b, p.console.About(), before, d)
	return b.Bytes(), http.StatusInternalServerError, err
}

// deadline limits how long a client may take to read the answer, now that it is known. It cannot be limited from the
// beginning: a command may take long. A recorder of answers has no deadline.
func deadline(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Minute))
}
