package main

import (
	"errors"
	"strings"
	"testing"
)

// TestBuildError: if a package is missing, the error says how to get it. If one does not compile, the
// error does not, because that would not help.
func TestBuildError(t *testing.T) {
	const cli = "github.com/checkmodel/checkmodel/cli"
	for text, want := range map[string]bool{
		"m.go:2:8: no required module provides package " + cli + "; to add it:\n\tgo get " + cli:                                                                                         true,
		"m.go:2:8: cannot find module providing package " + cli + ": import lookup disabled by -mod=vendor":                                                                              true,
		"go: downloading x v1.0.0\nm.go:2:8: missing go.sum entry for module providing package " + cli + "; to add:\n\tgo get":                                                           true,
		"../problems.go:8:2: missing go.sum entry for module providing package github.com/hashicorp/go-multierror (imported by " + modulePath + "/internal/problems); to add:\n\tgo get": true,
		"# " + cli + "\n../checkmodel/cli/run.go:2:14: syntax error: unexpected {, expected )":                                                                                           false,
		"go: downloading x v1.0.0\n# " + cli + "\n../checkmodel/cli/run.go:2:28: undefined: x":                                                                                           false,
		"# example.com/user\nm.go:3:1: undefined: y":                                                                                                                                     false,
		"m.go:2:8: no required module provides package example.com/other; to add it:\n\tgo get example.com/other":                                                                        false,
	} {
		got := buildError(t.Context(), errors.New(text)).Error()
		if !strings.HasPrefix(got, "the models do not build:\n"+text) {
			t.Errorf("what the go command says is not in\n%s", got)
		}
		if hint := strings.Contains(got, "go get -tool"); hint != want {
			t.Errorf("there is a hint: %t, want %t, in\n%s", hint, want, got)
		}
	}
}
