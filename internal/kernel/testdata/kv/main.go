// A key-value server with several connections, and a client of it.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

func main() {
	if os.Args[1] == "server" {
		server()
	} else {
		client(os.Args[2])
	}
}

func server() {
	l, err := net.Listen("tcp", ":7000")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("serving", runtime.NumCPU(), os.Getpid(), rand.Int63(), time.Now().UnixNano())
	m, done, ended := map[string]string{}, make(chan bool), 0
	var mu sync.Mutex
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				r := bufio.NewReader(c)
				for {
					s, err := r.ReadString('\n')
					if err != nil {
						mu.Lock()
						if ended++; ended == 4 {
							close(done)
						}
						mu.Unlock()
						return
					}
					f := strings.Fields(s)
					mu.Lock()
					if f[0] == "put" {
						m[f[1]] = f[2]
						fmt.Fprintln(c, "ok")
					} else {
						fmt.Fprintln(c, m[f[1]])
					}
					mu.Unlock()
				}
			}()
		}
	}()
	ticks := 0
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		select {
		case <-tick.C:
			ticks++
		case <-done:
			runtime.GC()
			mu.Lock()
			keys := ""
			for k := range m {
				keys += k + ","
			}
			fmt.Println("ticks", ticks, keys)
			return
		}
	}
}

func client(address string) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	order := ""
	for i := range 4 {
		wg.Go(func() {
			var c net.Conn
			for {
				var err error
				if c, err = net.DialTimeout("tcp", address, time.Second); err == nil {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
			defer c.Close()
			r := bufio.NewReader(c)
			for j := range 10 {
				if k := rand.Intn(10); rand.Intn(2) == 0 {
					fmt.Fprintf(c, "put k%d v%d.%d\n", k, i, j)
				} else {
					fmt.Fprintf(c, "get k%d\n", k)
				}
				if _, err := r.ReadString('\n'); err != nil {
					fmt.Println(err)
					return
				}
				mu.Lock()
				order += fmt.Sprint(i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(order)
}
