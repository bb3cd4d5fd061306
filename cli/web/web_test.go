package web

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/interactive"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/proc"
)

// rivals is violated if right is first. Its names must not become markup.
var rivals = checker.Model{Name: "<b>rivals</b>", Main: func(p *proc.P) {
	me := p.Self()
	p.Spawn("left", func(p *proc.P) { p.Send(me, "<i>left</i>") })
	p.Spawn("right", func(p *proc.P) { p.Send(me, "<script>right</script>") })
	first := proc.Receive[string](p)
	p.Assert(first == "<i>left</i>", "left first", "%s was first", first)
}}

func newConsole(t *testing.T) *interactive.Console {
	t.Helper()
	s, err := interactive.New(t.Context(), rivals, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &interactive.Console{Session: s, Request: document.Request{Name: rivals.Name, Package: "example.com/user"}, Write: func(string, []byte) error { return nil }}
}

const host, token = "127.0.0.1:1234", "TOKEN"

// ask sends a request to a page.
func ask(p *page, method, host, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

func do(t *testing.T, p *page, command string) string {
	t.Helper()
	if w := ask(p, http.MethodPost, host, "/TOKEN/", url.Values{"command": {command}}.Encode()); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/TOKEN/" {
		t.Fatalf("%s is answered by %d, to %q", command, w.Code, w.Header().Get("Location"))
	}
	w := ask(p, http.MethodGet, host, "/TOKEN/", "")
	if w.Code != http.StatusOK {
		t.Fatalf("the page after %s is answered by %d: %s", command, w.Code, w.Body)
	}
	return w.Body.String()
}

// TestOnlyWithToken: only the user's browser gets an answer, and nothing from elsewhere gets into the page.
func TestOnlyWithToken(t *testing.T) {
	p := newPage(t.Context(), newConsole(t), host, token)
	for _, c := range []struct {
		method, host, path string
		want               int
	}{
		{"GET", host, "/TOKEN/", 200}, {"GET", "localhost:1234", "/TOKEN/", 200}, {"PUT", host, "/TOKEN/", 405},
		{"GET", host, "/", 404}, {"GET", host, "/TOKEN", 404}, {"GET", host, "/TOKEN/x", 404}, {"GET", host, "/token/", 404}, {"POST", host, "/", 404},
		{"GET", "evil.example", "/TOKEN/", 404}, {"POST", "evil.example:1234", "/TOKEN/", 404}, {"GET", "localhost:80", "/TOKEN/", 404},
	} {
		w := ask(p, c.method, c.host, c.path, "command=1")
		if w.Code != c.want {
			t.Errorf("%s of %s from %s is answered by %d, want %d", c.method, c.path, c.host, w.Code, c.want)
		}
		h := w.Header()
		if !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") || h.Get("Referrer-Policy") != "no-referrer" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("the headers are %v", h)
		}
	}
	if at, _ := p.console.Session.At(); at != 0 {
		t.Errorf("a request without the token has taken %d steps", at)
	}
	if w := ask(p, "POST", host, "/TOKEN/", "command="+strings.Repeat("x", longestCommand)); w.Code != http.StatusBadRequest {
		t.Errorf("a long command is answered by %d", w.Code)
	}
}

// TestPage: the page shows what can happen, what has changed, and what a command has written; text does not become markup.
func TestPage(t *testing.T) {
	p := newPage(t.Context(), newConsole(t), host, token)
	body := do(t, p, "help")
	for _, want := range []string{"At the beginning, what can happen next", "<b>main</b> spawn left", "take the step with that number", "An interleaving of model &lt;b&gt;rivals&lt;/b&gt;"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page at the beginning has no %q", want)
		}
	}
	body = do(t, p, "step main*2 right main*2")
	for _, want := range []string{
		"After event 5, what can happen next", `<span class="verdict">left first</span> is violated in model &lt;b&gt;rivals&lt;/b&gt;`,
		"send &#34;&lt;i&gt;left&lt;/i&gt;&#34; to main", `<tr class="broken"><th>left first</th><td>violated: &lt;script&gt;right&lt;/script&gt; was first (event 5)</td>`,
		`class="row`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page of the violation has no %q", want)
		}
	}
	if regexp.MustCompile(`<(i|script)>(left|right)|<b>rivals`).MatchString(body) {
		t.Error("a text has become markup")
	}
	if body = do(t, p, "jump <b>7"); !strings.Contains(body, "jump &lt;b&gt;7: &#34;&lt;b&gt;7&#34; is neither the number of an event nor a mark") {
		t.Error("a mistake is not told")
	}
	if body = do(t, p, "back"); strings.Contains(body, `class="problem"`) || !strings.Contains(body, "After event 4 of 5") {
		t.Error("the mistake is still told after the next command")
	}
	do(t, p, "1")
	do(t, p, "back 4")
	do(t, p, "step left")
	if body = do(t, p, "mark here"); !strings.Contains(body, "mark here</button>") {
		t.Error("a mark has no button")
	}
	do(t, p, "jump 1")
	if body = do(t, p, "step main"); !strings.Contains(body, `value="fork 2">`) {
		t.Error("a fork has no button")
	}
}

// stuck is an answer that nobody takes.
type stuck struct {
	*httptest.ResponseRecorder
	begun, end chan struct{}
}

func (s stuck) Write(b []byte) (int, error) {
	close(s.begun)
	<-s.end
	return len(b), nil
}

// TestSlowClients: a client that does not send its whole command, and one that does not take its answer, keep no other
// one waiting.
func TestSlowClients(t *testing.T) {
	p := newPage(t.Context(), newConsole(t), host, token)
	var slow sync.WaitGroup
	body, sending := io.Pipe()
	slow.Go(func() {
		r := httptest.NewRequest(http.MethodPost, "http://"+host+"/TOKEN/", body)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		p.ServeHTTP(httptest.NewRecorder(), r)
	})
	io.WriteString(sending, "comm") // it returns when the page reads
	answer := stuck{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	slow.Go(func() { p.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "http://"+host+"/TOKEN/", nil)) })
	<-answer.begun
	if body := do(t, p, "1"); !strings.Contains(body, "After event 1,") {
		t.Error("the page does not show what another client has entered")
	}
	io.WriteString(sending, "and=2")
	sending.Close()
	close(answer.end)
	slow.Wait()
	if at, _ := p.console.Session.At(); at != 2 {
		t.Errorf("after the command of the slow client, %d steps are taken", at)
	}
}

// TestServe: the address has a token, only the loopback is served, and the session ends by quit and by its context.
func TestServe(t *testing.T) {
	begin := func(ctx context.Context) (address string, ended chan error) {
		r, w := io.Pipe()
		ended = make(chan error, 1)
		go func() { ended <- serve(ctx, "localhost:0", newConsole(t), w) }()
		line, err := bufio.NewReader(r).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		address = regexp.MustCompile(`http://(127\.0\.0\.1|\[::1\]):\d+/[A-Z2-7]{26}/`).FindString(line)
		if address == "" {
			t.Fatalf("it says %q", line)
		}
		return address, ended
	}
	address, ended := begin(t.Context())
	answer, err := http.Get(address)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	answer.Body.Close()
	if answer, err = http.PostForm(address, url.Values{"command": {"quit"}}); err == nil {
		answer.Body.Close()
	}
	if err := <-ended; err != nil {
		t.Errorf("quit ends it with %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, ended = begin(ctx)
	cancel()
	if err := <-ended; err != context.Canceled {
		t.Errorf("it ends with %v, want %v", err, context.Canceled)
	}
	if err := serve(t.Context(), "0.0.0.0:0", newConsole(t), io.Discard); err == nil || !strings.Contains(err.Error(), "not this machine alone") {
		t.Errorf("all addresses are served: %v", err)
	}
}
