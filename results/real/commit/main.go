// Commit is a store of keys and values on several nodes that all take part in each write, by two-phase commit: net/rpc over TCP,
// goroutines, a mutex, and a log that is synced. Usage:
//
//	commit coordinator PARTICIPANT...
//	commit participant COORDINATOR
//	commit client ID OPERATIONS COORDINATOR PARTICIPANT...
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand"
	"net"
	"net/rpc"
	"os"
	"strconv"
	"sync"
	"time"
)

const (
	port     = ":7000"
	patience = 200 * time.Millisecond
)

func main() {
	switch os.Args[1] {
	case "coordinator":
		c := &Coordinator{peers: peers(os.Args[2:]), outcomes: map[int]bool{}}
		open(&c.log, func(e Entry) { c.outcomes[e.ID], c.last = e.Committed, max(c.last, e.ID) })
		serve("Coordinator", c)
	case "participant":
		p := &Participant{coordinator: peers(os.Args[2:])[0], values: map[string]string{}, prepared: map[string]Entry{}}
		open(&p.log, p.take)
		go p.ask()
		serve("Participant", p)
	case "client":
		id, err := strconv.Atoi(os.Args[2])
		check(err)
		n, err := strconv.Atoi(os.Args[3])
		check(err)
		client(id, n, peers(os.Args[4:]))
	}
}

func check(err error) {
	if err != nil {
		log.Panic(err)
	}
}

func serve(name string, of any) {
	check(rpc.RegisterName(name, of))
	l, err := net.Listen("tcp", port)
	check(err)
	rpc.Accept(l)
}

// Entry is an entry of a log: a write that is prepared, or its outcome.
type Entry struct {
	ID         int
	Key, Value string
	Prepared   bool
	Committed  bool
}

// journal is a log on disk.
type journal struct{ file *os.File }

// open opens the log, and calls f with the entries that are there.
func open(j *journal, f func(Entry)) {
	var err error
	j.file, err = os.OpenFile("log", os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	check(err)
	whole := int64(0)
	for lines := bufio.NewReader(j.file); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil { // what follows was not synced
			check(j.file.Truncate(whole))
			return
		}
		whole += int64(len(line))
		var e Entry
		check(json.Unmarshal(line, &e))
		f(e)
	}
}

func (j *journal) append(e Entry) {
	b, err := json.Marshal(e)
	check(err)
	_, err = j.file.Write(append(b, '\n'))
	check(errors.Join(err, j.file.Sync()))
}

// peer is another node, with the connection to it.
type peer struct {
	address string
	mu      sync.Mutex
	conn    *rpc.Client
}

func peers(addresses []string) (all []*peer) {
	for _, a := range addresses {
		all = append(all, &peer{address: a + port})
	}
	return all
}

func (p *peer) call(method string, args, reply any) error {
	p.mu.Lock()
	c := p.conn
	p.mu.Unlock()
	if c == nil {
		conn, err := net.DialTimeout("tcp", p.address, patience)
		if err != nil {
			return err
		}
		c = rpc.NewClient(conn)
	}
	var err error
	call := c.Go(method, args, reply, make(chan *rpc.Call, 1))
	select {
	case <-call.Done:
		err = call.Error
	case <-time.After(patience):
		err = os.ErrDeadlineExceeded
	}
	var answered rpc.ServerError
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil && !errors.As(err, &answered) {
		c.Close()
		c = nil
	}
	p.conn = c
	return err
}

// Coordinator decides about writes. What it has not decided is aborted.
type Coordinator struct {
	mu       sync.Mutex
	log      journal
	peers    []*peer
	last     int
	outcomes map[int]bool
}

// Put writes a value on all participants, and says whether it is committed.
func (c *Coordinator) Put(e Entry, committed *bool) error {
	c.mu.Lock()
	c.last++
	e.ID, e.Prepared = c.last, true
	c.log.append(Entry{ID: e.ID}) // it is aborted after a crash, and its number is used
	c.mu.Unlock()
	votes := make(chan bool, len(c.peers))
	for _, p := range c.peers {
		go func() {
			var yes bool
			err := p.call("Participant.Prepare", e, &yes)
			votes <- err == nil && yes
		}()
	}
	*committed = true
	for range c.peers {
		*committed = <-votes && *committed
	}
	c.mu.Lock()
	outcome := Entry{ID: e.ID, Committed: *committed}
	c.log.append(outcome)
	c.outcomes[e.ID] = *committed
	c.mu.Unlock()
	var told sync.WaitGroup
	for _, p := range c.peers {
		told.Go(func() { _ = p.call("Participant.End", outcome, &struct{}{}) })
	}
	told.Wait()
	return nil
}

// Outcome says what became of a write that a participant has prepared.
func (c *Coordinator) Outcome(id int, e *Entry) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	committed, decided := c.outcomes[id]
	if !decided {
		return errors.New("not decided")
	}
	*e = Entry{ID: id, Committed: committed}
	return nil
}

// Participant has the values.
type Participant struct {
	mu          sync.Mutex
	log         journal
	coordinator *peer
	values      map[string]string
	prepared    map[string]Entry // by key
}

// take applies an entry of the log.
func (p *Participant) take(e Entry) {
	if e.Prepared {
		p.prepared[e.Key] = e
		return
	}
	for key, of := range p.prepared {
		if of.ID == e.ID {
			delete(p.prepared, key)
			if e.Committed {
				p.values[key] = of.Value
			}
		}
	}
}

// Prepare votes for a write, unless another one of the key has not ended.
func (p *Participant) Prepare(e Entry, yes *bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, busy := p.prepared[e.Key]; !busy {
		p.log.append(e)
		p.take(e)
		*yes = true
	}
	return nil
}

// End ends a write.
func (p *Participant) End(e Entry, _ *struct{}) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, of := range p.prepared {
		if of.ID == e.ID {
			p.log.append(e)
		}
	}
	p.take(e)
	return nil
}

// Get reads a value.
func (p *Participant) Get(key string, value *string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, busy := p.prepared[key]; busy {
		return errors.New("a write has not ended")
	}
	*value = p.values[key]
	return nil
}

// ask asks for the outcomes of writes that have not ended.
func (p *Participant) ask() {
	for {
		time.Sleep(3 * patience)
		p.mu.Lock()
		ids := []int{}
		for _, e := range p.prepared {
			ids = append(ids, e.ID)
		}
		p.mu.Unlock()
		for _, id := range ids {
			var e Entry
			if p.coordinator.call("Coordinator.Outcome", id, &e) == nil {
				_ = p.End(e, nil)
			}
		}
	}
}

// client reads and writes values.
func client(id, operations int, nodes []*peer) {
	for i := range operations {
		time.Sleep(time.Duration(rand.Intn(60)) * time.Millisecond)
		key := string(rune('a' + rand.Intn(3)))
		var committed bool
		var value string
		var err error
		if rand.Intn(2) == 0 {
			err = nodes[0].call("Coordinator.Put", Entry{Key: key, Value: fmt.Sprint(100*id + i)}, &committed)
		} else {
			err = nodes[1+rand.Intn(len(nodes)-1)].call("Participant.Get", key, &value)
		}
		fmt.Println(key, value, committed, err)
	}
}
