package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
)

// beginProfiles begins the profiles of the checker that the options ask for.
// The function that it returns ends them and writes them to their files.
func (o *Options) beginProfiles() (end func() error, err error) {
	var cpu, mem *os.File
	if cpu, err = create("-cpuprofile", o.CPUProfile); err != nil {
		return nil, err
	}
	if mem, err = create("-memprofile", o.MemProfile); err != nil {
		return nil, err
	}
	samples := &attentive{w: cpu}
	if cpu != nil {
		if err := pprof.StartCPUProfile(samples); err != nil {
			return nil, fmt.Errorf("-cpuprofile: %w", err)
		}
	}
	return func() error {
		var errs []error
		if cpu != nil {
			pprof.StopCPUProfile()
			errs = append(errs, samples.err, cpu.Close())
		}
		if mem != nil {
			runtime.GC() // what is in use is known as of the last collection
			errs = append(errs, pprof.Lookup("allocs").WriteTo(mem, 0), mem.Close())
		}
		return errors.Join(errs...)
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
	if err != nil {
		return nil, fmt.Errorf("%s: the profile cannot be written: %w", flag, err)
	}
	return f, nil
}
