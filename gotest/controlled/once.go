package controlled

import (
	"path"
	"reflect"
	"runtime"
	"strings"
	"sync"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// OnceFunc is sync.OnceFunc.
func OnceFunc(f func()) func() {
	once := OnceValue(func() struct{} { f(); return struct{}{} })
	return func() { once() }
}

// OnceValue is sync.OnceValue.
func OnceValue[T any](f func() T) func() T {
	once := OnceValues(func() (T, struct{}) { return f(), struct{}{} })
	return func() T {
		v, _ := once()
		return v
	}
}

// OnceValues is sync.OnceValues. If f panics, each call panics with the same value.
func OnceValues[S, T any](f func() (S, T)) func() (S, T) {
	once := Born(new(Once))
	var s S
	var t T
	var failure any
	valid := false
	return func() (S, T) {
		once.Do(func() {
			defer func() {
				if !valid {
					failure = Recovered(recover())
					panic(failure)
				}
			}()
			s, t = f()
			valid = true
		})
		if !valid {
			panic(failure)
		}
		return s, t
	}
}

// Pool is sync.Pool, always empty: it may drop what it is given at any time.
type Pool struct{ New func() any }

// Get is the method of sync.Pool.
func (p *Pool) Get() any {
	if p.New == nil {
		return nil
	}
	return p.New()
}

// Put is the method of sync.Pool.
func (p *Pool) Put(any) {}

// labels has the names of functions, by their addresses.
var labels sync.Map

// labelOf returns the name of a function for traces.
func labelOf(f any) string {
	pc := reflect.ValueOf(f).Pointer()
	if label, is := labels.Load(pc); is {
		return label.(string)
	}
	name := path.Base(runtime.FuncForPC(pc).Name())
	if _, after, is := strings.Cut(name, "."); is {
		name = after
	}
	label := strings.NewReplacer("/", ".", "#", ".", "[...]", "", "(*", "", ")", "", "-fm", "").Replace(name)
	labels.Store(pc, label)
	return label
}

// word is a word of memory that is accessed atomically.
type word struct{ object goroutine.Object }

func (w *word) do(u goroutine.Use) (result int32, ok bool) { return do(&w.object, "word", u) }
