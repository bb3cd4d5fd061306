package pages

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPage: a measurement replaces the earlier one of its name, and a page that is not made of the measurements is an error.
func TestPage(t *testing.T) {
	type record struct {
		Name string
		N    int
	}
	p := Page[record]{
		Name: "speeds", Text: func(all []record) string { return fmt.Sprint(all) },
		Same:    func(a, b record) bool { return a.Name == b.Name },
		Compare: func(a, b record) int { return cmp.Compare(a.Name, b.Name) },
	}
	dir := t.TempDir()
	if all, err := p.Read(dir); err != nil || len(all) > 0 {
		t.Errorf("%v, %v in an empty directory", all, err)
	}
	for _, found := range [][]record{{{"b", 1}, {"c", 1}}, {{"a", 1}}, {{"b", 2}}} {
		if err := p.Put(dir, found...); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Write(dir); err != nil {
		t.Fatal(err)
	}
	if all, err := p.Check(dir); err != nil || fmt.Sprint(all) != "[{a 1} {b 2} {c 1}]" {
		t.Errorf("the measurements are %v, %v", all, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "speeds.md"), []byte("[]"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Check(dir); err == nil || !strings.Contains(err.Error(), "speeds.md is not made of its 3 measurements") {
		t.Errorf("of another page the error is %v", err)
	}
}
