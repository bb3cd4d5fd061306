package changes_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/checkmodel/checkmodel/internal/changes"
)

// TestWait: Wait ends at once if a file has changed since the beginning, and otherwise when one changes; files that are not built do
// not count, nor does the same content.
func TestWait(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		edits   func(write func(name, content string), remove func(name string))
		changed []string
	}{
		{"edit", func(write func(name, content string), remove func(name string)) { write("a/m.go", "package n") }, []string{"a/m.go"}},
		{"new file", func(write func(name, content string), remove func(name string)) { write("a/new.go", "package m") }, []string{"a/new.go"}},
		{"removed file", func(write func(name, content string), remove func(name string)) { remove("a/m.go") }, []string{"a/m.go"}},
		{"other", func(write func(name, content string), remove func(name string)) { write("b/data", "2") }, []string{"b/data"}},
		{"several", func(write func(name, content string), remove func(name string)) {
			write("b/data", "2")
			write("a/m.go", "package n")
		}, []string{"a/m.go", "b/data"}},
		{"not built", func(write func(name, content string), remove func(name string)) {
			write("a/m_test.go", "package m")
			write("a/.m.go", "package m")
			write("a/_m.go", "package m")
			write("a/text", "1")
			write("b/m.go", "package b")
		}, nil},
		{"same content", func(write func(name, content string), remove func(name string)) {
			write("a/m.go", "package n")
			write("a/m.go", "package m")
			write("b/data", "1")
		}, nil},
	} {
		for _, during := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				write := func(name, content string) {
					path := filepath.Join(dir, name)
					if err := os.WriteFile(path+"~", []byte(content), 0o666); err != nil {
						t.Error(err)
					}
					if err := os.Rename(path+"~", path); err != nil { // so that no reader gets a part
						t.Error(err)
					}
				}
				remove := func(name string) {
					if err := os.Remove(filepath.Join(dir, name)); err != nil {
						t.Error(err)
					}
				}
				for _, d := range []string{"a", "b"} {
					if err := os.Mkdir(filepath.Join(dir, d), 0o777); err != nil {
						t.Fatal(err)
					}
				}
				write("a/m.go", "package m")
				write("b/data", "1")
				w, err := changes.Begin(changes.Files{
					Dirs:   []string{filepath.Join(dir, "a"), filepath.Join(dir, "gone")},
					Others: []string{filepath.Join(dir, "b/data"), filepath.Join(dir, "b/none")},
				})
				if err != nil {
					t.Fatal(err)
				}
				defer w.End()
				edit := func() {
					c.edits(write, remove)
					if len(c.changed) == 0 { // a change that counts ends the wait
						write("a/last.go", "package m")
					}
				}
				if during {
					go edit()
				} else {
					edit()
				}
				want := c.changed
				if len(want) == 0 {
					want = []string{"a/last.go"}
				}
				changed, err := w.Wait(t.Context())
				for i := range changed {
					changed[i], _ = filepath.Rel(dir, changed[i])
				}
				switch {
				case err != nil:
					t.Error(err)
				case during && (len(changed) == 0 || slices.ContainsFunc(changed, func(name string) bool { return !slices.Contains(want, name) && c.name != "same content" })):
					t.Errorf("while it waits, %v change; want of %v", changed, want)
				case !during && !slices.Equal(changed, want):
					t.Errorf("%v have changed; want %v", changed, want)
				}
			})
		}
	}
}

// TestWaitEnds: Wait returns nothing when its context is done.
func TestWaitEnds(t *testing.T) {
	t.Parallel()
	w, err := changes.Begin(changes.Files{Dirs: []string{t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	defer w.End()
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if changed, err := w.Wait(ctx); len(changed) > 0 || err != nil {
		t.Errorf("Wait returns %v, %v", changed, err)
	}
}
