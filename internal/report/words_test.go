package report

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
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
		if got := clean(in); got != want {
			t.Errorf("clean(%q) is %q, want %q", in, got, want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b\u009b\xff")
	f.Fuzz(func(t *testing.T, s string) {
		c := clean(s)
		if i := strings.IndexFunc(c, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 || !utf8.ValidString(c) {
			t.Errorf("clean(%q) is %q", s, c)
		}
	})
}

// Any text of a model can be read back from the JSON, which has printable characters
// only.
func FuzzJSON(f *testing.F) {
	f.Add("a\x1b\u009b \U000e0001\U0001f600 \u2028<&>")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "")
		var b strings.Builder
		if err := writeJSON(&b, []string{s}); err != nil {
			t.Fatal(err)
		}
		line, ok := strings.CutSuffix(b.String(), "\n")
		if !ok || strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
			t.Errorf("%q is written as %q", s, b.String())
		}
		var back []string
		if err := json.Unmarshal([]byte(line), &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{s}, back); diff != "" {
			t.Error(diff)
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
		if got := shorten(c.in, c.width); got != c.want || utf8.RuneCountInString(got) > c.width {
			t.Errorf("shorten(%q, %d) is %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

// The arrow is never shortened, whichever of the names is long.
func TestShortenWho(t *testing.T) {
	for want, who := range map[string]party{
		"client → server":                only("client → server"),
		"supervisor/…ner#2 → supervisor": only("supervisor/owner#2 → supervisor"),
		"main ⇄ supervisor/owne…a/table": {"main", exchanges, "supervisor/owner#2/a/table"},
		"supervisor/owne…a/table → main": {"supervisor/owner#2/a/table", sendsTo, "main"},
		"supervis…/one → supervis…/two":  {"supervisor/owner/one", sendsTo, "supervisor/owner/two"},
		"a process with a ve…w anywhere": only("a process with a very long name that has no arrow anywhere"),
		"a ⇄ is no arrow in …of another": only("a ⇄ is no arrow in the middle of the name of another"),
	} {
		if got := namesOf(&Violation{}).who(30, who); got != want {
			t.Errorf("%q is %q, want %q", who, got, want)
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
	for want, words := range map[string][]Format{"": nil, "svg": {SVGFormat}, "svg, html": {SVGFormat, HTMLFormat}} {
		if got := Join(words, ", "); got != want {
			t.Errorf("%v are %q, want %q", words, got, want)
		}
	}
}
