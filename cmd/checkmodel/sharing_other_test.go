//go:build !unix

package main

import "github.com/rogpeppe/go-internal/testscript"

// shareBuilds does nothing: each run of the command builds its program.
func shareBuilds(*testscript.Env) error { return nil }
