package attack

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/program"
)

// attack is a server with workers, on one machine, and what happens to them.
type attack struct {
	*testing.T
	*rand.Rand
	dir     string
	url     string // of the server
	server  *process
	workers []*process
	proxy   *proxy
	broker  *broker.Broker // directly to the server
	nc      *nats.Conn
	stored  sync.Map // messages that were seen, by their subjects
	kills   int
	counts  map[string]int
}

// newAttack starts a server and four workers. A further one has another version.
func newAttack(t *testing.T) *attack {
	a := &attack{T: t, Rand: rand.New(rand.NewPCG(*seed, 0)), dir: t.TempDir(), counts: map[string]int{}}
	t.Cleanup(a.noneLeft) // last
	address := free(t)
	a.url = "nats://" + address
	a.server = a.start("server", "start", "-listen", address, filepath.Join(a.dir, "server"))
	a.proxy = newProxy(t, address)
	a.until("the server answers", func(context.Context) (err error) {
		a.broker, err = broker.Connect(a.url, true, func(error) {})
		return err
	})
	t.Cleanup(a.broker.Close)
	var err error
	if a.nc, err = nats.Connect(a.url, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.nc.Close)
	a.nc.Subscribe("checkmodel.unit.>", func(m *nats.Msg) { a.stored.Store(m.Subject, m.Data) })
	a.nc.Subscribe("checkmodel.result.>", func(m *nats.Msg) { a.stored.Store(m.Subject, m.Data) })
	stop, err := a.broker.Present(func() broker.Workers { return broker.Workers{Name: "other", Protocol: -1, Processes: 1000} })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	for i := range 4 {
		a.workers = append(a.workers, a.start(fmt.Sprint("worker", i), "work", "-insecure", "-n", "2", "-server", "nats://"+a.proxy.address()))
	}
	return a
}

// free returns a free address.
func free(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// until calls f until it succeeds.
func (a *attack) until(what string, f func(context.Context) error) {
	a.Helper()
	var err error
	for range 300 {
		if err = f(a.Context()); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	a.Fatalf("%s: not yet: %v\n%s", what, err, a.said())
}

// process is a process of checkmodel-cluster, which is started again when it has ended.
type process struct {
	name  string
	args  []string
	dir   string // for temporary files
	log   string
	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{} // closed when cmd has ended
}

func (a *attack) start(name string, args ...string) *process {
	p := &process{name: name, args: args, dir: a.dir, log: filepath.Join(a.dir, name+".log")}
	if err := p.start(); err != nil {
		a.Fatal(err)
	}
	a.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.cmd.Process.Signal(syscall.SIGTERM)
		<-p.ended
	})
	return p
}

func (p *process) start() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	p.cmd = exec.Command(cluster, p.args...)
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.Env = log, log, append(os.Environ(), "TMPDIR="+p.dir)
	if err := p.cmd.Start(); err != nil {
		return err
	}
	ended, cmd := make(chan struct{}), p.cmd
	p.ended = ended
	go func() { cmd.Wait(); close(ended) }()
	return nil
}

// running starts a process again that has ended by itself, as a worker does that finds no server when it starts.
func (a *attack) running(p *process) {
	select {
	case <-p.ended:
		if err := p.start(); err != nil {
			a.Error(err)
		}
	default:
	}
}

func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cmd.Process.Pid
}

// kill kills a process, and starts it again after a while.
func (a *attack) kill(what string, p *process) {
	a.kills++
	a.counts[what]++
	p.mu.Lock()
	p.cmd.Process.Kill()
	<-p.ended
	p.mu.Unlock()
	time.Sleep(time.Duration(a.IntN(400)) * time.Millisecond)
	if err := p.start(); err != nil {
		a.Fatal(err)
	}
}

// pause stops a process for a while.
func (p *process) pause(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(d)
	p.cmd.Process.Signal(syscall.SIGCONT)
}

// programs returns the programs of jobs that run now.
func (a *attack) programs() (pids []int) {
	all, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range all {
		target, err := os.Readlink(link)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(link)))
		if err == nil && strings.HasPrefix(target, a.dir+"/") && strings.HasPrefix(filepath.Base(target), "program") {
			pids = append(pids, pid)
		}
	}
	slices.Sort(pids)
	return pids
}

// strikeProgram kills a program of a job, or lets it hang if it is a worker.
func (a *attack) strikeProgram() {
	all := a.programs()
	if len(all) == 0 {
		return
	}
	pid := all[a.IntN(len(all))]
	variables, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	if a.IntN(2) == 0 && strings.Contains(string(variables), program.Variable+"="+program.Working) {
		a.counts["hangs"]++
		syscall.Kill(pid, syscall.SIGSTOP)
		return
	}
	a.kills++
	a.counts["programs"]++
	syscall.Kill(pid, syscall.SIGKILL)
}

// noneLeft expects that no program has survived its worker.
func (a *attack) noneLeft() {
	for _, pid := range a.programs() {
		syscall.Kill(pid, syscall.SIGCONT) // it cannot see that its worker has ended
	}
	for range 100 {
		if len(a.programs()) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	a.Errorf("programs of jobs still run: %v", a.programs())
}

// restore lets everything run again.
func (a *attack) restore() {
	a.proxy.cut(0)
	a.proxy.delay(0)
}

// supervise starts workers again that have ended by themselves, until ctx is done.
func (a *attack) supervise(ctx context.Context) {
	for ctx.Err() == nil {
		for _, p := range a.workers {
			a.running(p)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// repeat sends messages of a job once more, which the server and the workers have seen.
func (a *attack) repeat(job string) {
	n := 0
	a.stored.Range(func(subject, content any) bool {
		if strings.Contains(subject.(string), "."+job+".") {
			a.nc.Publish(subject.(string), content.([]byte))
			n++
		}
		return n < 200
	})
	a.nc.Publish("checkmodel.result."+job+".unknown", []byte(`{"id":"unknown","body":{}}`))
}

// delete deletes a stream that the server has to recreate.
func (a *attack) delete() {
	js, err := jetstream.New(a.nc)
	if err != nil {
		a.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(a.Context(), time.Second)
	defer cancel()
	js.DeleteStream(ctx, []string{broker.Units, broker.Results}[a.IntN(2)]) // the server may be down
}

// said returns what the processes have said, and what the server stores.
func (a *attack) said() string {
	var b strings.Builder
	if js, err := jetstream.New(a.nc); err == nil {
		for _, name := range []string{broker.Units, broker.Results} {
			s, err := js.Stream(a.Context(), name)
			if err != nil {
				fmt.Fprintf(&b, "%s: %v\n", name, err)
				continue
			}
			i, err := s.Info(a.Context(), jetstream.WithSubjectFilter("checkmodel.unit.>"))
			fmt.Fprintf(&b, "%s: %+v %v\n", name, i.State, err)
			for c := range s.ListConsumers(a.Context()).Info() {
				fmt.Fprintf(&b, "%s: %+v\n", name, c)
			}
		}
	}
	for _, p := range append(slices.Clone(a.workers), a.server) {
		content, _ := os.ReadFile(p.log)
		fmt.Fprintf(&b, "%s: %s\n", p.name, content[max(0, len(content)-2000):])
	}
	return b.String()
}

// proxy is between the workers and the server.
type proxy struct {
	listener net.Listener
	server   string
	mu       sync.Mutex
	open     map[net.Conn]bool
	down     time.Time // until then, nothing is forwarded, and connections are closed
	slow     time.Time // until then, nothing is forwarded, but later
}

func newProxy(t *testing.T, server string) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, server: server, open: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); p.cut(time.Hour) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.forward(c)
		}
	}()
	return p
}

func (p *proxy) address() string { return p.listener.Addr().String() }

// cut closes all connections, and refuses new ones for a while.
func (p *proxy) cut(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = time.Now().Add(d)
	for c := range p.open {
		if d > 0 {
			c.Close()
		}
	}
}

// delay holds all messages back for a while.
func (p *proxy) delay(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slow = time.Now().Add(d)
}

func (p *proxy) forward(client net.Conn) {
	server, err := net.Dial("tcp", p.server)
	p.mu.Lock()
	if err != nil || time.Now().Before(p.down) {
		client.Close()
		if err == nil {
			server.Close()
		}
		p.mu.Unlock()
		return
	}
	p.open[client], p.open[server] = true, true
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { p.copy(client, server) })
	both.Go(func() { p.copy(server, client) })
	both.Wait()
	p.mu.Lock()
	delete(p.open, client)
	delete(p.open, server)
	p.mu.Unlock()
}

func (p *proxy) copy(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	for b := make([]byte, 64<<10); ; {
		n, err := from.Read(b)
		p.mu.Lock()
		wait := time.Until(p.slow)
		p.mu.Unlock()
		time.Sleep(wait)
		if _, problem := to.Write(b[:n]); err != nil || problem != nil {
			return
		}
	}
}
