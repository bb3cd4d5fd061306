//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// inherited returns the number of a file descriptor of a file, as if the process had been started
// with it.
func inherited(t *testing.T, f *os.File) int {
	t.Helper()
	n, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(n) })
	return n
}

// TestWriteDescriptor: a file that a descriptor is redirected to keeps its content, whatever name the
// descriptor is given by.
func TestWriteDescriptor(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := inherited(t, f)
	if err := os.Symlink(fmt.Sprintf("/dev/fd/%d", n), link); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("before\n"); err != nil {
		t.Fatal(err)
	}
	want := "before\n"
	names := []string{fmt.Sprintf("/dev/fd/%d", n), link}
	if _, err := os.Stat("/proc/self/fd"); err == nil {
		names = append(names, fmt.Sprintf("/proc/self/fd/%d", n), fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), n))
	}
	for _, name := range names {
		if p, err := Find(name); err != nil || p.Probe() != nil || p.Descriptor != n || !p.Regular() {
			t.Errorf("%s is %+v; %v", name, p, err)
		}
		if err := Write(name, []byte(name)); err != nil {
			t.Error(err)
		}
		want += name
	}
	if _, err := f.WriteString("after\n"); err != nil {
		t.Fatal(err)
	}
	holds(t, file, want+"after\n")
}

// TestOtherDescriptors: descriptors that are not open, or belong to the Go runtime, are not used.
func TestOtherDescriptors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "content")
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := inherited(t, f)
	for name, want := range map[string]string{
		"/dev/fd/999":                        "the file descriptor 999 is not open",
		fmt.Sprintf("/dev/fd/%d", f.Fd()):    fmt.Sprintf("the file descriptor %d is not open", f.Fd()),
		"/dev/fd/99999999999999999999999999": "no such file or directory",
		fmt.Sprintf("/dev/fd/%d", n):         fmt.Sprintf("the file descriptor %d is open for reading only", n),
	} {
		p, err := Find(name)
		if err == nil {
			err = p.Probe()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want: %s", name, err, want)
		}
	}
	if b, err := Read(fmt.Sprintf("/dev/fd/%d", n), 100); err != nil || string(b) != "content" {
		t.Errorf("it holds %q; %v", b, err)
	}
}

// TestPipes: an open pipe is read up to the limit. A named pipe is not opened, because that would
// wait for a writer.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	fifo, link := filepath.Join(dir, "fifo"), filepath.Join(dir, "link")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("fifo", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{fifo, link} {
		if _, err := Read(name, 100); err == nil || !strings.Contains(err.Error(), "open "+name+": it is a pipe, not a file") {
			t.Errorf("the error is %v", err)
		}
	}
	for content, want := range map[string]string{"short": "", strings.Repeat("x", 3<<20): "it has more than 1 MiB"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		go func() {
			defer w.Close()
			w.WriteString(content)
		}()
		b, err := Read(fmt.Sprintf("/dev/fd/%d", inherited(t, r)), 1<<20)
		if want == "" && (err != nil || string(b) != content) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d bytes were read, the error is %v; want: %s", len(b), err, want)
		}
	}
}

// TestEndless: a device is not read, neither by a link to it nor as standard input.
func TestEndless(t *testing.T) {
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Skip(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/dev/zero", link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"/dev/zero", link, fmt.Sprintf("/dev/fd/%d", inherited(t, zero))} {
		if _, err := Read(name, 1<<40); err == nil || !strings.Contains(err.Error(), "it is a device, not a file") {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
	stdin := os.Stdin
	defer func() { os.Stdin = stdin }()
	os.Stdin = zero
	if _, err := Input(1 << 40); err == nil || !strings.Contains(err.Error(), "open standard input: it is a device, not a file") {
		t.Errorf("the error is %v", err)
	}
}
