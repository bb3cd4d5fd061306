//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/checkmodel/checkmodel/internal/gocache"
)

// In tests, another program with the name go is before the real one in PATH.
func init() {
	commands["go"] = func() { os.Exit(gocache.Main(os.Args[1:])) }
	if _, known := os.LookupEnv(gocache.Go); !known {
		path, err := exec.LookPath("go")
		if err != nil {
			panic(err)
		}
		os.Setenv(gocache.Go, path)
	}
}

// shareBuilds lets a script build each program once: if neither its sources nor flags have changed, it is that of the
// last time.
func shareBuilds(env *testscript.Env) error {
	built := filepath.Join(env.WorkDir, ".built")
	env.Setenv(gocache.Go, os.Getenv(gocache.Go))
	env.Setenv(gocache.Dir, built)
	env.Setenv(gocache.Sources, env.WorkDir)
	return os.Mkdir(built, 0o777)
}
