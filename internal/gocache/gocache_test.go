//go:build unix

package gocache_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/checkmodel/checkmodel/internal/gocache"
)

// TestProgramsAreCached: a program is built again exactly if its sources, the directory, the arguments or the go command's variables
// have changed.
func TestProgramsAreCached(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o777); err != nil {
			t.Fatal(err)
		}
		return path
	}
	real := write("go", "#!/bin/sh\nwhile [ \"$1\" != -o ]; do shift; done\necho built >>"+dir+"/calls\necho program >\"$2\"\n")
	write("answers/none", "")
	write("sources/m.go", "package m")
	for name, value := range map[string]string{gocache.Go: real, gocache.Dir: filepath.Join(dir, "answers"), gocache.Sources: filepath.Join(dir, "sources")} {
		t.Setenv(name, value)
	}
	main := write("main.go", "package main")
	n, calls := 0, 0
	build := func(what string, again bool, flags ...string) {
		t.Helper()
		n++
		overlay := write(fmt.Sprint("overlay", n), `{"Replace":{"/generated/main.go":"`+main+`"}}`)
		output := filepath.Join(dir, fmt.Sprint("output", n))
		args := append([]string{"build"}, flags...)
		if status := gocache.Main(append(args, "-overlay", overlay, "-o", output, "example.com/m")); status != 0 {
			t.Fatalf("%s: the status is %d", what, status)
		}
		if b, err := os.ReadFile(output); err != nil || string(b) != "program\n" {
			t.Fatalf("%s: the program is %q, %v", what, b, err)
		}
		said, err := os.ReadFile(filepath.Join(dir, "calls"))
		if err != nil {
			t.Fatal(err)
		}
		if now := len(said) / len("built\n"); now > calls != again {
			t.Errorf("%s: it was built %d times, and %d times before", what, now, calls)
		} else {
			calls = now
		}
	}
	build("at first", true)
	build("the same", false)
	build("flags", true, "-race")
	write("sources/.tmp/1.go", "package temporary")
	write("sources/README.md", "# m")
	build("other files", false)
	write("sources/m.go", "package m // changed")
	build("a changed source", true)
	write("sources/deep/go.mod", "module m")
	build("a new go.mod", true)
	write("sources/m.go", "package m")
	build("a source changed back, with another go.mod", true)
	write("main.go", "package main // changed")
	build("a changed overlay", true)
	t.Setenv("GOFLAGS", "-trimpath")
	build("a variable", true)
	build("the same variable", false)
	t.Chdir(filepath.Join(dir, "sources"))
	build("another directory", true)
}

// TestListsAreCached: a list of packages is asked for again exactly if a source or a directory has changed. A shell, which gives the
// variables in another order, changes nothing.
func TestListsAreCached(t *testing.T) {
	dir := t.TempDir()
	real, sources, answers := filepath.Join(dir, "go"), filepath.Join(dir, "sources"), filepath.Join(dir, "answers")
	calls := filepath.Join(dir, "calls")
	if err := errors.Join(os.WriteFile(real, []byte("#!/bin/sh\necho listed >>"+calls+"\n"), 0o777), os.Mkdir(sources, 0o777), os.Mkdir(answers, 0o777)); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{gocache.Go: real, gocache.Dir: answers, gocache.Sources: sources} {
		t.Setenv(name, value)
	}
	for i, step := range []struct {
		change func() error
		calls  int
	}{
		{func() error { return nil }, 1},
		{func() error { return nil }, 1},
		{func() error { return errors.Join(os.Unsetenv(gocache.Go), os.Setenv(gocache.Go, real)) }, 1},
		{func() error { return os.WriteFile(filepath.Join(sources, "report.txt"), nil, 0o666) }, 1},
		{func() error { return os.Mkdir(filepath.Join(sources, "m"), 0o777) }, 2},
		{func() error { return os.WriteFile(filepath.Join(sources, "m", "m.go"), nil, 0o666) }, 3},
	} {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		if status := gocache.Main([]string{"list", "./..."}); status != 0 {
			t.Fatalf("the status is %d", status)
		}
		if said, err := os.ReadFile(calls); err != nil || len(said) != step.calls*len("listed\n") {
			t.Errorf("step %d: it was asked %d times, want %d; %v", i, len(said)/len("listed\n"), step.calls, err)
		}
	}
}
