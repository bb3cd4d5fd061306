package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/credentials"
	"github.com/checkmodel/checkmodel/cluster/internal/server"
	"github.com/checkmodel/checkmodel/cluster/internal/worker"
)

// TestMain lets the command find a stand-in for checkmodel.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "command")
	if err != nil {
		panic(err)
	}
	out, err := exec.Command("go", "build", "-ldflags=-s", "-o", filepath.Join(dir, "checkmodel"), "../internal/standin").CombinedOutput()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		os.Exit(1)
	}
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// execution executes a command line, and compares its status.
func execution(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	if got := execute(args, &out, &err); got != want {
		t.Errorf("%q has status %d, want %d: %s%s", args, got, want, &out, &err)
	}
	return out.String(), err.String()
}

// secured starts a server with credentials, and a host that has them. It returns the directory.
func secured(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "cluster")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	execution(t, 0, "init", "-port", fmt.Sprint(port), dir)
	s, secure, err := server.Start(dir, fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil || !secure {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return dir
}

func host(t *testing.T, dir string) {
	t.Helper()
	c, b := as(t, dir, credentials.Work)
	h := &worker.Host{Broker: b, Name: "host", Processes: 3, Dir: t.TempDir(), Complain: func(err error) { t.Log(err) }}
	h.Accept = func(s broker.Signed) (*broker.Job, error) { return credentials.Accept(s, c.Trusted, false) }
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- h.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// as connects in a role.
func as(t *testing.T, dir string, role credentials.Role) (*credentials.Credentials, *broker.Broker) {
	t.Helper()
	c, err := credentials.Load(filepath.Join(dir, string(role)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	options, err := c.Options()
	if err != nil {
		t.Fatal(err)
	}
	b, err := broker.Connect(c.Server, role != credentials.Watch, func(err error) { t.Log(role, err) }, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return c, b
}

// TestSecured: with credentials for each role, a search is submitted, executed, watched, and deleted.
func TestSecured(t *testing.T) {
	dir := secured(t)
	role := func(r string) string { return "-credentials=" + filepath.Join(dir, r+".json") }
	t.Chdir(t.TempDir())
	out, _ := execution(t, 0, "run", role("submit"), "-detach", "-heartbeat=200ms", `{"units":60,"millis":10,"await":1,"outputs":[{"format":"junit","file":"r.xml"}]}`)
	id := strings.Fields(out)[1]
	host(t, dir)
	report, stderr := execution(t, 0, "result", role("watch"), id)
	if report != "60 units, sum 70270\n" || !strings.Contains(stderr, "results of workers") || strings.Contains(stderr, "\n0 results") {
		t.Errorf("the report is %q, standard error %q", report, stderr)
	}
	if content, err := os.ReadFile("r.xml"); err != nil || string(content) != "junit: "+report {
		t.Errorf("%q, %v", content, err)
	}
	if out, _ := execution(t, 0, "status", role("watch")); !strings.Contains(out, "job "+id) || !strings.Contains(out, "ended with status 0") || !strings.Contains(out, "worker host: 3 processes") {
		t.Errorf("the status is %q", out)
	}
	out, stderr = execution(t, 0, "run", role("submit"), "-heartbeat=50ms", `{"units":9}`)
	if out != "9 units, sum 213\n" || !strings.Contains(stderr, "is submitted") {
		t.Errorf("run prints %q, %q", out, stderr)
	}
	execution(t, 0, "stop", role("submit"), "-purge", id)
	if _, stderr := execution(t, 2, "result", role("watch"), id); !strings.Contains(stderr, "no such job") {
		t.Errorf("standard error is %q", stderr)
	}
}

// TestRoles: credentials permit what their role needs, and nothing else.
func TestRoles(t *testing.T) {
	dir := secured(t)
	_, submitter := as(t, dir, credentials.Submit)
	_, worker := as(t, dir, credentials.Work)
	_, watcher := as(t, dir, credentials.Watch)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	short, end := context.WithTimeout(ctx, 300*time.Millisecond)
	defer end()
	if err := submitter.PutJob(ctx, "a", broker.Signed{}); err != nil {
		t.Error(err)
	}
	if worker.PutJob(short, "b", broker.Signed{}) == nil || watcher.PutJob(short, "c", broker.Signed{}) == nil {
		t.Error("a worker or a watcher has submitted a job")
	}
	short, end = context.WithTimeout(ctx, 300*time.Millisecond)
	defer end()
	if watcher.PutObject(short, "a/x", nil) == nil || watcher.Purge(short, "a") == nil {
		t.Error("a watcher has changed something")
	}
	if ids, err := watcher.Jobs(ctx); err != nil || len(ids) != 1 {
		t.Error(ids, err)
	}
}

// TestTrust: a worker executes only what a trusted key has signed.
func TestTrust(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for _, d := range []string{dir, other} {
		if err := credentials.Init(d, []string{"localhost"}, 4222); err != nil {
			t.Fatal(err)
		}
	}
	load := func(dir string) *credentials.Credentials {
		c, err := credentials.Load(filepath.Join(dir, "submit.json"))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	here := runtime.GOOS + "/" + runtime.GOARCH
	mine, theirs := load(dir), load(other)
	job := []byte(fmt.Sprintf(`{"protocol":%d,"id":"x","platform":"%s","heartbeat":1,"save_every":1}`, broker.Protocol, here))
	signed := func(c *credentials.Credentials, job []byte) broker.Signed {
		key, signature, err := c.Sign(job)
		if err != nil {
			t.Fatal(err)
		}
		return broker.Signed{Job: job, Key: key, Signature: signature}
	}
	changed := signed(mine, job)
	changed.Job = bytes.Replace(job, []byte(`"x"`), []byte(`"y"`), 1)
	for _, c := range []struct {
		what string
		s    broker.Signed
		all  bool
		want string
	}{
		{"signed", signed(mine, job), false, ""},
		{"not signed", broker.Signed{Job: job}, false, "not among the trusted keys"},
		{"signed by another", signed(theirs, job), false, "not among the trusted keys"},
		{"changed", changed, false, "signature is wrong"},
		{"not signed, insecure", broker.Signed{Job: job}, true, ""},
		{"of another version", signed(mine, bytes.Replace(job, []byte(`"protocol":`), []byte(`"protocol":9`), 1)), false, "install the same release"},
		{"of another platform", signed(mine, bytes.Replace(job, []byte(here), []byte("plan9/mips"), 1)), false, "is for plan9/mips"},
		{"without intervals", signed(mine, bytes.Replace(job, []byte(`"heartbeat":1`), []byte(`"heartbeat":0`), 1)), false, "above 0"},
	} {
		_, err := credentials.Accept(c.s, mine.Trusted, c.all)
		if got := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(got, c.want) && err != nil {
			t.Errorf("a job that is %s: %v, want %q", c.what, err, c.want)
		}
	}
}

// TestErrors: what cannot be done has status 2, and the reason.
func TestErrors(t *testing.T) {
	dir := secured(t)
	file := func(r string) string { return "-credentials=" + filepath.Join(dir, r+".json") }
	elsewhere := t.TempDir()
	execution(t, 0, "init", elsewhere)
	c, err := credentials.Load(filepath.Join(dir, "work.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"play"}, "there is no command"},
		{[]string{"init", dir}, "has credentials"},
		{[]string{"init", "-port=0", elsewhere}, "from 1 to 65535"},
		{[]string{"start"}, "needs a directory"},
		{[]string{"start", "-listen=0.0.0.0:4222", t.TempDir()}, "no credentials"},
		{[]string{"start", "-listen=x", dir}, "an address and a port"},
		{[]string{"work"}, "whom it trusts"},
		{[]string{"work", "-n=0", "-insecure"}, "at least 1"},
		{[]string{"work", "-insecure", "-server=nats://127.0.0.1:1"}, "no server answers"},
		{[]string{"work", file("watch")}, "the role work is needed"},
		{[]string{"work", "-credentials=nowhere"}, "no such file"},
		{[]string{"status", "-server=" + strings.Replace(c.Server, "tls:", "nats:", 1)}, "credentials"},
		{[]string{"status", "-server=" + c.Server, "-credentials=" + filepath.Join(elsewhere, "watch.json")}, "certificate"},
		{[]string{"result", file("watch"), "nothing"}, "no such job"},
		{[]string{"result", file("watch"), "a.b"}, "no such job"},
		{[]string{"stop", file("watch"), "x"}, "the role submit is needed"},
		{[]string{"run", file("submit"), "this does not build"}, "does not build"},
		{[]string{"run", file("submit"), `{"replay":{}, "http":"localhost:0"}`}, "one interleaving"},
		{[]string{"run", file("submit"), "-heartbeat=1ms", "x"}, "at least"},
		{[]string{"run", file("submit"), "-save-every=x", "x"}, "invalid value"},
	} {
		if _, stderr := execution(t, 2, test.args...); !strings.Contains(stderr, test.want) {
			t.Errorf("%q: %q, want %q", test.args, stderr, test.want)
		}
	}
}

// TestHelp: each command describes its flags.
func TestHelp(t *testing.T) {
	for _, s := range subcommands() {
		if out, _ := execution(t, 0, s.name, "-h"); !strings.Contains(out, s.what) {
			t.Errorf("%s -h prints %q", s.name, out)
		}
		if all, _ := execution(t, 0); !strings.Contains(all, s.what) {
			t.Errorf("the help is %q", all)
		}
	}
}
