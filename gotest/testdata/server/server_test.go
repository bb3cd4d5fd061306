// Package server has the mistake that README.md shows.
package server

import (
	"testing"

	"github.com/checkmodel/checkmodel/gotest"
)

type server struct{ quit chan struct{} }

// stop tells the goroutines of the server to end. It may be called several times, but not at the same time.
func (s *server) stop() {
	select {
	case <-s.quit:
	default:
		close(s.quit)
	}
}

func TestStop(t *testing.T) {
	gotest.Explore(t, func(t *testing.T) {
		s := &server{make(chan struct{})}
		go s.stop()
		s.stop()
	})
}
