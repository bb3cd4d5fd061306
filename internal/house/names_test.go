package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([\w./-]*)(#[^)]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fenced  = regexp.MustCompile("(?s)```.*?```")
)

// TestLinks: the files and headings that documents link to exist.
func TestLinks(t *testing.T) {
	for _, name := range append(documents(t), results(t)...) {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, name), ""), -1) {
			target := name
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(name), m[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
			} else if m[2] != "" && !anchors(t, target)[m[2]] {
				t.Errorf("%s links to %s%s, and there is no such heading", name, m[1], m[2])
			}
		}
	}
}

// anchors returns the links to the headings of a document, as GitHub makes them.
func anchors(t *testing.T, name string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, name), ""), -1) {
		words := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all["#"+strings.ReplaceAll(words, " ", "-")] = true
	}
	return all
}

// TestNames: what the documents for developers name exists: files, tests and, in some, types and
// methods.
func TestNames(t *testing.T) {
	code, tests := allCode(t)
	for _, name := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md"} {
		text := read(t, name)
		for _, m := range regexp.MustCompile("`((?:\\.ci|[a-z]+)/[\\w./-]*\\w)`").FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s: %v", name, m[1], err)
			}
		}
		for _, m := range regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`).FindAllString(text, -1) {
			if !strings.Contains(tests, "func "+m+"(") {
				t.Errorf("%s names %s, and there is no such test", name, m)
			}
		}
	}
	const types = `(Optimal|Search|Builder|Sequence|System|Order|Strategy)`
	members := map[string]bool{} // as Type.Method
	for _, m := range regexp.MustCompile(`func \(\w+ \*?`+types+`\) (\w+)\(`).FindAllStringSubmatch(code, -1) {
		members[m[1]+"."+m[2]] = true
	}
	for _, m := range regexp.MustCompile(`type `+types+` (?:interface|struct) \{([^}]*)`).FindAllStringSubmatch(code, -1) {
		for _, line := range regexp.MustCompile(`(?m)^\t(\w+)`).FindAllStringSubmatch(m[2], -1) {
			members[m[1]+"."+line[1]] = true
		}
	}
	for _, name := range []string{"ARCHITECTURE.md", "docs/decisions.md", "optimaldpor/doc.go", "internal/wakeup/doc.go"} {
		for _, m := range regexp.MustCompile(`\b`+types+`\.(\w+)`).FindAllStringSubmatch(read(t, name), -1) {
			if !members[m[0]] {
				t.Errorf("%s names %s, and there is no such method or field", name, m[0])
			}
		}
	}
}

// allCode returns the contents of all Go files of the repository, concatenated, separately for code and
// tests.
func allCode(t *testing.T) (code, tests string) {
	t.Helper()
	var b [2]strings.Builder
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		kind := 0
		if strings.HasSuffix(path, "_test.go") {
			kind = 1
		}
		b[kind].WriteString(read(t, path))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b[0].String(), b[1].String()
}
