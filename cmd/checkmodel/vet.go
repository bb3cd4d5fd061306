package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/vet"
)

// runVet makes go vet run this executable on the packages, so that results are cached, test files
// are included, and go vet's own flags apply.
func runVet(args []string, stdout, stderr io.Writer) command.Status {
	asked := func(arg string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, arg) }
	if slices.ContainsFunc(args, asked) {
		return runHelp([]string{"vet"}, stdout, stderr)
	}
	self, err := os.Executable()
	if err != nil {
		return complain(stderr, fmt.Errorf("go vet needs the path of this command: %w", err))
	}
	words := started() // it may ask the go command, so before interrupts are caught
	ctx, end := interruptible()
	status := goVet(ctx, self, words, args, stdout, stderr)
	if end() {
		fmt.Fprintln(stderr, "checkmodel: interrupted before all packages were looked at")
		return command.Interrupted
	}
	return status
}

// goVet runs go vet with this executable, which is started again by these words.
func goVet(ctx context.Context, self, words string, args []string, stdout, stderr io.Writer) command.Status {
	if _, err := mainModule(ctx); err != nil {
		return complain(stderr, err)
	}
	cmd := goProcess(ctx, append([]string{"vet", "-vettool=" + self}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, stdout, stderr
	err := cmd.Run()
	switch exit := (*exec.ExitError)(nil); {
	case ctx.Err() != nil:
		return command.Interrupted
	case errors.As(err, &exit):
		switch code := exit.ExitCode(); {
		case code == 1 && !loads(ctx, self, args):
			complain(stderr, errors.New("no package has been looked at: go vet begins only when it can load all of them; fix that, or leave them out"))
		case code == 2: // a flag; go vet does not know our manual
			fmt.Fprintf(stderr, "Run '%s help vet' for the analyzers, each of which is a flag, too.\n", words)
		}
		return command.Status(exit.ExitCode())
	case err != nil:
		return complain(stderr, err)
	}
	return command.AsDeclared
}

// loads reports whether a failed go vet with these arguments has analyzed packages: it loads all of
// them first. With -json it does not fail because of findings, and compile errors have a heading.
func loads(ctx context.Context, self string, args []string) bool {
	out, err := goProcess(ctx, append([]string{"vet", "-json", "-vettool=" + self}, args...)...).CombinedOutput()
	return err == nil || compiled(string(out))
}

// calledByGoVet reports whether the arguments are those by which go vet asks its tool for its
// version or flags, or to analyze a package.
func calledByGoVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// analyze answers the request of go vet. It does not return.
func analyze() { unitchecker.Main(vet.Analyzers()...) }
