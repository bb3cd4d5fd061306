package right

import (
	"bufio"
	"fmt"
	"net"
	"sync"
)

// Server answers each line of each connection. It can be shut down gracefully.
type Server struct {
	mu      sync.Mutex
	closing bool
	idle    map[net.Conn]bool // waits for a request
	active  sync.WaitGroup
}

// Serve answers the requests of a connection. It returns false if the server is shut down.
func (s *Server) Serve(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing {
		c.Close()
		return false
	}
	s.set(c, true)
	s.active.Add(1)
	go s.answer(c)
	return true
}

func (s *Server) set(c net.Conn, idle bool) {
	if s.idle == nil {
		s.idle = map[net.Conn]bool{}
	}
	s.idle[c] = idle
}

func (s *Server) answer(c net.Conn) {
	defer s.active.Done()
	defer c.Close()
	for lines := bufio.NewScanner(c); lines.Scan(); {
		s.mu.Lock()
		s.set(c, false)
		s.mu.Unlock()
		fmt.Fprintf(c, "echo %s\n", lines.Text())
		s.mu.Lock()
		s.set(c, true)
		closing := s.closing
		s.mu.Unlock()
		if closing {
			return
		}
	}
}

// Shutdown lets requests end that were received, and closes all connections.
func (s *Server) Shutdown() {
	s.mu.Lock()
	s.closing = true
	for c, idle := range s.idle {
		if idle {
			c.Close()
		}
	}
	s.mu.Unlock()
	s.active.Wait()
}
