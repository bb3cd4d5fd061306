// Command cycles prints for how many cycles of the processor a goroutine has waited, as the runtime counts them. With an argument, it makes
// code.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
)

func main() {
	if len(os.Args) > 1 {
		_, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_EXEC, syscall.MAP_PRIVATE|syscall.MAP_ANON)
		fmt.Println("made", err)
		return
	}
	runtime.SetBlockProfileRate(1)
	var mu sync.Mutex
	for range 20 {
		mu.Lock()
		done := make(chan bool)
		go func() {
			mu.Lock()
			mu.Unlock()
			close(done)
		}()
		runtime.Gosched()
		mu.Unlock()
		<-done
	}
	records := make([]runtime.BlockProfileRecord, 100)
	n, _ := runtime.BlockProfile(records)
	for _, r := range records[:n] {
		fmt.Println("cycles", r.Count, r.Cycles)
	}
}
