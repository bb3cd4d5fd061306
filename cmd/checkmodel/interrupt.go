package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// interruptible returns a context that an interrupt cancels. The returned function stops catching
// interrupts, and reports whether there was one; no interrupt is lost in between.
func interruptible() (ctx context.Context, end func() bool) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for range signals {
			cancel()
		}
	})
	return ctx, func() bool {
		signal.Stop(signals)
		close(signals)
		watcher.Wait()
		interrupted := ctx.Err() != nil
		cancel()
		return interrupted
	}
}
