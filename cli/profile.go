package cli

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"

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
			all = append(all, r.writeFile("-cpuprofile: the profile", cpu, func(w io.Writer) error {
				_, err := samples.WriteTo(w)
				return err
			}))
		}
		if mem != "" {
			runtime.GC() // the profile is as of the last collection
			all = append(all, r.writeFile("-memprofile: the profile", mem, func(w io.Writer) error {
				return pprof.Lookup("allocs").WriteTo(w, 0)
			}))
		}
		return problems.Join(all...)
	}, nil
}
