package controlled

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/goroutine"
	"github.com/checkmodel/checkmodel/trace"
)

// NoFailure is the property that no test fails.
const NoFailure = "no test failure"

// T is the test whose interleavings are explored, in place of testing.T. A test that fails violates the property [NoFailure].
type T struct {
	name     string
	failed   bool
	cleanups []func()
	models   *[]checker.Model // of the bodies, before they are explored; otherwise nil

	// Of a part of a test:
	pauses            *Chan[struct{}] // receives a value when the part ends, or calls Parallel before
	goOn              *Chan[struct{}] // is closed when the body of parent has ended
	parts             []*T            // that go on in parallel when the body has ended
	parent            *T
	skipped, parallel bool
	dirs              int // that TempDir has made
	ctx               Context
	cancel            func()
}

// Context is context.Context in explored code.
type Context interface {
	Deadline() (deadline time.Time, ok bool)
	Done() *Chan[struct{}]
	Err() error
	Value(key any) any
}

// NewContext returns a new context, and the function that cancels it. The copy of package context sets it.
var NewContext func() (Context, func())

// Model returns the model of a body: all interleavings of its goroutines. They must all end, or it violates the property "no deadlock". The body
// must make all that it uses, and must do the same each time but for the order of its operations. The goals are those of [Reach].
func Model(name string, body func(*T), goals ...string) checker.Model {
	var all []checker.Property
	for _, g := range goals {
		all = append(all, checker.Property{Name: g})
	}
	return checker.Model{
		Name: name, Goals: all,
		Properties: []checker.Property{{Name: NoFailure, Doc: "no call of Error, Fatal or Fail"}},
		World: func(f checker.Faults) trace.World {
			if !f.None() {
				panic(&checker.ModelError{Problem: "goroutines have no faults; leave out the faults"})
			}
			return goroutine.New(goals, func() {
				t := &T{name: name}
				defer t.clean()
				body(t)
			})
		},
	}
}

// clean ends the test when its body has ended: it lets the parallel parts go on and waits for them, and calls the functions given to Cleanup, last first.
func (t *T) clean() {
	if len(t.parts) > 0 {
		Close(t.goOn)
	}
	for _, part := range t.parts {
		From(part.pauses)
		t.failed = t.failed || part.failed
	}
	t.parts = nil
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
	for len(t.cleanups) > 0 {
		f := t.cleanups[len(t.cleanups)-1]
		t.cleanups = t.cleanups[:len(t.cleanups)-1]
		defer t.clean()
		f()
	}
}

// Name returns the name of the test.
func (t *T) Name() string { return t.name }

// Helper does nothing.
func (t *T) Helper() {}

// Parallel lets a part of a test wait until the body of the test has ended. Whole tests are explored alone.
func (t *T) Parallel() {
	if t.parent == nil || t.parallel {
		return
	}
	t.parallel = true
	if t.parent.goOn == nil {
		t.parent.goOn = Make[*Chan[struct{}]]()
	}
	t.parent.parts = append(t.parent.parts, t)
	wait := t.parent.goOn
	To(t.pauses)(struct{}{})
	From(wait)
}

// Log does nothing, as there are many interleavings.
func (t *T) Log(...any) {}

// Logf does nothing.
func (t *T) Logf(string, ...any) {}

// Cleanup calls f when the body has ended.
func (t *T) Cleanup(f func()) { t.cleanups = append(t.cleanups, f) }

// Run calls the body of a part of the test in a goroutine, and waits until it has ended, or has called Parallel.
func (t *T) Run(name string, body func(*T)) bool {
	part := &T{name: t.name + "/" + name, parent: t, pauses: Make[*Chan[struct{}]](1)}
	if t.models != nil {
		part.models = t.models
		body(part)
		return true
	}
	Go(labelOf(body), func() {
		defer To(part.pauses)(struct{}{})
		defer part.clean()
		body(part)
	})
	From(part.pauses)
	if !part.parallel {
		t.failed = t.failed || part.failed
	}
	return !part.failed
}

// Context returns a context that is cancelled when the body has ended.
func (t *T) Context() Context {
	if t.ctx == nil {
		t.ctx, t.cancel = NewContext()
	}
	return t.ctx
}

// TempDir returns a new directory, which is removed when the body has ended.
func (t *T) TempDir() string {
	t.dirs++
	world := "before"
	if g := goroutine.Current(); g != nil {
		world = g.World()
	}
	program, err := os.Executable() // in a directory that is removed
	dir := filepath.Join(filepath.Dir(program), "tests", world, strings.NewReplacer("/", "_", ":", "_").Replace(t.name), strconv.Itoa(t.dirs))
	if err = errors.Join(err, os.RemoveAll(dir), os.MkdirAll(dir, 0o777)); err != nil {
		panic(fmt.Sprintf("TempDir: %v", err))
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// ArtifactDir is TempDir.
func (t *T) ArtifactDir() string { return t.TempDir() }

// Setenv ends the exploration: other tests have the same environment.
func (t *T) Setenv(key, _ string) {
	refuse("a change of the environment variable "+key, "let the code take its value from the test")
}

// Chdir ends the exploration: other tests have the same working directory.
func (t *T) Chdir(string) {
	refuse("a change of the working directory", "let the code take the directory from the test")
}

// Attr does nothing.
func (t *T) Attr(string, string) {}

// Output returns a writer that discards what it is given, as there are many interleavings.
func (t *T) Output() io.Writer { return io.Discard }

// Deadline returns false: a test has all the time it needs.
func (t *T) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }

// Skip ends the goroutine. The test has not failed by that.
func (t *T) Skip(...any) { t.SkipNow() }

// Skipf is Skip.
func (t *T) Skipf(string, ...any) { t.SkipNow() }

// SkipNow is Skip.
func (t *T) SkipNow() {
	t.skipped = true
	if t.models != nil {
		panic(t)
	}
	here("SkipNow").Leave()
}

// Skipped reports whether the test was skipped.
func (t *T) Skipped() bool { return t.skipped }

// Fail marks the test as failed.
func (t *T) Fail() { t.fail("it has failed") }

func (t *T) fail(text string) {
	t.failed = true
	here("a failure of a test").Fail(NoFailure, "fails the test: "+text)
}

// FailNow marks the test as failed, and ends the goroutine.
func (t *T) FailNow() {
	t.Fail()
	here("FailNow").Leave()
}

// Failed reports whether the test has failed.
func (t *T) Failed() bool { return t.failed }

// Error marks the test as failed, and says why.
func (t *T) Error(args ...any) { t.fail(line(fmt.Sprintln(args...))) }

// Errorf marks the test as failed, and says why.
func (t *T) Errorf(format string, args ...any) { t.fail(fmt.Sprintf(format, args...)) }

// Fatal is Error, and ends the goroutine.
func (t *T) Fatal(args ...any) {
	t.Error(args...)
	here("Fatal").Leave()
}

// Fatalf is Errorf, and ends the goroutine.
func (t *T) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	here("Fatalf").Leave()
}

// line cuts the end of a line.
func line(s string) string { return s[:len(s)-1] }

// Short is testing.Short. It is true: what is explored should be small.
func Short() bool { return true }

// Verbose is testing.Verbose.
func Verbose() bool { return false }

// TB is testing.TB, as far as it is there.
type TB interface {
	ArtifactDir() string
	Attr(key, value string)
	Chdir(dir string)
	Cleanup(func())
	Context() Context
	Error(...any)
	Errorf(string, ...any)
	Fail()
	FailNow()
	Failed() bool
	Fatal(...any)
	Fatalf(string, ...any)
	Helper()
	Log(...any)
	Logf(string, ...any)
	Name() string
	Output() io.Writer
	Setenv(key, value string)
	Skip(...any)
	SkipNow()
	Skipf(string, ...any)
	Skipped() bool
	TempDir() string
}

// Test is a test function with its name.
type Test struct {
	Name string
	Func func(*T)
}

// start calls the function until it has ended, or skips the rest of the test.
func (t Test) start(models *[]checker.Model) {
	of := &T{name: t.Name, models: models}
	defer func() {
		if r := recover(); r != nil && r != any(of) {
			panic(r)
		}
	}()
	t.Func(of)
}

// Tests returns the models of the bodies that the tests explore. It calls the functions.
func Tests(all ...Test) (models []checker.Model) {
	for _, test := range all {
		test.start(&models)
	}
	return models
}

// Explore is gotest.Explore: it hands over the body to be explored.
func Explore(t *T, body func(*T), goals ...string) {
	if t.models == nil {
		panic("gotest.Explore is called within a body that is explored; call it once, outside")
	}
	*t.models = append(*t.models, Model(t.name, body, goals...))
}
