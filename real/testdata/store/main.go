// A replicated register. The primary writes a value to its file, and has the backup write it, before it answers.
//
//	store serve [BACKUP]     store put PRIMARY VALUES     store check MOST NODES
//
// With BUG=inplace the file is written in place and not synced. With BUG=resync a sync that has failed is tried again.
package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

var bug = os.Getenv("BUG")

func main() {
	if os.Args[1] == "serve" {
		backup := ""
		if len(os.Args) > 2 {
			backup = os.Args[2]
		}
		serve(backup)
		return
	}
	if os.Args[1] == "check" {
		check(os.Args[2], os.Args[3:])
		return
	}
	n, _ := strconv.Atoi(os.Args[3])
	put(os.Args[2], n)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func save(v string) {
	if bug == "inplace" {
		must(os.WriteFile("value", []byte(v), 0o644))
		return
	}
	f, err := os.Create("value.tmp")
	must(err)
	_, err = f.WriteString(v)
	must(err)
	err = f.Sync()
	if bug == "resync" {
		err = f.Sync()
	}
	must(err)
	must(f.Close())
	must(os.Rename("value.tmp", "value"))
	d, err := os.Open(".")
	must(err)
	must(d.Sync())
	must(d.Close())
}

func load() string {
	b, err := os.ReadFile("value")
	if err != nil {
		return "0"
	}
	return string(b)
}

// check fails if the file of a node has a greater value. It also leaves something in its own directory.
func check(most string, nodes []string) {
	for _, n := range nodes {
		b, err := os.ReadFile(n + "/value")
		if err == nil && string(b) > most {
			fmt.Printf("%s has\t%s\n", n, b)
			os.Exit(1)
		}
		must(os.WriteFile(n+"/value", nil, 0o644))
	}
}

func serve(backup string) {
	value := load()
	if _, err := strconv.Atoi(value); err != nil {
		panic("the file is damaged: " + strconv.Quote(value))
	}
	l, err := net.Listen("tcp", ":7000")
	must(err)
	requests := make(chan func())
	go func() {
		for f := range requests {
			f()
		}
	}()
	for {
		c, err := l.Accept()
		must(err)
		go func() {
			defer c.Close()
			for r := bufio.NewReader(c); ; {
				s, err := r.ReadString('\n')
				if err != nil {
					return
				}
				done := make(chan string)
				requests <- func() {
					if f := strings.Fields(s); f[0] == "put" {
						value = f[1]
						save(value)
						if backup != "" && ask(backup, s) == "" {
							done <- "failed"
							return
						}
					}
					done <- value
				}
				if _, err := fmt.Fprintln(c, <-done); err != nil {
					return
				}
			}
		}()
	}
}

// ask returns the answer of a server, or "" if there is none.
func ask(address, request string) string {
	c, err := net.DialTimeout("tcp", address, 200*time.Millisecond)
	if err != nil {
		return ""
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(200 * time.Millisecond))
	if _, err := fmt.Fprintln(c, strings.TrimSpace(request)); err != nil {
		return ""
	}
	s, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return ""
	}
	return strings.TrimSpace(s)
}

func put(address string, n int) {
	for i := 1; i <= n; i++ {
		for ask(address, fmt.Sprint("put ", i)) != fmt.Sprint(i) {
			time.Sleep(50 * time.Millisecond)
		}
		fmt.Println("wrote", i)
		for {
			if s := ask(address, "get"); s != "" {
				fmt.Println("read", s)
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}
