// What is not covered.
package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"
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
	case "reader": // prints how many bytes each read returns
		l, err := net.Listen("tcp", ":7000")
		if err != nil {
			panic(err)
		}
		conn, err := l.Accept()
		if err != nil {
			panic(err)
		}
		go time.Sleep(time.Hour)
		for b := make([]byte, 100); ; {
			n, err := conn.Read(b)
			if err != nil {
				select {} // a node does not end
			}
			fmt.Println(n)
		}
	case "writer": // writes twice without a pause
		time.Sleep(time.Second) // until somebody listens
		conn, err := net.Dial("tcp", os.Args[2])
		if err != nil {
			panic(err)
		}
		conn.Write(make([]byte, 8))
		conn.Write(make([]byte, 32))
		time.Sleep(time.Minute) // until all is read
	case "segfault": // and many goroutines, so the trace is long
		debug.SetTraceback("all")
		for range 30 {
			go func() { select {} }()
		}
		time.Sleep(time.Millisecond)
		var p *int
		fmt.Println(*p)
	}
}
