package report_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain lets a plain "go test" draw the same few reports each time. Others come with
// -rapid.seed, and more with -rapid.checks.
func TestMain(m *testing.M) {
	flag.Parse()
	chosen := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { chosen[f.Name] = true })
	for name, usual := range map[string]string{"rapid.checks": "30", "rapid.seed": "1"} {
		if !chosen[name] {
			if err := flag.Set(name, usual); err != nil {
				panic(err)
			}
		}
	}
	os.Exit(m.Run())
}
