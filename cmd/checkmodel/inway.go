package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// inTheWay names the settings of the go command that may have caused a failure, each in a sentence
// on a line of its own. It returns "" if there are none.
func inTheWay(ctx context.Context) string {
	var set struct{ GOFLAGS, GOOS, GOARCH, GO111MODULE string }
	output, err := goCommand(ctx, nil, "env", "-json", "GOFLAGS", "GOOS", "GOARCH", "GO111MODULE")
	if err != nil || json.Unmarshal(output, &set) != nil {
		set.GOFLAGS = os.Getenv("GOFLAGS")
	}
	var hints strings.Builder
	if set.GOFLAGS != "" {
		fmt.Fprintf(&hints, "\nGOFLAGS is %q. If that is in the way, leave it out, as in: GOFLAGS= %s", set.GOFLAGS, started())
	}
	if set.GOOS != "" && (set.GOOS != runtime.GOOS || set.GOARCH != runtime.GOARCH) {
		fmt.Fprintf(&hints, "\nThe go command builds for GOOS=%s GOARCH=%s, and this is %s %s. Unset them: the program around the models is built to be executed here",
			set.GOOS, set.GOARCH, runtime.GOOS, runtime.GOARCH)
	}
	if set.GO111MODULE == "off" {
		hints.WriteString("\nGO111MODULE is off. Unset it: the models and the checker are found as modules")
	}
	return hints.String()
}
