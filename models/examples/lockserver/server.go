package lockserver

import (
	"bufio"
	"fmt"
	"net"
	"slices"
	"sync"
)

// Server gives a lock to the clients that are connected to it. A client sends lines:
//
//	lock     the answer is "granted", as soon as no other client has the lock
//	unlock   the answer is "unlocked"
//	ping     the answer is "pong"
//
// The answer to a command that makes no sense is "refused". The end of a connection unlocks.
type Server struct {
	mu      sync.Mutex
	clients []net.Conn // that want the lock; the first one has it
	bug     bug
}

// bug is a mistake of the server, for tests.
type bug int

const (
	keepsClosed   bug = 1 + iota // a client that waits and closes its connection still gets the lock
	newestFirst                  // the client that came last is the next one
	unlockedByAll                // each client can unlock
)

// Serve serves the connections of a listener until that is closed, and returns its error.
func (s *Server) Serve(l net.Listener) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go s.serve(c)
	}
}

// Situation returns whether a client has the lock, and how many others wait.
func (s *Server) Situation() (held bool, waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.clients) > 0, max(0, len(s.clients)-1)
}

func (s *Server) serve(c net.Conn) {
	defer c.Close()
	defer s.end(c)
	for in := bufio.NewScanner(c); in.Scan(); {
		s.command(c, in.Text())
	}
}

func (s *Server) command(c net.Conn, command string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.Index(s.clients, c)
	switch {
	case command == "ping":
		fmt.Fprintln(c, "pong")
	case command == "lock" && at < 0:
		if s.clients = append(s.clients, c); len(s.clients) == 1 {
			fmt.Fprintln(c, "granted")
		}
	case command == "unlock" && (at == 0 || s.bug == unlockedByAll && len(s.clients) > 0):
		fmt.Fprintln(c, "unlocked")
		s.remove(0)
	default:
		fmt.Fprintln(c, "refused")
	}
}

// end removes a client whose connection has ended.
func (s *Server) end(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at := slices.Index(s.clients, c); at == 0 || at > 0 && s.bug != keepsClosed {
		s.remove(at)
	}
}

// remove removes a client. If it had the lock, the next one gets it.
func (s *Server) remove(at int) {
	s.clients = slices.Delete(s.clients, at, at+1)
	if at > 0 || len(s.clients) == 0 {
		return
	}
	if last := len(s.clients) - 1; s.bug == newestFirst {
		s.clients[0], s.clients[last] = s.clients[last], s.clients[0]
	}
	fmt.Fprintln(s.clients[0], "granted")
}
