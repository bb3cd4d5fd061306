//go:build unix

package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// modelAttack checks models that are wrong in many ways.
var modelAttack = attack{
	name: "models", about: "checks bad models, one of each kind",
	short: 70, long: 10000, prepare: prepareModels,
}

// kind is a kind of bad models.
type kind struct {
	name string
	// main is the body of the first process; fields are more fields of the model.
	main, fields string
	// models is the body of the function Models, instead of main.
	models string
	// top are declarations of the package; those of all kinds are in one package. In init a kind is
	// recognized by its name.
	top, init string
	// source is a separate package, for models that cannot be built with others.
	source string
	// args are flags of the run, besides -timeout.
	args string
	// status is how the command must exit, or anyStatus; says is a regular expression that the output must match.
	status int
	says   string
	// ends says that the code ends the whole program, so that Go may print a trace.
	ends bool
	// long says that it takes seconds, so that it is in the long form only.
	long bool
}

// anyStatus is the status of kinds that may either be reported as a mistake of the model or
// tolerated.
const anyStatus = -1

// kinds lists all kinds, those that take long at the end.
var kinds = slices.SortedStableFunc(slices.Values(slices.Concat(panickingKinds, endingKinds, endlessKinds, valueKinds, fickleKinds, misusingKinds, namedKinds, ruleKinds, brokenKinds)),
	func(a, b kind) int { return cmp.Compare(duration(a), duration(b)) })

// duration orders kinds by whether they take long.
func duration(k kind) int {
	if k.long {
		return 1
	}
	return 0
}

const badPath = labPath + "/bad"

// prepareModels writes the package of all kinds that can be built together. An environment variable
// selects the kind.
func prepareModels(l *lab) (cases, error) {
	var tops, inits, choices strings.Builder
	for _, k := range kinds {
		if k.source != "" {
			if err := l.file("broken/"+k.name+"/m.go", k.source); err != nil {
				return cases{}, err
			}
			continue
		}
		models := k.models
		if models == "" {
			models = fmt.Sprintf("return []checker.Model{{Name: %q, Main: func(p *proc.P) {\n%s\n}, %s}, fine}", k.name, k.main, k.fields)
		}
		fmt.Fprintf(&choices, "\tcase %q:\n%s\n", k.name, models)
		fmt.Fprintln(&tops, k.top)
		if k.init != "" {
			fmt.Fprintf(&inits, "\tcase %q:\n%s\n", k.name, k.init)
		}
	}
	if err := l.file("bad/bad.go", fmt.Sprintf(badSource, &tops, &inits, &choices)); err != nil {
		return cases{}, err
	}
	// It must build. An unknown kind has only the model that is fine.
	if _, _, err := l.first("fine", []int{0}, badPath); err != nil {
		return cases{}, err
	}
	quick := slices.IndexFunc(kinds, func(k kind) bool { return k.long })
	return cases{number: len(kinds), quick: quick, run: func(t *trial) { checkBad(t, kinds[t.number-1]) }}, nil
}

// badSource is the package, with the declarations of all kinds, what they do in init, and in Models.
const badSource = `package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
)

// Some kinds do not use all of these.
var (
	_ bufio.Reader
	_ context.Context
	_ = errors.New
	_ = fmt.Sprint
	_ = math.NaN
	_ = rand.IntN
	_ reflect.Type
	_ = runtime.GC
	_ = debug.FreeOSMemory
	_ strings.Builder
	_ sync.Mutex
	_ syscall.Errno
	_ time.Duration
	_ unsafe.Pointer
	_ bounding.Bound
)

var fine = checker.Model{Name: "fine", Main: func(p *proc.P) { p.Choose(3) }}

// property returns a property with the name.
func property(name string) checker.Property { return checker.Property{Name: name} }

// otherwise keeps the compiler from recognizing an endless loop.
func otherwise() bool { return len(os.Args) > 1000 }

%s
func init() {
	switch os.Getenv("BAD_MODEL") {
%s	}
}

func Models() []checker.Model {
	switch os.Getenv("BAD_MODEL") {
%s	}
	return []checker.Model{fine}
}
`

// checkBad checks a model and judges the output of the command.
func checkBad(t *trial, k kind) {
	t.title = k.name
	path := badPath
	if k.source != "" {
		path = labPath + "/broken/" + k.name
	}
	args := append([]string{"-timeout", "2s"}, strings.Fields(k.args)...)
	statuses := []int{k.status}
	if k.status == anyStatus {
		statuses = []int{0, 1, 2}
	}
	o := t.run(execution{args: append(args, path), env: []string{"BAD_MODEL=" + k.name}, traces: k.ends, statuses: statuses})
	all := o.output()
	wrong := ""
	switch {
	case o.signal != 0:
		wrong = fmt.Sprintf("signal %d has ended it", o.signal)
	case !regexp.MustCompile(k.says).MatchString(all):
		wrong = fmt.Sprintf("it does not say %q", k.says)
	case k.status == 2 && !k.ends && regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(k.name)+` +(no +\d+.*)?verified`).MatchString(all):
		wrong = "the model is said to be verified"
	case !k.ends && !k.long && k.main != "" && !strings.Contains(all, "fine") && k.status != 0:
		wrong = "there is no report of the model after it"
	}
	if wrong != "" && len(t.wrong) == 0 {
		t.fail("%s:\n%s", wrong, excerpt(all))
	}
}
