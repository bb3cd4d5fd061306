package remote

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestStore: each content can be read in any order, whatever was kept later, also if there is no room for files.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	for _, where := range []string{dir, filepath.Join(dir, "missing")} {
		t.Setenv("TMPDIR", where)
		s := store{most: 9}
		var all []func() ([]byte, error)
		for i := range 20 {
			all = append(all, s.keep(fmt.Append(nil, "content ", i)))
		}
		for i := range 40 {
			i = i * 7 % 20
			want := fmt.Sprint("content ", i)
			if got, err := all[i](); err != nil || string(got) != want {
				t.Errorf("in %s: %q, %v, want %q", where, got, err, want)
			}
		}
		if (s.file != nil) != (where == dir) {
			t.Errorf("in %s: a file: %v", where, s.file != nil)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}
