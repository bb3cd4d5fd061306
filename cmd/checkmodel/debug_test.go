package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/cli"
)

// escapes match what gives text a color.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestDebug: the debugger stops where the process of the step goes on, and shows its variables.
func TestDebug(t *testing.T) {
	if _, err := exec.LookPath(cli.Debugger); err != nil {
		t.Skip("there is no debugger here; 'go install github.com/go-delve/delve/cmd/dlv@latest' installs it")
	}
	command, err := exec.LookPath("checkmodel")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command, "-model", "^register-early-answer$", "-replay", "v1 0*4 3 4 3 2*2 3*2 4 1*2 4*4 1*2 4*2", "-debug", "8", "./models/examples/register")
	cmd.Dir, cmd.Stdin = "../..", strings.NewReader("print v.early\nquit\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("the command ends with %v", err)
	}
	said := escapes.ReplaceAllString(string(out), "")
	rest := said
	for _, want := range []string{
		"Step 8 is head: receive Request[request]", "; the process goes on at models/examples/register/register.go:89.\n",
		"cli.atStep()", "register.variant.write() ./models/examples/register/register.go:89", "(dlv) true",
	} {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("the debugger says\n%s\nwithout %q in its place", said, want)
		}
		rest = after
	}
}
