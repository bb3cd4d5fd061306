// A server that answers datagrams, and a client with two sockets, of which one is connected.
package main

import (
	"fmt"
	"net"
	"os"
	"time"
)

func main() {
	if len(os.Args) == 1 {
		serve()
		return
	}
	to, err := net.ResolveUDPAddr("udp", os.Args[1])
	if err != nil {
		fmt.Println(err)
		return
	}
	connected, err := net.DialUDP("udp", nil, to)
	if err != nil {
		fmt.Println(err)
		return
	}
	free, err := net.ListenUDP("udp", &net.UDPAddr{})
	if err != nil {
		fmt.Println(err)
		return
	}
	b := make([]byte, 100)
	for i := range 20 {
		for answered := false; !answered; {
			c := connected
			if i%2 == 0 {
				fmt.Fprint(connected, "ping ", i)
			} else {
				c = free
				_, _, err = free.WriteMsgUDP(fmt.Append(nil, "ping ", i), nil, to)
			}
			if err == nil {
				err = c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
			}
			if err != nil {
				fmt.Println(err)
				return
			}
			if n, _, _, from, err := c.ReadMsgUDP(b, nil); err != nil {
				fmt.Println("again", err)
			} else if answered = string(b[:n]) == fmt.Sprint("pong ping ", i); !answered {
				fmt.Println("late", string(b[:n]), from)
			}
		}
	}
	fmt.Fprint(connected, "end")
	fmt.Println("answers 20")
}

func serve() {
	c, err := net.ListenPacket("udp", ":7000")
	if err != nil {
		fmt.Println(err)
		return
	}
	b := make([]byte, 100)
	for {
		n, from, err := c.ReadFrom(b)
		if err != nil || string(b[:n]) == "end" {
			fmt.Println("end", err)
			return
		}
		if _, err := c.WriteTo(append([]byte("pong "), b[:n]...), from); err != nil {
			fmt.Println(err)
		}
	}
}
