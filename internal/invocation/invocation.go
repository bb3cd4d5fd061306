// Package invocation says how the command checkmodel was started.
package invocation

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// commandPath is the import path of the command.
const commandPath = "github.com/checkmodel/checkmodel/cmd/checkmodel"

// Words returns the words that start this command again in the same module, for the commands that
// messages and reports show.
var Words = sync.OnceValue(func() string {
	executable, err := os.Executable()
	if err != nil {
		return "checkmodel"
	}
	found, err := exec.LookPath("checkmodel")
	return startedAs(executable, os.Args[0], err == nil && sameFile(found, executable), isTool)
})

// ofGo matches the executables of go tool and go run, in the cache of the go command or, when they
// have just been built, in a temporary directory.
var ofGo = regexp.MustCompile(`/(?:[0-9a-f]{2}/[0-9a-f]{64}-d|go-build[0-9]+/b001/exe)/[^/]+$`)

// startedAs is Words for an executable that was started by the given name. InPath says that a
// shell finds it as checkmodel.
func startedAs(executable, name string, inPath bool, isTool func() bool) string {
	switch {
	case inPath:
		return "checkmodel"
	case !ofGo.MatchString(filepath.ToSlash(executable)):
		return printable.Word(name)
	case isTool():
		return "go tool checkmodel"
	}
	return "go run " + commandPath
}

// isTool reports whether the command is a tool of the main module.
func isTool() bool {
	tools, err := exec.Command("go", "list", "-e", "-find", "tool").Output()
	return err == nil && slices.Contains(strings.Fields(string(tools)), commandPath)
}

// sameFile reports whether both paths name the same file.
func sameFile(a, b string) bool {
	this, err := os.Stat(a)
	that, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(this, that)
}
