package house

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/internal/testsize"
)

// TestAgents: the commands in the pages for coding agents succeed, in this repository and in a module of a user.
func TestAgents(t *testing.T) {
	testsize.LongOnly(t)
	t.Run("of this repository", func(t *testing.T) { commandsOf(t, "AGENTS.md", ".") })
	t.Run("of a user", func(t *testing.T) {
		dir := tutorialModule(t)
		for _, model := range []string{"lease", "raft"} { // only the new model is left
			if err := os.RemoveAll(filepath.Join(dir, model)); err != nil {
				t.Fatal(err)
			}
		}
		run(t, dir, "go", "tool", "checkmodel", "new", "./mutex")
		commandsOf(t, filepath.Join(dir, "AGENTS.md"), dir)
	})
}

// commandsOf executes the commands of a page in a directory.
func commandsOf(t *testing.T, page, dir string) {
	t.Helper()
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(read(t, page), -1)
	if len(blocks) == 0 {
		t.Fatalf("%s has no commands", page)
	}
	for _, block := range blocks {
		for command := range strings.Lines(block[1]) {
			run(t, dir, "sh", "-c", command)
		}
	}
}
