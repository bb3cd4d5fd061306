package byhand_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain makes a plain "go test" draw the same few sessions each time. -rapid.seed selects others, and -rapid.checks
// more.
func TestMain(m *testing.M) {
	flag.Parse()
	chosen := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { chosen[f.Name] = true })
	for name, usual := range map[string]string{"rapid.checks": "10", "rapid.seed": "1"} {
		if !chosen[name] {
			if err := flag.Set(name, usual); err != nil {
				panic(err)
			}
		}
	}
	os.Exit(m.Run())
}
