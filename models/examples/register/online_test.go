package register

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/conform"
	"github.com/checkmodel/checkmodel/systemlog"
)

// The same register as an HTTP server: writers PUT to the head, and readers GET from the tail. What its clients log is judged under
// load by the rule of the model.

// copies is the server. If update is not nil, the head answers before it has called update, which changes the tail.
type copies struct {
	head, tail *httptest.Server
	value      atomic.Int64 // at the tail
}

func serve(t *testing.T, later func(update func())) *copies {
	c := &copies{}
	c.tail = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			c.value.Store(valueIn(r.Body))
		}
		fmt.Fprint(w, c.value.Load())
	}))
	var mu sync.Mutex // the head forwards one write at a time
	c.head = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := valueIn(r.Body)
		update := func() {
			mu.Lock()
			defer mu.Unlock()
			if _, err := send(http.MethodPut, c.tail.URL, n); err != nil {
				t.Error(err)
			}
		}
		if later != nil {
			later(update)
		} else {
			update()
		}
		fmt.Fprint(w, n)
	}))
	t.Cleanup(c.head.Close)
	t.Cleanup(c.tail.Close)
	return c
}

// valueIn returns the number in a body; 0 if there is none.
func valueIn(body io.Reader) int64 {
	text, _ := io.ReadAll(body)
	n, _ := strconv.ParseInt(string(text), 10, 64)
	return n
}

func send(method, url string, n int64) (int64, error) {
	r, err := http.NewRequest(method, url, strings.NewReader(strconv.FormatInt(n, 10)))
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	return valueIn(answer.Body), nil
}

// do executes a request, and logs its call before it is sent, and its return after the answer.
func (c *copies) do(t *testing.T, log *slog.Logger, r request) {
	log = log.With("writes", r.Writes, "value", r.Value)
	log.Info("call")
	method, url := http.MethodGet, c.tail.URL
	if r.Writes {
		method, url = http.MethodPut, c.head.URL
	}
	n, err := send(method, url, int64(r.Value))
	if err != nil {
		t.Error(err)
		return
	}
	log.Info("return", "result", n)
}

// meaning says that calls and returns are the operations of the model.
func meaning(l systemlog.Line) systemlog.Meaning {
	if l.Event != "call" && l.Event != "return" {
		return systemlog.Meaning{}
	}
	var o checker.Operation[request, int]
	o.Call.Writes, _ = l.Values["writes"].(bool)
	o.Call.Value, _ = strconv.Atoi(fmt.Sprint(l.Values["value"]))
	if o.Returned = l.Event == "return"; o.Returned {
		o.Result, _ = strconv.Atoi(fmt.Sprint(l.Values["result"]))
	}
	return systemlog.Meaning{Events: []any{o}}
}

// TestServerUnderLoad judges the server while four clients use it.
func TestServerUnderLoad(t *testing.T) {
	m := Models()[0]
	m.Log = meaning
	log := slog.New(checktest.Judge(t, m).Handler(slog.DiscardHandler))
	c := serve(t, nil)
	var clients sync.WaitGroup
	for client := range 4 {
		clients.Go(func() {
			log := log.With("node", fmt.Sprint("client", client))
			for i := range 100 {
				c.do(t, log, request{Writes: (i+client)%2 == 0, Value: 1000*client + i})
			}
		})
	}
	clients.Wait()
}

// TestServerThatAnswersEarly: the judge finds that a read after a write gets the old value, if the head answers too early.
func TestServerThatAnswersEarly(t *testing.T) {
	m := Models()[0]
	m.Log = meaning
	j, err := conform.NewJudge(m)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(j.Handler(slog.DiscardHandler)).With("node", "client")
	updates := make(chan func(), 1)
	c := serve(t, func(update func()) { updates <- update })
	c.do(t, log, request{Writes: true, Value: 7})
	c.do(t, log, request{})
	(<-updates)()
	c.do(t, log, request{})
	found := j.Violations()
	if len(found) != 1 || found[0].Rule != linearizable || found[0].Line.Number != 4 {
		t.Errorf("the judge finds %v, want that the fourth line is not linearizable", found)
	}
}
