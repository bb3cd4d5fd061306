package house

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mostFiles is the maximal number of files that an addition may touch.
const mostFiles = 10

// TestAdding: the lists in CONTRIBUTING.md of what an addition touches name all files that name their example, and are short.
func TestAdding(t *testing.T) {
	_, lists, ok := strings.Cut(read(t, "CONTRIBUTING.md"), "\n## Adding something\n")
	if !ok {
		t.Fatal("CONTRIBUTING.md does not say where something is added")
	}
	lists, _, _ = strings.Cut(lists, "\n### ")
	all := regexp.MustCompile("(?ms)^- [^(\n]*\\(`(\\w+)`\\): (.*?)\\.$").FindAllStringSubmatch(lists, -1)
	if len(all) < 5 {
		t.Fatalf("there are %d lists", len(all))
	}
	for _, list := range all {
		example, listed := list[1], []string{}
		for _, file := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(list[2], -1) {
			listed = append(listed, file[1])
		}
		if len(listed) > mostFiles {
			t.Errorf("the list of %s has %d files, more than %d", example, len(listed), mostFiles)
		}
		slices.Sort(listed)
		if found := filesNaming(t, example); !slices.Equal(found, listed) {
			t.Errorf("%s is named in %v; the list has %v", example, found, listed)
		}
	}
}

// filesNaming returns the source files that have a word, sorted, except tests, models and results.
func filesNaming(t *testing.T, word string) (files []string) {
	t.Helper()
	is := regexp.MustCompile(`\b` + word + `\b`)
	for name := range sources(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		apart := slices.ContainsFunc([]string{"models/", "results/", "internal/randomprograms/"}, func(dir string) bool { return strings.HasPrefix(name, dir) })
		if !apart && is.Match(text) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}
