//go:build with_tla

// Systemlogs drives go.etcd.io/raft, unmodified, by seeded random runs, and writes what the library tells its TraceLogger.
package main

import (
	"fmt"
	"os"
	"strconv"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	l, _ := strconv.Atoi(os.Args[2])
	seed, _ := strconv.Atoi(os.Args[3])
	fmt.Fprintln(os.Stderr, write(os.Stdout, n, l, uint64(seed)))
}
