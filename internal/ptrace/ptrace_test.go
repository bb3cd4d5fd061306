//go:build linux && (amd64 || arm64)

package ptrace_test

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/ptrace"
)

// TestStart: a program runs in its own namespaces up to its end, with the same numbers and addresses each time.
func TestStart(t *testing.T) {
	if err := ptrace.CheckSupport(); err != nil {
		t.Skip(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	path, err := exec.LookPath("true")
	if err != nil {
		t.Skip(err)
	}
	var first []uint64
	for i := range 3 {
		p, err := ptrace.Start(ptrace.Program{Path: path, Args: []string{path}, Size: 1 << 20, Fill: func(dir string) error {
			return os.WriteFile(dir+"/file", []byte("x"), 0o644)
		}})
		if err != nil {
			t.Fatal(err)
		}
		var calls []uint64
		for {
			s, err := p.Main.Continue(0)
			if err != nil {
				t.Fatal(err)
			}
			if s.Kind == ptrace.Ended {
				if s.Status != 0 || s.Signal != 0 {
					t.Errorf("it ends with %+v", s)
				}
				break
			}
			if s.Kind == ptrace.AtSignal && s.Signal == unix.SIGSEGV {
				if is, err := p.EmulateCycles(&p.Main, 7); err != nil || !is {
					t.Fatal("a fault", err)
				}
				continue
			}
			if s.Kind == ptrace.Exiting {
				continue
			}
			if s.Kind != ptrace.AtCall {
				t.Fatalf("it stops with %+v", s)
			}
			if err := p.Main.Load(); err != nil {
				t.Fatal(err)
			}
			calls = append(calls, uint64(p.Main.Number()))
			for _, a := range p.Main.Arguments() {
				calls = append(calls, a)
			}
		}
		p.Release()
		if i == 0 {
			first = calls
		} else if len(first) == 0 || len(first) != len(calls) {
			t.Fatalf("%d numbers, then %d", len(first), len(calls))
		}
		for k := range first {
			if first[k] != calls[k] {
				t.Errorf("number %d is %x, then %x", k, first[k], calls[k])
			}
		}
	}
}

// TestClockImage: the image of the clock is what its source says.
func TestClockImage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clock.so")
	cmd := exec.Command("cc", "-nostdlib", "-shared", "-Wl,-T,clock.lds", "-Wl,--hash-style=both", "-Wl,--build-id=none",
		"-Wl,-soname,linux-vdso.so.1", "-s", "-o", path, "clock.S")
	cmd.Dir = "vdso"
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("no C compiler: %v\n%s", err, out)
	}
	want, wantNames := image(t, path)
	got, gotNames := image(t, "vdso/clock.so")
	if !bytes.Equal(got, want) {
		t.Errorf("the code is\n%x\nwant\n%x", got, want)
	}
	if len(wantNames) == 0 || !reflect.DeepEqual(gotNames, wantNames) {
		t.Errorf("the functions are %v, want %v", gotNames, wantNames)
	}
}

// image returns the code and the functions of an image.
func image(t *testing.T, path string) ([]byte, map[string]uint64) {
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text := f.Section(".text")
	code, err := text.Data()
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]uint64{}
	for _, s := range symbols {
		names[s.Name] = s.Value - text.Addr
		if s.Section == elf.SHN_ABS { // the name of the version
			names[s.Name] = 0
		}
	}
	return code, names
}
