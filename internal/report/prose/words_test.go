package prose

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain → text":     "plain → text",
		"\x1b[2J\x07":      `\x1b[2J\a`,
		"two\nlines\ttab":  `two\nlines\ttab`,
		"a\u202eb\u009b":   `a\u202eb\u009b`,
		"not\xffvalid":     `not\xffvalid`,
		"\U000e0001 hides": `\U000e0001 hides`,
	} {
		if got := Clean(in); got != want {
			t.Errorf("clean(%q) is %q, want %q", in, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b\u009b\xff")
	f.Fuzz(func(t *testing.T, s string) {
		c := Clean(s)
		if i := strings.IndexFunc(c, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 || !utf8.ValidString(c) {
			t.Errorf("clean(%q) is %q", s, c)
		}
	})
}

func TestShorten(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"as it is", 8, "as it is"},
		{"send a long value to server", 16, "send a lon…erver"},
		{"ääääöööö", 4, "ää…ö"},
		{"ack{Epoch: 1, Len: 1} (not taken)", 24, "ack{Epo…: 1} (not taken)"},
		{"ack{Epoch: 1, Len: 1} (not taken)", 22, "ack{Epoch: 1, … taken)"},
		{"ack{Epoch: 1, Len: 1} (not taken: its process ends)", 20, "ack{Epoch: 1,… ends)"},
	} {
		if got := Shorten(c.in, c.width); got != c.want || utf8.RuneCountInString(got) > c.width {
			t.Errorf("shorten(%q, %d) is %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestRelative(t *testing.T) {
	for _, c := range []struct{ dir, path, want string }{
		{"/home/ada", "/home/ada/m/a.go:3", "m/a.go:3"},
		{"/home/ada/", "/home/ada/a.go:3", "a.go:3"},
		{"/home/ada", "/home/adam/a.go:3", "/home/adam/a.go:3"},
		{"/", "/a.go:3", "a.go:3"},
		{"", "/a.go:3", "/a.go:3"},
	} {
		if got := relative(c.dir, c.path); got != c.want {
			t.Errorf("relative(%q, %q) is %q, want %q", c.dir, c.path, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	for want, words := range map[string][]Style{"": nil, "1": {Strong}, "1, 2": {Strong, Faint}} {
		if got := Join(words, ", "); got != want {
			t.Errorf("%v are %q, want %q", words, got, want)
		}
	}
}
