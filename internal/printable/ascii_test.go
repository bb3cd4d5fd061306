package printable_test

import (
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// The first variable that is set counts.
func TestASCIILocale(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "POSIX"}, true},
		{map[string]string{"LANG": "C.UTF-8"}, false},
		{map[string]string{"LANG": "en_US.utf8"}, false},
		{map[string]string{"LANG": "de_DE.UTF-8@euro"}, false},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
		{map[string]string{"LANG": "en_US"}, false},
		{map[string]string{"LC_ALL": "C", "LANG": "en_US.UTF-8"}, true},
		{map[string]string{"LC_ALL": "en_US.UTF-8", "LC_CTYPE": "C", "LANG": "C"}, false},
		{map[string]string{"LC_CTYPE": "C", "LANG": "en_US.UTF-8"}, true},
	} {
		if got := printable.ASCIILocale(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %t, want %t", c.env, got, c.want)
		}
	}
}

// Signs are replaced without moving anything, and the characters of a model remain.
func TestASCII(t *testing.T) {
	var b strings.Builder
	text := "│ ●◁─┼──▶● ■ a ⇄ b 日本 → c…"
	if n, err := printable.ASCIIWriter(&b).Write([]byte(text)); err != nil || n != len(text) {
		t.Errorf("%d bytes are written: %v", n, err)
	}
	if want := "| *(-+-->* # a<=>b 日本 > c~"; b.String() != want || printable.Width(b.String()) != printable.Width(text) {
		t.Errorf("it is %q, want %q", b.String(), want)
	}
}
