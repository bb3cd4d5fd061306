package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/checkmodel/checkmodel/internal/testsize"
	"github.com/checkmodel/checkmodel/real"
)

var update = flag.Bool("update", false, "write what the scripts compare with")

// commands are the programs that scripts have in PATH.
var commands = map[string]func(){"checkmodel": main}

func TestMain(m *testing.M) { testscript.Main(m, commands) }

// TestScript runs the scripts in testdata/script. In addition to the commands of
// testscript they have
//
//	module PATH [DIR]          make DIR the root of a user's module that requires this one
//	status N COMMAND [ARG...]  run a command that must exit with status N
//	clean                      check that nothing was left behind, nor written into the modules
//	tests DIR SOURCE [NAME...] make DIR a package of the tests in SOURCE, without NAMEs, which are explored
//
// and the conditions [long], which is true with -long, and [real], which is true where real programs can be explored.
func TestScript(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", root)
			command, err := exec.LookPath("checkmodel")
			if err != nil {
				return err
			}
			env.Setenv("CHECKMODEL", command)
			env.Setenv("CONTROL", control)
			if err := shareBuilds(env); err != nil {
				return err
			}
			return goEnvironment(env)
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "long":
				return testsize.Long(), nil
			case "real":
				return real.CheckSupport() == nil, nil
			}
			return false, fmt.Errorf("there is no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"module": makeModule,
			"status": status,
			"clean":  clean,
			"tests":  exploreTests,
		},
	})
}

// control matches what no output may have: characters that control a terminal or the direction of a
// text, and replacements of invalid UTF-8.
const control = `[\x00-\x08\x0b-\x1f\x7f-\x{9f}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{fffd}]`

var (
	goNames     = []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT"}
	goVariables = sync.OnceValues(func() ([]byte, error) {
		return exec.Command("go", append([]string{"env"}, goNames...)...).Output()
	})
)

// goEnvironment makes the go command in a script use the caches of the one that runs the test, and no
// network.
func goEnvironment(env *testscript.Env) error {
	values, err := goVariables()
	if err != nil {
		return err
	}
	for i, value := range strings.Split(strings.TrimSpace(string(values)), "\n") {
		env.Setenv(goNames[i], value)
	}
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOSUMDB", "off")
	env.Setenv("GOTOOLCHAIN", "local")
	env.Setenv("GOTELEMETRY", "off")
	env.Setenv("GOWORK", "")
	env.Setenv("GOFLAGS", "")
	return nil
}

// makeModule makes a directory the root of a user's module. Its go.mod and go.sum are as go get
// writes them.
func makeModule(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: module PATH [DIR]")
	}
	dir := "."
	if len(args) == 2 {
		dir = args[1]
	}
	dir = ts.MkAbs(dir)
	ts.Check(os.MkdirAll(dir, 0o777))
	ts.Check(os.WriteFile(filepath.Join(dir, "go.mod"), fmt.Appendf(nil, `module %[1]s

go 1.26

require %[2]s v0.0.0

require (
%[3]s)

replace %[2]s => %[4]s
`, args[0], modulePath, linked(ts), ts.Getenv("REPO")), 0o666))
	ts.Check(os.WriteFile(filepath.Join(dir, "go.sum"), sums(ts), 0o666))
}

// linked returns the modules that the packages of this module import, as the go.mod of a user's
// module requires them.
func linked(ts *testscript.TestScript) string {
	mod := ts.ReadFile(filepath.Join(ts.Getenv("REPO"), "go.mod"))
	return strings.Join(regexp.MustCompile(`(?m)^\tgithub.com/hashicorp/.*\n`).FindAllString(mod, -1), "")
}

// sums returns the go.sum of this module.
func sums(ts *testscript.TestScript) []byte {
	return []byte(ts.ReadFile(filepath.Join(ts.Getenv("REPO"), "go.sum")))
}

// status runs a command and checks how it exits.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s exited with status %d, want %d", args[1], got, want)
	}
}

// clean checks that a build has left no files.
func clean(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: clean")
	}
	ts.Check(filepath.WalkDir(ts.Getenv("WORK"), func(path string, _ os.DirEntry, err error) error {
		name := filepath.Base(path)
		if strings.HasPrefix(name, generated) || strings.HasPrefix(name, "checkmodel-") {
			return fmt.Errorf("%s was left behind", path)
		}
		if name == "go.sum" && ts.ReadFile(path) != string(sums(ts)) {
			return fmt.Errorf("%s has changed", path)
		}
		return err
	}))
}
