// What is not covered.
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

func main() {
	switch os.Args[1] {
	case "raw":
		fmt.Println(net.Dial("ip:icmp", "10.0.0.1"))
	case "spin":
		var flag atomic.Bool
		go func() {
			runtime.LockOSThread()
			time.Sleep(time.Hour)
			flag.Store(true)
		}()
		time.Sleep(time.Millisecond)
		for !flag.Load() {
		}
	case "outside":
		fmt.Println(os.WriteFile("/tmp/outside", nil, 0o644))
		_, err := net.Dial("tcp", "8.8.8.8:53")
		fmt.Println(err)
	case "segfault":
		var p *int
		fmt.Println(*p)
	}
}
