package checktest

import (
	"flag"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
)

// The models that share the time are those that package testing selects by -run and -skip.
func TestSelected(t *testing.T) {
	models := []checker.Model{{Name: "tail"}, {Name: "head"}, {Name: "head and table"}, {Name: "a/b"}, {Name: "bad\x1b[31m"}}
	for _, name := range []string{"test.run", "test.skip"} {
		f := flag.Lookup(name)
		was := f.Value.String()
		t.Cleanup(func() { f.Value.Set(was) })
	}
	for _, c := range []struct {
		run, skip string
		want      int
	}{
		{"", "", 5},
		{"Selected", "", 5},
		{"Selected/head", "", 2},
		{"^TestSelected$/^head$", "", 1},
		{"^TestSelected$/^head and table$", "", 1},
		{"^TestSelected$/^a$/^b$", "", 1},
		{"^TestSelected$/^a$/^c$", "", 0},
		{"Other|Selected/tail", "", 1},
		{"(Other|Selected)/(tail|head$)", "", 2},
		{"Selected/[ab/|]", "", 5},
		{`^TestSelected$/^bad\\x1b\[31m$`, "", 1},
		{"Other", "", 0},
		{"Selected", "Selected/head", 3},
		{"Selected", "Selected/head/below", 5},
		{"", "Other", 5},
	} {
		flag.Set("test.run", c.run)
		flag.Set("test.skip", c.skip)
		if got := selected(t, models); got != c.want {
			t.Errorf("-run %q -skip %q select %d models, want %d", c.run, c.skip, got, c.want)
		}
	}
}
