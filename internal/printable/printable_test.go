package printable

import (
	"bytes"
	"errors"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/width"
	"pgregory.net/rapid"
)

// hostile returns the characters of a text that are not printable, except line breaks and tabs.
func hostile(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return -1
		}
		return r
	}, s)
}

func TestLines(t *testing.T) {
	for in, want := range map[string]string{
		"":                            "",
		"one\n\ttwo\n":                "one\n\ttwo\n",
		"\x1b[2J\n\u0085\u202e\r\xff": `\x1b[2J` + "\n" + `\u0085\u202e\r\xff`,
	} {
		if got := Lines(in); got != want {
			t.Errorf("Lines(%q) is %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		if bad := hostile(Lines(s)); bad != "" || Lines(Lines(s)) != Lines(s) {
			t.Errorf("Lines(%q) has %q", s, bad)
		}
	})
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriter(t *testing.T) {
	var b bytes.Buffer
	if n, err := Writer(&b).Write([]byte("a\x1bb\n")); n != 4 || err != nil || b.String() != `a\x1bb`+"\n" {
		t.Errorf("%d bytes and the error %v, with %q", n, err, b.String())
	}
	if _, err := Writer(full{}).Write([]byte("a")); err == nil {
		t.Error("the error of the writer is lost")
	}
}

// The table agrees with Unicode for all printable characters.
func TestWide(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.IsPrint(r) || unicode.In(r, unicode.Mn, unicode.Me) {
			continue
		}
		kind := width.LookupRune(r).Kind()
		if want := kind == width.EastAsianWide || kind == width.EastAsianFullwidth; want != (runeWidth(r) == 2) && kind != width.Neutral {
			t.Errorf("%U takes %d columns, and is of the kind %v", r, runeWidth(r), kind)
		}
	}
	for s, want := range map[string]int{"": 0, "plain": 5, "日本": 4, "e\u0301": 1, "👩x": 3, "→…": 2} {
		if got := Width(s); got != want {
			t.Errorf("%q takes %d columns, want %d", s, got, want)
		}
	}
}

// Head and Tail take at most the given width, and one more character would not fit.
func TestHeadAndTail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := OneLine(rapid.StringOf(rapid.SampledFrom([]rune("ab日👩\u0301é"))).Draw(t, "text"))
		n := rapid.IntRange(0, 10).Draw(t, "columns")
		head, tail := Head(s, n), Tail(s, n)
		if !strings.HasPrefix(s, head) || !strings.HasSuffix(s, tail) || Width(head) > n || Width(tail) > n {
			t.Errorf("the ends of %q are %q and %q", s, head, tail)
		}
		if Fits(s, n) != (Width(s) <= n) || Fits(s, n) != (head == s) {
			t.Errorf("%q fits into %d columns: %v", s, n, Fits(s, n))
		}
		if Width(s) > n && (Width(head) < n-1 || Width(tail) < n-1) {
			t.Errorf("the ends of %q are shorter than they must be: %q and %q", s, head, tail)
		}
	})
}

// A pattern matches the name and nothing else.
func TestPattern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name, other := rapid.String().Draw(t, "name"), rapid.String().Draw(t, "other")
		p := Pattern(name)
		if bad := hostile(p); bad != "" || strings.ContainsAny(p, "\n\t") {
			t.Errorf("the pattern of %q is %q", name, p)
		}
		re, err := regexp.Compile(p)
		if err != nil {
			t.Fatalf("the pattern of %q is %q: %v", name, p, err)
		}
		if !re.MatchString(name) || other != name && re.MatchString(other) {
			t.Errorf("%q matches %q: %v, and %q: %v", p, name, re.MatchString(name), other, re.MatchString(other))
		}
	})
	if p := Pattern("a\xffb\x1b.\u202e"); p != `^a\x{fffd}b\x{1b}\.\x{202e}$` || !regexp.MustCompile(p).MatchString("a\xffb\x1b.\u202e") {
		t.Errorf("the pattern is %s", p)
	}
}

// A shell reads a quoted text as that one word.
func TestQuote(t *testing.T) {
	for _, word := range []string{"", "plain", "a b", "it's $HOME `x` \"y\" \\ !", "-n", "*", "日本", "a\nb", "~", "a=b", "#", "{a,b}"} {
		for _, quoted := range []string{Quote(word), Word(word)} {
			out, err := exec.Command("sh", "-c", "printf '%s' "+quoted).Output()
			if err != nil || string(out) != word {
				t.Errorf("the shell takes %s for %q, error %v; want %q", quoted, out, err, word)
			}
		}
	}
	for word, want := range map[string]string{"example.com/a_b-c": "example.com/a_b-c", "a b": "'a b'", "": "''"} {
		if got := Word(word); got != want {
			t.Errorf("Word(%q) is %s, want %s", word, got, want)
		}
	}
}
