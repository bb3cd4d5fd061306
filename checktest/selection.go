package checktest

import (
	"flag"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// selected returns how many of the models have a subtest of t that the flags -run and -skip select,
// by the rules of package testing. The time is divided among these.
func selected(t *testing.T, models []checker.Model) int {
	pattern := func(name string) string {
		if f := flag.Lookup(name); f != nil {
			return f.Value.String()
		}
		return ""
	}
	run, skip := pattern("test.run"), pattern("test.skip")
	n := 0
	for _, m := range models {
		name := t.Name() + "/" + rewritten(m.Name)
		matches, _ := match(run, name)
		skips, partly := match(skip, name)
		if matches && !(skip != "" && skips && !partly) {
			n++
		}
	}
	return n
}

// match reports whether an alternative in a pattern of go test's -run matches the name of a test,
// and whether the pattern has further elements for its subtests.
func match(pattern, name string) (matches, partly bool) {
	names := strings.Split(name, "/")
	for _, alternative := range split(pattern, '|') {
		parts := split(alternative, '/')
		matches = true
		for i := range min(len(names), len(parts)) {
			re, err := regexp.Compile(rewritten(parts[i]))
			matches = matches && err == nil && re.MatchString(names[i])
		}
		if matches {
			return true, len(names) < len(parts)
		}
	}
	return false, false
}

// split splits a pattern at the separators outside of brackets and parentheses.
func split(pattern string, separator byte) (parts []string) {
	class, group, begin := 0, 0, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case c == '[':
			class++
		case c == ']':
			class = max(0, class-1)
		case c == '(' && class == 0:
			group++
		case c == ')' && class == 0:
			group--
		case c == separator && class == 0 && group == 0:
			parts = append(parts, pattern[begin:i])
			begin = i + 1
		}
	}
	return append(parts, pattern[begin:])
}

// rewritten returns a name as package testing writes it.
func rewritten(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsSpace(r) {
			r = '_'
		}
		b.WriteString(printable.OneLine(string(r)))
	}
	return b.String()
}
