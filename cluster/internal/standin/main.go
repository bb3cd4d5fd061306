// Standin stands in for the program around the models in tests of the cluster. Its search adds up a number for each unit, in the
// order of the units; its options say how many there are, how long they take, and which are difficult.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/program"
)

type options struct {
	Units  int   `json:"units"`
	Millis int   `json:"millis"`          // that a unit takes
	Size   int   `json:"size,omitempty"`  // of the body of a unit and of its result, in bytes
	Crash  []int `json:"crash,omitempty"` // units of which a worker dies
	Hang   []int `json:"hang,omitempty"`  // units for which a worker gives no result
	Refuse []int `json:"refuse,omitempty"`
	Die    bool  `json:"die,omitempty"`   // the coordinator dies
	Await  int   `json:"await,omitempty"` // how many workers the coordinator waits for at first

	Checkpoint      string        `json:"checkpoint,omitempty"`
	CheckpointEvery time.Duration `json:"checkpoint_every,omitempty"`
	Resume          string        `json:"resume,omitempty"`
	Outputs         []struct {
		Format string `json:"format"`
		File   string `json:"file"`
	} `json:"outputs,omitempty"`
	Keep string `json:"keep,omitempty"`
	List bool   `json:"list,omitempty"`
	JSON bool   `json:"json,omitempty"`
}

type body struct {
	N   int    `json:"n"`
	Sum int    `json:"sum,omitempty"`
	Pad string `json:"pad,omitempty"`
}

func value(n int) int { return n*n + 1 }

func main() {
	mode := os.Getenv(program.Variable)
	if socket, ok := strings.CutPrefix(mode, program.Submitting); ok {
		os.Exit(submit(socket, os.Args[1:]))
	}
	var job struct {
		Options options `json:"options"`
	}
	content, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(content, &job)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(124)
	}
	socket, coordinates := strings.CutPrefix(mode, program.Coordinating)
	switch {
	case job.Options.List:
		fmt.Println(`{"name":"sum"}`)
	case mode == program.Working:
		work(job.Options)
	case coordinates:
		newSearch(job.Options, socket).run()
	}
}

// submit acts as the command: its argument is the options in JSON.
func submit(socket string, args []string) int {
	if len(args) != 1 || !json.Valid([]byte(args[0])) {
		fmt.Fprintln(os.Stderr, "checkmodel: the package does not build")
		return 2
	}
	conn, err := net.Dial("unix", socket)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	self, _ := os.Executable()
	json.NewEncoder(conn).Encode(program.Message{Submit: &program.Submission{Executable: self, Options: json.RawMessage(args[0]), Identity: "standin"}})
	for d := json.NewDecoder(conn); ; {
		var m program.Message
		if err := d.Decode(&m); err != nil {
			fmt.Fprintln(os.Stderr, "checkmodel: the cluster is gone:", err)
			return 2
		}
		fmt.Print(m.Out)
		fmt.Fprint(os.Stderr, m.Err)
		if m.Status != nil {
			return *m.Status
		}
	}
}

func work(o options) {
	out := json.NewEncoder(os.Stdout)
	for d := json.NewDecoder(os.Stdin); ; {
		var m program.Message
		if d.Decode(&m) != nil {
			return
		}
		var b body
		json.Unmarshal(m.Unit.Body, &b)
		time.Sleep(time.Duration(o.Millis) * time.Millisecond)
		switch {
		case slices.Contains(o.Crash, b.N):
			fmt.Fprintln(os.Stderr, "unit", b.N, "is too difficult")
			os.Exit(3)
		case slices.Contains(o.Hang, b.N):
			select {}
		case slices.Contains(o.Refuse, b.N):
			out.Encode(program.Message{Failed: &program.Failure{ID: m.Unit.ID, Error: "not for workers"}})
		default:
			r, _ := json.Marshal(body{N: b.N, Sum: value(b.N), Pad: b.Pad})
			out.Encode(program.Message{Result: &program.Unit{ID: m.Unit.ID, Body: r}})
		}
	}
}

// search adds up the values of the units.
type search struct {
	options
	to       *json.Encoder
	mu       sync.Mutex
	changed  *sync.Cond
	pool     program.Pool
	numbers  map[string]int // of the units that were handed out
	out      map[int]bool   // the numbers of those that are still expected
	results  map[int]int
	handed   int // the units before this one were handed out
	fold     fold
	remote   int
	saved    time.Time
	orders   *os.File
	news     *os.File
	stopping bool
}

// fold is the content of a saved search.
type fold struct {
	Turn int `json:"turn"`
	Sum  int `json:"sum"`
}

func newSearch(o options, socket string) *search {
	s := &search{options: o, numbers: map[string]int{}, out: map[int]bool{}, results: map[int]int{}, saved: time.Now(), orders: os.NewFile(3, "orders"), news: os.NewFile(4, "news")}
	s.changed = sync.NewCond(&s.mu)
	conn, err := net.Dial("unix", socket)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	s.to = json.NewEncoder(conn)
	if content, err := os.ReadFile(o.Resume); err == nil {
		json.Unmarshal(content, &s.fold)
	}
	go s.listen(json.NewDecoder(conn))
	go s.obey()
	return s
}

// obey takes signals; the program ends with the one that waits for it.
func (s *search) obey() {
	var order [1]byte
	if n, _ := s.orders.Read(order[:]); n == 0 {
		os.Exit(130)
	}
	s.mu.Lock()
	s.stopping = true
	s.changed.Broadcast()
	s.mu.Unlock()
	s.obey()
}

func (s *search) listen(d *json.Decoder) {
	for {
		var m program.Message
		if d.Decode(&m) != nil {
			return
		}
		s.mu.Lock()
		if m.Pool != nil {
			s.pool = *m.Pool
		}
		for _, id := range m.Lost {
			delete(s.out, s.numbers[id])
		}
		if m.Result != nil {
			s.take(m.Result)
		}
		s.changed.Broadcast()
		s.mu.Unlock()
	}
}

// take takes a result, unless its unit is not expected.
func (s *search) take(r *program.Unit) {
	n, known := s.numbers[r.ID]
	var b body
	if !known || !s.out[n] || json.Unmarshal(r.Body, &b) != nil || b.N != n {
		fmt.Fprintln(os.Stderr, "a result that nobody has asked for")
		os.Exit(5)
	}
	delete(s.out, n)
	s.results[n] = b.Sum
	s.remote++
}

func (s *search) run() {
	fmt.Fprintln(s.news, "begin")
	if s.Die {
		fmt.Fprintln(os.Stderr, "the model ends the program")
		os.Exit(1)
	}
	fmt.Fprintln(s.news, `"sum"`)
	fmt.Fprintf(os.Stderr, "from unit %d\n", s.fold.Turn)
	s.mu.Lock()
	for s.pool.Workers < s.Await && !s.stopping {
		s.changed.Wait()
	}
	for s.fold.Turn < s.Units && !s.stopping {
		s.step()
	}
	s.mu.Unlock()
	s.save()
	status := 0
	if s.fold.Turn < s.Units {
		status = 130
	}
	s.report()
	fmt.Fprintln(s.news, "end")
	os.Exit(status)
}

// step does the next of what there is to do.
func (s *search) step() {
	turn := s.fold.Turn
	for n := turn; n < min(s.Units, turn+3*s.pool.Workers); n++ {
		s.hand(n)
	}
	if sum, ok := s.results[turn]; ok {
		delete(s.results, turn)
		s.fold.Sum += sum
		s.fold.Turn++
	} else if s.out[turn] {
		s.changed.Wait()
	} else {
		s.mu.Unlock()
		time.Sleep(time.Duration(s.Millis) * time.Millisecond)
		s.mu.Lock()
		s.fold.Sum += value(turn)
		s.fold.Turn++
	}
	if s.CheckpointEvery > 0 && time.Since(s.saved) > s.CheckpointEvery {
		s.save()
	}
}

// hand hands a unit out, once.
func (s *search) hand(n int) {
	if n < s.handed {
		return
	}
	s.handed = n + 1
	content, _ := json.Marshal(body{N: n, Pad: strings.Repeat("x", s.Size)})
	id := broker.Hash(content)
	s.numbers[id], s.out[n] = n, true
	s.to.Encode(program.Message{Unit: &program.Unit{ID: id, Body: content}})
}

func (s *search) save() {
	if s.Checkpoint == "" {
		return
	}
	content, _ := json.Marshal(s.fold)
	if os.WriteFile(s.Checkpoint+".new", content, 0o600) == nil && os.Rename(s.Checkpoint+".new", s.Checkpoint) == nil {
		fmt.Fprintf(s.news, "saved %q\n", s.Checkpoint)
	}
	s.saved = time.Now()
}

func (s *search) report() {
	text := fmt.Sprintf("%d units, sum %d\n", s.fold.Turn, s.fold.Sum)
	fmt.Fprint(os.NewFile(5, "output"), text)
	fmt.Fprintf(os.Stderr, "%d results of workers\n", s.remote)
	for _, o := range s.Outputs {
		os.WriteFile(o.File, []byte(o.Format+": "+text), 0o600)
	}
	if s.Keep != "" {
		os.MkdirAll(filepath.Join(s.Keep, "sum"), 0o700)
		os.WriteFile(filepath.Join(s.Keep, "sum", "first"), []byte(text), 0o600)
	}
}
