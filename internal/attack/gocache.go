//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
)

// The go command takes most of the time of a short run, and does the same in each. So the lab puts
// this program into PATH under its name: it caches the answers of the real one. The command
// checkmodel cannot notice the difference, except by the time it takes.

// The environment variables with the path of the real go command, and of the cache.
const (
	realGo  = "ATTACK_GO"
	goCache = "ATTACK_CACHE"
)

// cachedGo acts as the go command. It returns the exit status, unless it executes the real one.
func cachedGo(args []string) int {
	real, cache := os.Getenv(realGo), os.Getenv(goCache)
	key, output, ok := question(args)
	if !ok {
		err := syscall.Exec(real, append([]string{"go"}, args...), os.Environ())
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	said, built := filepath.Join(cache, key+".said"), filepath.Join(cache, key+".built")
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
	fmt.Fprintf(h, "%q\n", os.Getenv("GOFLAGS"))
	switch {
	case len(args) > 0 && args[0] == "list" && overlay == "" && output == "":
	case len(args) > 0 && args[0] == "build" && overlay != "" && output != "":
		if !sources(h, overlay) {
			return "", "", false
		}
	default:
		return "", "", false
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12]), output, true
}

// sources writes the files that an overlay adds.
func sources(w io.Writer, overlay string) bool {
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
