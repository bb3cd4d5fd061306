package lockserver

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/checkmodel/checkmodel/checktest"
	"github.com/checkmodel/checkmodel/drive"
)

// TestServer: the program does what the process server does.
func TestServer(t *testing.T) {
	checktest.Drive(t, Models()[0], drive.Options{Processes: []string{"server"}}, start(0))
}

// TestMistakes: each mistake of the program is found, with a small test.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		mistake bug
		want    string
	}{{keepsClosed, `
     input                   the program                                                  the model
  1  server: start           nothing                                                      the same
  2  bob → server: lock{}    server → bob: granted{}                                      the same
  3  eve → server: unlock{}  server → eve: refused{}                                      the same
  4  eve → server: lock{}    nothing                                                      the same
  5  eve → server: closed{}  nothing, state of server: situation{Held: true, Waiting: 1}  nothing, state of server: situation{Held: true, Waiting: 0}
`}, {newestFirst, `
     input                   the program              the model
  1  server: start           nothing                  the same
  2  eve → server: unlock{}  server → eve: refused{}  the same
  3  eve → server: lock{}    server → eve: granted{}  the same
  4  ann → server: lock{}    nothing                  the same
  5  bob → server: lock{}    nothing                  the same
  6  eve → server: closed{}  server → bob: granted{}  server → ann: granted{}
`}, {unlockedByAll, `
     input                   the program               the model
  1  server: start           nothing                   the same
  2  bob → server: lock{}    server → bob: granted{}   the same
  3  eve → server: unlock{}  server → eve: unlocked{}  server → eve: refused{}
`}} {
		r, err := drive.Check(t.Context(), Models()[0], drive.Options{Processes: []string{"server"}}, start(c.mistake))
		if err != nil {
			t.Fatal(err)
		}
		if r.Failure == nil || "\n"+r.Failure.String() != c.want {
			t.Errorf("%d: %v: got\n%v\nwant\n%v", c.mistake, r, r.Failure, c.want)
		}
	}
}

// system is a Server with the connections of clients.
type system struct {
	*Server
	listener net.Listener
	clients  map[string]net.Conn
	lines    map[string]*bufio.Reader
}

// start returns how a server is started, with a mistake or none.
func start(b bug) func() (drive.System, error) {
	return func() (drive.System, error) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		s := &Server{bug: b}
		go s.Serve(l)
		return &system{s, l, map[string]net.Conn{}, map[string]*bufio.Reader{}}, nil
	}
}

// Do sends the command that an input stands for. When that is answered, it sends a ping over each connection: what comes before the pongs are
// the outputs.
func (s *system) Do(in drive.Input) (out []drive.Output, err error) {
	if in.Kind == drive.Start {
		return nil, nil
	}
	c := s.clients[in.From]
	if c == nil {
		if c, err = net.Dial("tcp", s.listener.Addr().String()); err != nil {
			return nil, err
		}
		s.clients[in.From], s.lines[in.From] = c, bufio.NewReader(c)
	}
	switch in.Message.(type) {
	case lock:
		fmt.Fprintln(c, "lock")
		out, err = s.rest(in.From)
	case unlock:
		fmt.Fprintln(c, "unlock")
		out, err = s.rest(in.From)
	case closed:
		c.(*net.TCPConn).CloseWrite()
		_, err = io.Copy(io.Discard, s.lines[in.From]) // until the server has closed it, too
		delete(s.clients, in.From)
	}
	for client := range s.clients {
		if err == nil {
			var more []drive.Output
			more, err = s.rest(client)
			out = append(out, more...)
		}
	}
	return out, err
}

// rest returns what comes over a connection before the answer to a ping.
func (s *system) rest(client string) (out []drive.Output, err error) {
	fmt.Fprintln(s.clients[client], "ping")
	for {
		line, err := s.lines[client].ReadString('\n')
		if err != nil || line == "pong\n" {
			return out, err
		}
		out = append(out, drive.Output{To: client, Message: answers[line]})
	}
}

var answers = map[string]any{"granted\n": granted{}, "unlocked\n": unlocked{}, "refused\n": refused{}}

// State returns the state of the server, which the model exposes.
func (s *system) State(string) any {
	held, waiting := s.Situation()
	return situation{held, waiting}
}

// Close ends the server and the connections.
func (s *system) Close() {
	s.listener.Close()
	for _, c := range s.clients {
		c.Close()
	}
}
