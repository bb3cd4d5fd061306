package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/changes"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// executeAgain executes the program around the models of the packages, and again whenever a file changes from which it is built, also
// while it is executed. An interrupt ends this. It returns the status of the last time.
func executeAgain(options command.Options, patterns []string, stderr io.Writer) command.Status {
	if i := slices.IndexFunc(patterns, isCluster); i >= 0 {
		return complain(stderr, fmt.Errorf("-watch is for packages with models, and %s describes programs", patterns[i]))
	}
	started() // it may ask the go command, so before interrupts are caught
	ctx, end := interruptible()
	defer end()
	var of changes.Files
	for status := command.Interrupted; ; {
		now, err := sources(ctx, patterns)
		switch {
		case ctx.Err() != nil:
			return status
		case err == nil && len(now.Dirs) > 0:
			of = now
		case len(of.Dirs) == 0:
			return execute(options, patterns, stderr) // it reports what is wrong
		}
		w, err := changes.Begin(of)
		if err != nil {
			return complain(stderr, fmt.Errorf("-watch: the system does not tell when files change: %w", err))
		}
		status = execute(options, patterns, stderr)
		if ctx.Err() == nil {
			fmt.Fprintln(stderr, "checkmodel: waiting until a source of the models changes; an interrupt ends this")
		}
		changed, err := w.Wait(ctx)
		w.End()
		switch {
		case ctx.Err() != nil:
			return status
		case err != nil:
			return complain(stderr, fmt.Errorf("-watch: %w", err))
		}
		fmt.Fprintf(stderr, "\ncheckmodel: %s changed\n", named(changed))
	}
}

// named returns the names of files in a message.
func named(paths []string) string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = printable.OneLine(filepath.Base(path))
	}
	if len(names) > 3 {
		names = append(names[:3], "others")
	}
	return strings.Join(names, ", ")
}

// sources returns the files from which packages are built, except those that cannot change: of the standard library, and of modules in
// the cache.
func sources(ctx context.Context, patterns []string) (of changes.Files, err error) {
	all, err := list[struct {
		Dir    string
		Module *struct {
			GoMod   string
			Main    bool
			Replace *struct{ Version string }
		}
		CFiles, CXXFiles, HFiles, SFiles, EmbedFiles []string
	}](ctx, nil, append([]string{"-e", "-deps", "-json=Dir,Module,CFiles,CXXFiles,HFiles,SFiles,EmbedFiles", "--"}, patterns...)...)
	for _, p := range all {
		m := p.Module
		if m == nil || !m.Main && (m.Replace == nil || m.Replace.Version != "") {
			continue
		}
		if _, err := os.Stat(p.Dir); err != nil { // a package that is named by mistake
			continue
		}
		of.Dirs = append(of.Dirs, p.Dir)
		for _, name := range slices.Concat(p.CFiles, p.CXXFiles, p.HFiles, p.SFiles, p.EmbedFiles) {
			of.Others = append(of.Others, filepath.Join(p.Dir, name))
		}
		if sum := strings.TrimSuffix(m.GoMod, ".mod") + ".sum"; !slices.Contains(of.Others, sum) {
			of.Others = append(of.Others, m.GoMod, sum)
		}
	}
	return of, err
}
