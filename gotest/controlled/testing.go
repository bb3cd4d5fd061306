package controlled

import (
	"fmt"

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
}

// Model returns the model of a body: all interleavings of its goroutines. They must all end, or it violates the property "no deadlock". The body
// must make all that it uses, and must do the same each time but for the order of its operations.
func Model(name string, body func(*T)) checker.Model {
	return checker.Model{
		Name:       name,
		Properties: []checker.Property{{Name: NoFailure, Doc: "no call of Error, Fatal or Fail"}},
		World: func(f checker.Faults) trace.World {
			if !f.None() {
				panic(&checker.ModelError{Problem: "goroutines have no faults; leave out the faults"})
			}
			return goroutine.New(func() {
				t := &T{name: name}
				defer t.clean()
				body(t)
			})
		},
	}
}

// clean calls the functions given to Cleanup, last first.
func (t *T) clean() {
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

// Parallel does nothing: each test is explored alone.
func (t *T) Parallel() {}

// Log does nothing, as there are many interleavings.
func (t *T) Log(...any) {}

// Logf does nothing.
func (t *T) Logf(string, ...any) {}

// Cleanup calls f when the body has ended.
func (t *T) Cleanup(f func()) { t.cleanups = append(t.cleanups, f) }

// Run calls the body of a part of the test.
func (t *T) Run(name string, body func(*T)) bool {
	part := &T{name: t.name + "/" + name, models: t.models}
	func() {
		defer part.clean()
		body(part)
	}()
	t.failed = t.failed || part.failed
	return !part.failed
}

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

// TB is testing.TB, as far as it is there.
type TB interface {
	Cleanup(func())
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
}

// Test is a test function with its name.
type Test struct {
	Name string
	Func func(*T)
}

// Tests returns the models of the bodies that the tests explore. It calls the functions.
func Tests(all ...Test) (models []checker.Model) {
	for _, test := range all {
		test.Func(&T{name: test.Name, models: &models})
	}
	return models
}

// Explore is gotest.Explore: it hands over the body to be explored.
func Explore(t *T, body func(*T)) {
	if t.models == nil {
		panic("gotest.Explore is called within a body that is explored; call it once, outside")
	}
	*t.models = append(*t.models, Model(t.name, body))
}
