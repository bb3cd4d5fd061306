package worker_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/server"
	"github.com/checkmodel/checkmodel/cluster/internal/submission"
	"github.com/checkmodel/checkmodel/cluster/internal/worker"
)

// standin is the executable that stands in for the program around the models.
var standin string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "standin")
	if err != nil {
		panic(err)
	}
	standin = filepath.Join(dir, "standin")
	out, err := exec.Command("go", "build", "-ldflags=-s", "-o", standin, "../standin").CombinedOutput()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// fabric is a server with hosts.
type fabric struct {
	*testing.T
	*broker.Broker
	url        string
	mu         sync.Mutex
	complaints []string
}

func newFabric(t *testing.T) *fabric {
	t.Helper()
	s, _, err := server.Start(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return newFabricAt(t, s.ClientURL())
}

func newFabricAt(t *testing.T, url string) *fabric {
	f := &fabric{T: t, url: url}
	f.Broker = f.connect()
	return f
}

func (f *fabric) connect() *broker.Broker {
	f.Helper()
	b, err := broker.Connect(f.url, true, f.complain)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(b.Close)
	return b
}

func (f *fabric) complain(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.complaints = append(f.complaints, err.Error())
}

// complained reports whether a complaint has these words.
func (f *fabric) complained(words string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return strings.Contains(strings.Join(f.complaints, "\n"), words)
}

// host starts a host of so many processes. The returned function ends it.
func (f *fabric) host(name string, processes int) (end func()) {
	h := &worker.Host{Broker: f.connect(), Name: name, Processes: processes, Dir: f.TempDir(), Complain: f.complain, Accept: accept}
	ctx, cancel := context.WithCancel(f.Context())
	var running sync.WaitGroup
	running.Go(func() {
		if err := h.Run(ctx); err != nil {
			f.Error(err)
		}
	})
	end = func() { cancel(); running.Wait() }
	f.Cleanup(end)
	return end
}

// accept accepts every job.
func accept(s broker.Signed) (*broker.Job, error) {
	j := new(broker.Job)
	return j, json.Unmarshal(s.Job, j)
}

// submit submits a job with the options of the stand-in.
func (f *fabric) submit(options string) *broker.Job {
	f.Helper()
	executable, err := os.Open(standin)
	if err != nil {
		f.Fatal(err)
	}
	defer executable.Close()
	j := &broker.Job{Options: json.RawMessage(options), Resumable: true, Heartbeat: 200 * time.Millisecond, SaveEvery: 100 * time.Millisecond}
	if err := submission.Submit(f.Context(), f.Broker, nil, j, executable); err != nil {
		f.Fatal(err)
	}
	return j
}

// await returns the report of a job.
func (f *fabric) await(j *broker.Job) (r broker.Report, stderr string) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), time.Minute)
	defer cancel()
	var b bytes.Buffer
	r, err := submission.Await(ctx, f.Broker, j, &b)
	if err != nil {
		f.Fatal(err, f.complaints)
	}
	return r, b.String()
}

// sum is the report of the stand-in about so many units.
func sum(units int) string {
	s := 0
	for n := range units {
		s += n*n + 1
	}
	return fmt.Sprintf("%d units, sum %d\n", units, s)
}

func (f *fabric) expect(r broker.Report, units int) {
	f.Helper()
	if r.Status != 0 || string(r.Out) != sum(units) {
		f.Errorf("status %d, report %q, want 0 and %q; standard error: %s", r.Status, r.Out, sum(units), r.Err)
	}
}

// TestUnits: workers execute units, and nothing of the job is left on the server but its description, state and report.
func TestUnits(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"units":200,"millis":10,"await":1}`)
	f.host("a", 2)
	f.host("b", 2)
	r, stderr := f.await(j)
	f.expect(r, 200)
	if !strings.Contains(stderr, "results of workers\n") || strings.Contains(stderr, "\n0 results") {
		t.Errorf("standard error is %q; workers have given no results", stderr)
	}
	f.empty(j)
}

// empty checks that nothing of an ended job is left but what must be.
func (f *fabric) empty(j *broker.Job) {
	f.Helper()
	for range 50 { // it is deleted after the report is stored
		if left := f.left(); len(left) == 1 && left[0] == j.ID+"/result" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	f.Errorf("the server still has %v", f.left())
}

// TestAlone: a job without workers is searched by the coordinator.
func TestAlone(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"units":20,"millis":1}`)
	f.host("a", 1)
	r, stderr := f.await(j)
	f.expect(r, 20)
	if !strings.Contains(stderr, "\n0 results") {
		t.Errorf("standard error is %q", stderr)
	}
}

// TestLarge: bodies that are larger than a message.
func TestLarge(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"units":9,"millis":30,"size":1500000,"await":1}`)
	f.host("a", 3)
	r, stderr := f.await(j)
	f.expect(r, 9)
	if strings.Contains(stderr, "\n0 results") {
		t.Errorf("standard error is %q", stderr)
	}
	f.empty(j)
}

// TestContentLost: a large unit of which only the description is stored can be read after it was put into the queue again.
func TestContentLost(t *testing.T) {
	f := newFabric(t)
	if err := f.Queue(t.Context(), "job", time.Second); err != nil {
		t.Fatal(err)
	}
	u := broker.Unit{ID: "u", Body: json.RawMessage(`"` + strings.Repeat("x", 600_000) + `"`)}
	if err := f.PutUnit(t.Context(), "job", u); err != nil {
		t.Fatal(err)
	}
	s, err := f.stored().Stream(t.Context(), "OBJ_"+broker.Bucket)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Purge(t.Context(), jetstream.WithPurgeSubject("$O."+broker.Bucket+".C.>")); err != nil {
		t.Fatal(err)
	}
	if err := f.PutUnit(t.Context(), "job", u); err != nil {
		t.Fatal(err)
	}
	taken, err := f.Take(t.Context(), "job", time.Second)
	if err != nil || taken == nil || !bytes.Equal(taken.Body, u.Body) {
		t.Error(taken, err)
	}
}

// TestDifficult: units of which workers die, for which they give no result, and which they refuse, are executed by the coordinator.
func TestDifficult(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"units":40,"millis":20,"await":1,"crash":[7],"hang":[13],"refuse":[17]}`)
	f.host("a", 3)
	r, _ := f.await(j)
	f.expect(r, 40)
	for _, words := range []string{"unit 7 is too difficult", "it gives no result", "not for workers"} {
		if !f.complained(words) {
			t.Errorf("no complaint has %q: %q", words, f.complaints)
		}
	}
}

// TestFiles: the files of a report are written where the options say.
func TestFiles(t *testing.T) {
	f := newFabric(t)
	t.Chdir(t.TempDir())
	outside := filepath.Join(t.TempDir(), "page.html")
	j := f.submit(fmt.Sprintf(`{"units":3,"outputs":[{"format":"junit","file":"r.xml"},{"format":"html","file":%q}],"keep":"kept/here"}`, outside))
	f.host("a", 1)
	r, _ := f.await(j)
	r.Files = append(r.Files, broker.File{Output: -1, Name: "../../escaped", Content: []byte("evil")}, broker.File{Output: 7, Name: "../escaped"})
	if err := submission.WriteFiles(j, r); err == nil || !strings.Contains(err.Error(), "escape") {
		t.Errorf("a file outside of its directory: %v", err)
	}
	for name, want := range map[string]string{"r.xml": "junit: ", outside: "html: ", "kept/here/sum/first": ""} {
		if got, err := os.ReadFile(name); string(got) != want+sum(3) {
			t.Errorf("%s has %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat("escaped"); err == nil {
		t.Error("a file was written outside of its directory")
	}
}

// TestStop: a job that is stopped reports what it has.
func TestStop(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"units":100000,"millis":5}`)
	f.host("a", 2)
	time.Sleep(300 * time.Millisecond)
	if err := f.StopJob(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	if r, _ := f.await(j); r.Status != 130 {
		t.Errorf("status %d", r.Status)
	}
}

// TestHandOver: a host that ends saves the search, and another one continues it.
func TestHandOver(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"units":300,"millis":4}`)
	end := f.host("a", 1)
	for range 200 {
		if e, err := f.Entry(t.Context(), j.ID); err == nil && e.State.Checkpoint != "" {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	end()
	f.host("b", 1)
	r, stderr := f.await(j)
	f.expect(r, 300)
	if r.Epoch != 2 || !strings.Contains(string(r.Err), "from unit ") || strings.Contains(string(r.Err), "from unit 0\n") {
		t.Errorf("epoch %d; standard error: %s", r.Epoch, stderr)
	}
}

// TestDies: a job whose program ends before its report fails, with what the program said.
func TestDies(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"die":true}`)
	f.host("a", 1)
	r, stderr := f.await(j)
	if r.Status != 2 || !strings.Contains(stderr, "the model ends the program") || !strings.Contains(stderr, "before its report: exit status 1") {
		t.Errorf("status %d, standard error: %s", r.Status, stderr)
	}
}

// TestSuperseded: the lease of a coordinator is worth nothing after another one has claimed it.
func TestSuperseded(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{}`)
	e, err := f.Entry(t.Context(), j.ID)
	if err != nil {
		t.Fatal(err)
	}
	first, err := f.Claim(t.Context(), j.ID, "first", e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Claim(t.Context(), j.ID, "late", e); !errors.Is(err, broker.ErrSuperseded) {
		t.Errorf("two claims of one state: %v", err)
	}
	if e, err = f.Entry(t.Context(), j.ID); err != nil {
		t.Fatal(err)
	}
	second, err := f.Claim(t.Context(), j.ID, "second", e)
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Update(t.Context(), func(s *broker.State) { s.Checkpoint = "old" }); !errors.Is(err, broker.ErrSuperseded) {
		t.Errorf("an update of a superseded coordinator: %v", err)
	}
	if err := second.Update(t.Context(), func(s *broker.State) { s.Checkpoint = "new" }); err != nil {
		t.Error(err)
	}
	if e, err = f.Entry(t.Context(), j.ID); err != nil || e.State.Checkpoint != "new" || e.State.Epoch != 2 {
		t.Errorf("%+v, %v", e.State, err)
	}
}

// TestClaimOfThePast: a host that knows only the beginning of a job claims nothing after its coordinator has left.
func TestClaimOfThePast(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{}`)
	past, err := f.Entry(t.Context(), j.ID)
	if err != nil {
		t.Fatal(err)
	}
	lease, err := f.Claim(t.Context(), j.ID, "first", past)
	if err == nil {
		err = lease.Update(t.Context(), func(s *broker.State) { s.Ended, s.Holder = true, "" })
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Claim(t.Context(), j.ID, "late", past); !errors.Is(err, broker.ErrSuperseded) {
		t.Errorf("a claim of a state that is gone: %v", err)
	}
	if e, err := f.Entry(t.Context(), j.ID); err != nil || !e.State.Ended {
		t.Errorf("%+v, %v", e.State, err)
	}
}

// TestFullDisk: if the server can store nothing more, the coordinator gets results all the same, and executes what is left.
func TestFullDisk(t *testing.T) {
	info, err := os.Stat(standin)
	if err != nil {
		t.Fatal(err)
	}
	s, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true,
		JetStreamMaxStore: info.Size() + info.Size()/10 + 30_000})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	f := newFabricAt(t, s.ClientURL())
	j := f.submit(`{"units":60,"millis":5,"size":400000}`)
	f.host("a", 3)
	r, _ := f.await(j)
	f.expect(r, 60)
	if !f.complained("cannot be stored") {
		t.Errorf("nobody complains: %q", f.complaints)
	}
}

// TestDeleted: if somebody deletes what the server stores, a job that is gone is reported, and its coordinator ends.
func TestDeleted(t *testing.T) {
	f := newFabric(t)
	j := f.submit(`{"units":1000000,"millis":5}`)
	end := f.host("a", 2)
	for range 200 {
		if e, err := f.Entry(t.Context(), j.ID); err == nil && e.State.Units > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	f.deleteAll()
	if _, err := submission.Await(t.Context(), f.Broker, j, io.Discard); err == nil || !strings.Contains(err.Error(), "submit it again") {
		t.Errorf("a deleted job: %v", err)
	}
	j = f.submit(`{"units":20,"millis":5}`)
	r, _ := f.await(j)
	f.expect(r, 20)
	end()
}
