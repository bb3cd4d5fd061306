package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// listed returns the names of all files in a directory.
func listed(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// holds fails the test if a file does not have the content.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if b, err := os.ReadFile(path); err != nil || string(b) != want {
		t.Errorf("%s holds %q, want %q; %v", filepath.Base(path), b, want, err)
	}
}

// TestWriteReplaces: a regular file is replaced as a whole, so it is always complete. A link remains,
// also one to a file that does not exist yet.
func TestWriteReplaces(t *testing.T) {
	dir := t.TempDir()
	file, link, new := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "new")
	write(t, file, "old")
	if err := os.Chmod(file, 0o606); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err) // as under Windows, without privileges
	}
	if err := os.Symlink("file2", new); err != nil {
		t.Fatal(err)
	}
	old, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{link, new} {
		if err := Write(name, []byte("content")); err != nil {
			t.Error(err)
		}
		if info, err := os.Lstat(name); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s is no link any more: %v", name, err)
		}
	}
	holds(t, file, "content")
	holds(t, filepath.Join(dir, "file2"), "content")
	if info, err := os.Stat(file); err != nil || os.SameFile(old, info) || info.Mode().Perm() != 0o606 {
		t.Errorf("the file was written in place, or its mode is %v; %v", info.Mode(), err)
	}
	if s := listed(t, dir); s != "file file2 link new" {
		t.Error("the directory has", s)
	}
}

// TestWriteInMemory: a regular file below /dev is replaced as any other file.
func TestWriteInMemory(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "checkmodel")
	if err != nil {
		t.Skip("there are no files below /dev:", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "file")
	write(t, file, "old")
	old, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(file, []byte("content")); err != nil {
		t.Fatal(err)
	}
	holds(t, file, "content")
	if info, err := os.Stat(file); err != nil || os.SameFile(old, info) {
		t.Error("the file was written in place", err)
	}
}

// TestLeftOver: the next write of a file removes the temporary files of killed processes, but not
// that of another process which is writing, nor files with similar names.
func TestLeftOver(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("ü", 120)
	for _, base := range []string{"file", long} {
		path := filepath.Join(dir, base)
		left, others := temporary(path)+"0123abcd"+suffix, []string{temporary(path) + "0123abcd", temporary(path) + "0123abcx" + suffix, temporary(path+"2") + "0123abcd" + suffix}
		for _, name := range append(others, left) {
			write(t, name, "left")
		}
		p, err := Find(path)
		if err != nil {
			t.Fatal(err)
		}
		alive, err := beside(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := Write(path, []byte("content")); err != nil {
			t.Fatal(err)
		}
		holds(t, path, "content")
		if _, err := os.Stat(left); err == nil {
			t.Error("what a killed process has left is still there")
		}
		for _, name := range append(others, alive.Name()) {
			if _, err := os.Stat(name); err != nil {
				t.Error(err)
			}
		}
		if err := fill(alive, p, func(w io.Writer) error { _, err := io.WriteString(w, "of the other"); return err }); err != nil {
			t.Error(err)
		}
		holds(t, path, "of the other")
	}
}

// TestWriteFails: a file that cannot be written does not change, and no temporary file remains.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	circle, nowhere := filepath.Join(dir, "circle"), filepath.Join(dir, "none", "file")
	if err := os.Symlink("circle", circle); err != nil {
		t.Skip(err)
	}
	for name, want := range map[string]string{
		"":                             "the name is empty",
		"a\x00b":                       "NUL",
		dir:                            "directory",
		dir + "/new/":                  "directory",
		circle:                         "circle",
		nowhere:                        "write " + nowhere + ": no such file or directory",
		dir + strings.Repeat("x", 300): "file name too long",
	} {
		if err := Write(name, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want: %s", name, err, want)
		}
		if p, err := Find(name); err == nil && p.Probe() == nil {
			t.Errorf("%q can be written, as Probe says", name)
		}
	}
	if s := listed(t, dir); s != "circle" {
		t.Error("the directory has", s)
	}
}

// TestProbe: finding out whether a file can be written changes nothing.
func TestProbe(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	write(t, file, "content")
	for _, name := range []string{file, filepath.Join(dir, "new"), os.DevNull} {
		if p, err := Find(name); err != nil || p.Probe() != nil {
			t.Errorf("%s cannot be written: %v, %v", name, err, p.Probe())
		}
	}
	holds(t, file, "content")
	if s := listed(t, dir); s != "file" {
		t.Error("the directory has", s)
	}
}

// TestReadLimit: a file that is too large is not read to its end.
func TestReadLimit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, strings.Repeat("x", 1<<20))
	if b, err := Read(file, 1<<20); err != nil || len(b) != 1<<20 {
		t.Errorf("%d bytes were read; %v", len(b), err)
	}
	write(t, file, strings.Repeat("x", 1<<20+1))
	if _, err := Read(file, 1<<20); err == nil || !strings.Contains(err.Error(), "open "+file+": it has more than 1 MiB") {
		t.Error("the error is", err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := &reader{file: f, name: "a pipe", left: 1 << 20, limit: 1 << 20} // whose size is not known
	if b, err := io.ReadAll(r); len(b) != 1<<20 || err == nil || !strings.Contains(err.Error(), "read a pipe: it has more than 1 MiB") {
		t.Errorf("%d bytes were read; %v", len(b), err)
	}
	if n, err := r.Read(make([]byte, 10)); n != 0 || err == nil {
		t.Errorf("%d more bytes were read; %v", n, err)
	}
}

// TestReadWhat: only regular files are read.
func TestReadWhat(t *testing.T) {
	for name, want := range map[string]string{
		t.TempDir():            "it is a directory, not a file",
		os.DevNull:             "it is a device, not a file",
		"/there/is/no/such":    "open /there/is/no/such: no such file or directory",
		"/there/is/no/\x00":    "NUL",
		"":                     "the name is empty",
		t.TempDir() + "/other": "no such file",
	} {
		if _, err := Read(name, 1<<20); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want: %s", name, err, want)
		}
	}
}

// TestClaim: a file has one claim at a time, under whatever name, also after the process that had it was killed.
func TestClaim(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	write(t, temporary(file)+"lock", "") // a process was killed
	for range 3 {
		release, err := Claim(file)
		if err != nil {
			t.Fatal(err)
		}
		other, err := Claim(filepath.Join(dir, "other"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Claim(link); !errors.Is(err, ErrClaimed) || !strings.Contains(err.Error(), link) {
			t.Errorf("the error is %v", err)
		}
		if err := Write(file, []byte("content")); err != nil { // whoever has no claim is not kept from it
			t.Error(err)
		}
		release()
		other()
	}
	if s := listed(t, dir); s != "file link" {
		t.Error("the directory has", s)
	}
	if _, err := Claim(filepath.Join(dir, "none", "file")); err == nil || errors.Is(err, ErrClaimed) {
		t.Errorf("the error is %v", err)
	}
}

// TestClaimsTogether: of many that claim a file at once, one at a time has it.
func TestClaimsTogether(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	var all sync.WaitGroup
	var holders, claims atomic.Int32
	for range 8 {
		all.Go(func() {
			for claims.Load() < 200 {
				release, err := Claim(file)
				if errors.Is(err, ErrClaimed) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if holders.Add(1) != 1 {
					t.Error("two have it")
				}
				claims.Add(1)
				holders.Add(-1)
				release()
			}
		})
	}
	all.Wait()
}

// TestTempDir: a directory of a killed process is removed when the next one is made, and no other directory.
func TestTempDir(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"checkmodel-work-1", "checkmodel-work-2", "checkmodel-work-", "checkmodel-work-1x", "checkmodel-3"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "checkmodel-work-1", "models"), "left by a process that was killed")
	first, removeFirst, err := TempDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(first, "file"), "content")
	second, removeSecond, err := TempDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(first, "file"), "content")
	removeFirst()
	removeSecond()
	removeSecond()
	if s := listed(t, dir); first == second || s != "checkmodel-3 checkmodel-work- checkmodel-work-1x" {
		t.Error("the directory has", s)
	}
}
