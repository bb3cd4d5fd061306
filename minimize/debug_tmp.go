package minimize

import (
	"fmt"
	"os"
	"time"
)

var debugBegin = time.Now()

func debugf(f string, a ...any) {
	fmt.Fprintf(os.Stderr, "%6.1fs "+f+"\n", append([]any{time.Since(debugBegin).Seconds()}, a...)...)
}
