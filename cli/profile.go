package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/checkmodel/checkmodel/internal/problems"
)

// beginProfiles begins the profiles of the checker that the options ask for.
// The function that it returns ends them and writes them to their files.
func (o *Options) beginProfiles() (end func() error, err error) {
	cpu, cpuErr := create("-cpuprofile", o.CPUProfile)
	mem, memErr := create("-memprofile", o.MemProfile)
	if err := problems.Join(cpuErr, memErr); err != nil {
		return nil, err
	}
	samples := &attentive{w: cpu}
	if cpu != nil {
		if err := pprof.StartCPUProfile(samples); err != nil {
			return nil, fmt.Errorf("-cpuprofile: %w", err)
		}
	}
	return func() error {
		var all []error
		if cpu != nil {
			pprof.StopCPUProfile()
			all = append(all, unprofiled("-cpuprofile", cmp.Or(samples.err, cpu.Close())))
		}
		if mem != nil {
			runtime.GC() // what is in use is known as of the last collection
			all = append(all, unprofiled("-memprofile", cmp.Or(pprof.Lookup("allocs").WriteTo(mem, 0), mem.Close())))
		}
		return problems.Join(all...)
	}, nil
}

// attentive is a writer that remembers an error of the one behind it: who writes a CPU
// profile does not ask.
type attentive struct {
	w   io.Writer
	err error
}

func (a *attentive) Write(b []byte) (int, error) {
	n, err := a.w.Write(b)
	a.err = cmp.Or(a.err, err)
	return n, err
}

// create creates the file of a profile, if there shall be one.
func create(flag, name string) (*os.File, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Create(name)
	return f, unprofiled(flag, err)
}

// unprofiled says which profile could not be written, if there is an error.
func unprofiled(flag string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: the profile cannot be written: %w", flag, err)
}
