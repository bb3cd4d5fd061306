//go:build unix

package gocache

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// The environment variables of [Main].
const (
	// Go is the path of the real go command.
	Go = "GOCACHE_GO"
	// Answers is the directory of the cache.
	Answers = "GOCACHE_ANSWERS"
	// Sources is a directory: if a Go file or a go.mod, go.sum or go.work in it changes, except in directories whose names
	// begin with a dot, nothing that was cached before is used. For lists of packages, the other directories count as well.
	// Without it, the sources must not change.
	Sources = "GOCACHE_SOURCES"
)

// Main acts as the go command with the arguments. It returns the exit status, unless it executes the real one.
func Main(args []string) int {
	real, answers := os.Getenv(Go), os.Getenv(Answers)
	key, output, ok := question(args)
	if !ok {
		err := syscall.Exec(real, append([]string{"go"}, args...), os.Environ())
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	said, built := filepath.Join(answers, key+".said"), filepath.Join(answers, key+".built")
	if answer, err := os.ReadFile(said); err == nil {
		if output == "" || os.Link(built, output) == nil {
			os.Stdout.Write(answer)
			return 0
		}
	}
	cmd := exec.Command(real, args...)
	var answer bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&answer, os.Stdout), os.Stderr
	if err := cmd.Run(); err != nil {
		return 1
	}
	if output != "" && os.Link(output, built) != nil {
		return 0 // another run has just cached the same answer
	}
	mine := fmt.Sprintf("%s.%d", said, os.Getpid())
	if os.WriteFile(mine, answer.Bytes(), 0o666) == nil {
		os.Rename(mine, said)
	}
	return 0
}

// question returns a key for a call of the go command, and the file that it writes, if any. It is
// not ok if the answer must not be cached.
func question(args []string) (key, output string, ok bool) {
	var overlay string
	h := sha256.New()
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-overlay" && i+1 < len(args):
			i++
			overlay = args[i]
		case args[i] == "-o" && i+1 < len(args):
			i++
			output = args[i]
		default:
			fmt.Fprintf(h, "%q\n", args[i])
		}
	}
	for _, v := range slices.Sorted(slices.Values(os.Environ())) { // a shell has another order
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GO") && name != "GOTMPDIR" || name == "CGO_ENABLED" {
			fmt.Fprintf(h, "%q\n", v)
		}
	}
	dir, listed := os.Getenv(Sources), false
	switch {
	case os.Getenv(Answers) == "", strings.Contains(os.Getenv("GOFLAGS"), "-toolexec"): // which may have effects
		return "", "", false
	case len(args) > 0 && args[0] == "list" && overlay == "" && output == "":
		listed = true
	case len(args) > 0 && args[0] == "build" && overlay != "" && output != "":
		if !overlaid(h, overlay) {
			return "", "", false
		}
	default:
		return "", "", false
	}
	if dir != "" && !sources(h, dir, listed) {
		return "", "", false
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12]), output, true
}

// sources writes the files in a directory from which programs are built, and for lists of packages also its directories.
func sources(w io.Writer, dir string, listed bool) bool {
	here, err := os.Getwd()
	if err != nil {
		return false
	}
	fmt.Fprintf(w, "%q\n", here)
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && path != dir && strings.HasPrefix(e.Name(), ".") { // for temporary files
			return fs.SkipDir
		}
		if listed && err == nil && e.IsDir() {
			fmt.Fprintf(w, "%q\n", path)
		}
		switch filepath.Ext(path) {
		case ".go", ".mod", ".sum", ".work":
		default:
			return err
		}
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		fmt.Fprintf(w, "%q %x\n", path, sha256.Sum256(content))
		return err
	}) == nil
}

// overlaid writes the files that an overlay adds.
func overlaid(w io.Writer, overlay string) bool {
	b, err := os.ReadFile(overlay)
	if err != nil {
		return false
	}
	var o struct{ Replace map[string]string }
	if json.Unmarshal(b, &o) != nil {
		return false
	}
	var paths []string
	for path := range o.Replace {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		content, err := os.ReadFile(o.Replace[path])
		if err != nil {
			return false
		}
		fmt.Fprintf(w, "%q %q\n", path, content)
	}
	return true
}
