package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// broken is a package that was to be checked and cannot be, because it does not build or has no
// models. The others are checked without it.
type broken struct {
	path   string
	reason string // the message of the compiler or the go command
	// modelless is not nil if the user named the package and it has no models.
	modelless error
}

// outcome is the go command's description of a package after it tried to compile it.
type outcome struct {
	ImportPath string
	Export     string // the file that the compiler wrote
	Error      *listError
	DepsErrors []*listError
}

// listError is a problem of a package.
type listError struct{ Pos, Err string }

func (e *listError) String() string {
	if e.Pos == "" {
		return strings.TrimSpace(e.Err)
	}
	return e.Pos + ": " + strings.TrimSpace(e.Err)
}

// sift separates the packages that build from the broken ones.
func sift(ctx context.Context, packages []goPackage) (sound []goPackage, left []broken, err error) {
	dir, remove, err := files.TempDir(os.Getenv("GOTMPDIR"))
	if err != nil {
		return nil, nil, noRoom(err)
	}
	defer remove()
	// The go command uses this directory, because it leaves files if it is interrupted.
	variables := []string{"GOTMPDIR=" + dir}
	args := []string{"-e", "-export", "-json=ImportPath,Export,Error,DepsErrors", "--"}
	for _, p := range packages {
		args = append(args, p.ImportPath)
	}
	all, err := list[outcome](ctx, variables, args...)
	if err != nil {
		return nil, nil, err
	}
	reasons := map[string]string{}
	for i := range all {
		if p := &all[i]; p.Export == "" {
			reasons[p.ImportPath] = p.reason()
		}
	}
	for _, p := range packages {
		if reason, ok := reasons[p.ImportPath]; ok {
			left = append(left, broken{path: p.ImportPath, reason: reason})
		} else {
			sound = append(sound, p)
		}
	}
	return sound, left, nil
}

// reason returns why the package was not compiled.
func (p *outcome) reason() string {
	var reasons []string
	for _, e := range append([]*listError{p.Error}, p.DepsErrors...) {
		if e != nil && !slices.Contains(reasons, e.String()) {
			reasons = append(reasons, e.String())
		}
	}
	return strings.Join(reasons, "\n")
}

// reasons returns the number of different reasons why the packages do not build.
func reasons(left []broken) int {
	distinct := map[string]bool{}
	for _, b := range left {
		distinct[b.reason] = true
	}
	return len(distinct)
}

// complaints returns an error that describes the problems of the packages that are left out, each
// problem once, and the consequence.
func complaints(left []broken, so string) error {
	var all []error
	var reasons []string
	paths := map[string][]string{} // by reason
	for _, b := range left {
		if b.modelless != nil {
			all = append(all, b.modelless)
			continue
		}
		if !slices.Contains(reasons, b.reason) {
			reasons = append(reasons, b.reason)
		}
		paths[b.reason] = append(paths[b.reason], b.path)
	}
	for _, r := range reasons {
		who := "package " + paths[r][0] + " does not build"
		if len(paths[r]) > 1 {
			who = "packages " + strings.Join(paths[r], ", ") + " do not build"
		}
		all = append(all, fmt.Errorf("%s%s:\n%s", who, so, r))
	}
	return problems.Join(all...)
}
