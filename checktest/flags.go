package checktest

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/checkmodel/checkmodel/bounding"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/memory"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/parameter"
	"github.com/checkmodel/checkmodel/proc"
)

// The flags of a test binary. Those that set an option are in flagOptions, by their names.
var (
	flagOptions   = map[string]Option{}
	deliveryFlag  proc.Delivery
	parameterFlag map[string]int
	replayFlag    string
	keepFlag      bool
	refreshFlag   bool
)

func init() {
	option := func(name, usage string, parse func(string) (Option, error)) {
		flag.Func("checkmodel."+name, usage, func(s string) (err error) {
			flagOptions[name], err = parse(s)
			return err
		})
	}
	number := func(name, usage string, set func(o *Options, n int)) {
		option(name, usage, func(s string) (Option, error) {
			n, err := strconv.Atoi(s)
			if err != nil || n < 0 {
				return nil, errNumber
			}
			return func(o *Options) { set(o, n) }, nil
		})
	}
	option("bound", "check models within the bound `N`, or one after the other within several, such as 0..6; none is no bound", func(s string) (Option, error) {
		b, err := bounding.Parse(s)
		return func(o *Options) { o.Bound = b }, err
	})
	number("max-interleavings", "check at most `N` interleavings of each model", func(o *Options, n int) { o.MaxInterleavings = n })
	number("runs", "draw `N` interleavings of each model at random instead of a search", func(o *Options, n int) { o.Runs = n })
	number("workers", "search with `N` goroutines; 0 is one for each processor", func(o *Options, n int) { o.Workers = n })
	option("memory", "end a search at `SIZE` of memory, such as 4GiB; none is no limit", func(s string) (Option, error) {
		size, err := memory.ParseSize(s)
		if err != nil {
			return nil, errors.New("it must be " + memory.Wanted)
		}
		return Memory(size), nil
	})
	option("seed", "schedule processes in an order drawn from seed `N`; 0 is the usual order", func(s string) (Option, error) {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return nil, errNumber
		}
		return Seed(n), nil
	})
	option("delivery", "let messages travel in another `way`: instant, channel or bag", func(s string) (Option, error) {
		if deliveryFlag = proc.Delivery(s); !slices.Contains(proc.Deliveries(), deliveryFlag) {
			return nil, fmt.Errorf("it must be one of %s", prose.Join(proc.Deliveries(), ", "))
		}
		return Delivery(deliveryFlag), nil
	})
	var without []string
	option("without", "leave out the external events with this `NAME`; the flag may be repeated", func(s string) (Option, error) {
		without = append(without, s)
		return Without(without...), nil
	})
	flag.Func("checkmodel.set", "give parameters of models other values, as `clients=3,servers=2`; the flag may be repeated, and models without them are skipped", func(s string) (err error) {
		parameterFlag, err = corpus.ParseParameters(parameterFlag, s)
		parameter.Set(parameterFlag)
		return err
	})
	flag.BoolFunc("checkmodel.require-complete", "fail if a bound, a budget or the time cut a search", func(s string) error {
		on, err := strconv.ParseBool(s)
		if err != nil {
			return errors.New("it must be true or false")
		}
		flagOptions["require-complete"] = func(o *Options) { o.RequireComplete = on }
		return nil
	})
	flag.StringVar(&replayFlag, "checkmodel.replay", "", "execute the one interleaving of this `schedule`, or file with one; select the model by -run, unless the file says which")
	flag.BoolVar(&keepFlag, "checkmodel.keep", false, "keep violations that the model declares, too, in testdata/checkmodel")
	flag.BoolVar(&refreshFlag, "checkmodel.refresh", false, "remove failures from testdata/checkmodel of which most steps no longer apply")
}

var errNumber = errors.New("it must be a whole number from 0")

// memoryLeft is the memory that was available to the tests when the first one began.
var memoryLeft = sync.OnceValue(memory.Available)
