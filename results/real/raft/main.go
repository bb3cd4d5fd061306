// Raft is a replicated register: net/rpc over TCP, goroutines, a mutex, and a file. It knows nothing of a checker. Usage:
//
//	raft node ID ADDRESS...
//	raft client ID OPERATIONS ADDRESS...
//
// The environment variable BUG makes it wrong:
//
//	file   the state is written in place, and is not synced
//	stale  a leader answers reads from its own state, and asks no majority
//	early  a candidate counts the votes of earlier terms
package main

import (
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

var bug = os.Getenv("BUG")

const (
	port      = ":7000"
	heartbeat = 50 * time.Millisecond
	patience  = 150 * time.Millisecond
)

func main() {
	id, err := strconv.Atoi(os.Args[2])
	check(err)
	if os.Args[1] == "node" {
		serve(id, os.Args[3:])
	}
	n, err := strconv.Atoi(os.Args[3])
	check(err)
	client(id, n, os.Args[4:])
}

func check(err error) {
	if err != nil {
		log.Panic(err)
	}
}

// serve runs a node.
func serve(id int, addresses []string) {
	n := &Node{id: id, peers: peers(addresses, time.Second), leader: -1, state: load(), waiting: map[int]waiter{}}
	n.postpone()
	check(rpc.RegisterName("Node", &API{n}))
	l, err := net.Listen("tcp", port)
	check(err)
	go rpc.Accept(l)
	n.tick()
}

// peer is another node, with the connection to it.
type peer struct {
	address  string
	patience time.Duration
	mu       sync.Mutex
	conn     *rpc.Client
}

func peers(addresses []string, patience time.Duration) (all []*peer) {
	for _, a := range addresses {
		all = append(all, &peer{address: a + port, patience: patience})
	}
	return all
}

// call calls a method of the node. It reports whether the node may have got the call.
func (p *peer) call(method string, args, reply any) (sent bool, err error) {
	c, err := p.connect()
	if err != nil {
		return false, err
	}
	call := c.Go(method, args, reply, make(chan *rpc.Call, 1))
	select {
	case <-call.Done:
		err = call.Error
	case <-time.After(p.patience):
		err = os.ErrDeadlineExceeded
	}
	var answered rpc.ServerError
	if err != nil && !errors.As(err, &answered) {
		c.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.conn == c {
			p.conn = nil
		}
	}
	return true, err
}

func (p *peer) connect() (*rpc.Client, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conn != nil {
		return p.conn, nil
	}
	conn, err := net.DialTimeout("tcp", p.address, 300*time.Millisecond)
	if err == nil {
		p.conn = rpc.NewClient(conn)
	}
	return p.conn, err
}

// client executes operations, and prints them.
func client(id, operations int, addresses []string) {
	nodes := peers(addresses, 250*time.Millisecond)
	leader := rand.Intn(len(nodes))
	process := fmt.Sprintf("%d", id)
	for i := range operations {
		time.Sleep(time.Duration(rand.Intn(60)) * time.Millisecond)
		q := Request{Op: "write", Value: 10*id + i + 1}
		if rand.Intn(2) == 0 {
			q = Request{Op: "read"}
		}
		show := func(kind string, value int) {
			text := "null"
			if value != 0 {
				text = strconv.Itoa(value)
			}
			fmt.Printf(`{"process":%q,"type":%q,"f":%q,"value":%s}`+"\n", process, kind, q.Op, text)
		}
		show("invoke", q.Value)
		var a Answer
		for range 60 {
			a = Answer{Leader: -1}
			sent, err := nodes[leader].call("Node.Do", q, &a)
			if leader = a.Leader; leader < 0 {
				leader = rand.Intn(len(nodes))
			}
			if a.Done || sent && err != nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if a.Done {
			show("ok", a.Value)
		} else { // it may be executed later, so the process has not ended it
			show("info", 0)
			process = fmt.Sprintf("%d.%d", id, i+1)
		}
	}
}
