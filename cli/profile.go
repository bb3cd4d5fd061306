package cli

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/pprof"

	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/problems"
)

// beginProfiles begins the profiles that the options ask for. The function that it returns ends
// them and writes them to their files.
func (r *run) beginProfiles() (end func() error, err error) {
	var samples bytes.Buffer // little is written before the end
	cpu, mem := r.options.CPUProfile, r.options.MemProfile
	if cpu != "" {
		if err := pprof.StartCPUProfile(&samples); err != nil {
			return nil, fmt.Errorf("-cpuprofile: %w", err)
		}
	}
	return func() error {
		var all []error
		if cpu != "" {
			pprof.StopCPUProfile()
			all = append(all, unwritten("-cpuprofile: the profile", files.Write(r.path(cpu), samples.Bytes())))
		}
		if mem != "" {
			runtime.GC() // the profile is as of the last collection
			var b bytes.Buffer
			err := pprof.Lookup("allocs").WriteTo(&b, 0)
			if err == nil {
				err = files.Write(r.path(mem), b.Bytes())
			}
			all = append(all, unwritten("-memprofile: the profile", err))
		}
		return problems.Join(all...)
	}, nil
}
