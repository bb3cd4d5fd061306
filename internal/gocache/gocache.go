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
	// Dir is the directory of the cache.
	Dir = "GOCACHE_DIR"
	// Sources is a directory. The key of an answer depends on its source files and its go.mod, go.sum and go.work files, and for
	// go list also on its subdirectories. Subdirectories with a leading dot are ignored. Without Sources, the source files must
	// not change.
	Sources = "GOCACHE_SOURCES"
)

// Main acts as the go command with the arguments. It returns the exit status, or replaces the process by the real go command.
func Main(args []string) int {
	goCommand, dir := os.Getenv(Go), os.Getenv(Dir)
	key, output, ok := cacheKey(args)
	if !ok {
		err := syscall.Exec(goCommand, append([]string{"go"}, args...), os.Environ())
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	outputFile, programFile := filepath.Join(dir, key+".output"), filepath.Join(dir, key+".program")
	if text, err := os.ReadFile(outputFile); err == nil {
		if output == "" || os.Link(programFile, output) == nil {
			os.Stdout.Write(text)
			return 0
		}
	}
	cmd := exec.Command(goCommand, args...)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.MultiWriter(&text, os.Stdout), os.Stderr
	if err := cmd.Run(); err != nil {
		return 1
	}
	if output != "" && os.Link(output, programFile) != nil {
		return 0 // most likely another process has just cached the same program
	}
	temporary := fmt.Sprintf("%s.%d", outputFile, os.Getpid())
	if os.WriteFile(temporary, text.Bytes(), 0o666) == nil {
		os.Rename(temporary, outputFile)
	}
	return 0
}

// cacheKey returns the key of a call of the go command, and the name of its output file, if any. ok is false if the call cannot be
// cached.
func cacheKey(args []string) (key, output string, ok bool) {
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
	dir, isList := os.Getenv(Sources), false
	switch {
	case os.Getenv(Dir) == "", strings.Contains(os.Getenv("GOFLAGS"), "-toolexec"): // a tool of -toolexec may have side effects
		return "", "", false
	case len(args) > 0 && args[0] == "list" && overlay == "" && output == "":
		isList = true
	case len(args) > 0 && args[0] == "build" && overlay != "" && output != "":
		if !writeOverlay(h, overlay) {
			return "", "", false
		}
	default:
		return "", "", false
	}
	if dir != "" && !writeSources(h, dir, isList) {
		return "", "", false
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12]), output, true
}

// writeSources writes the source files of a directory, and its subdirectories if withDirs.
func writeSources(w io.Writer, dir string, withDirs bool) bool {
	workDir, err := os.Getwd()
	if err != nil {
		return false
	}
	fmt.Fprintf(w, "%q\n", workDir)
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && path != dir && strings.HasPrefix(e.Name(), ".") { // for temporary files
			return fs.SkipDir
		}
		if withDirs && err == nil && e.IsDir() {
			fmt.Fprintf(w, "%q\n", path)
		}
		switch filepath.Ext(path) {
		case ".go", ".s", ".mod", ".sum", ".work":
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

// writeOverlay writes the files that an overlay adds.
func writeOverlay(w io.Writer, overlay string) bool {
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
