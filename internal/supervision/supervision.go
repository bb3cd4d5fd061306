// Package supervision is the connection of the program around the models to the command that has built it and waits for it. The command
// passes signals on, and learns how far the program is. Otherwise code of a model could end the program without a message.
package supervision

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// The descriptors by which the two are connected, if the system can pass them on.
const (
	Orders = 3 // on which the command forwards signals, as one byte each
	News   = 4 // on which the program reports its progress in lines
	output = 5 // standard output of the command
)

// Messages of the program. Between these it sends the name of each model that is searched, in
// quotes.
const (
	Begins = "begin"
	Saved  = "saved " // followed by the file, in quotes, in which the current search was saved
	Ends   = "end"
)

// interrupted is the exit status after an interrupt.
const interrupted = 130

// Connection is the program's connection to the command; nil if the command does not wait.
type Connection struct {
	orders io.Reader
	news   io.Writer
	Report *os.File // standard output of the command
}

// Connect returns the connection to the command that waits for the program.
func Connect() *Connection {
	syscall.CloseOnExec(Orders)
	syscall.CloseOnExec(News)
	syscall.CloseOnExec(output)
	return &Connection{os.NewFile(Orders, "orders"), os.NewFile(News, "news"), os.NewFile(output, "standard output")}
}

// Tell sends a message to the command. If the command has ended, take handles that.
func (w *Connection) Tell(news string) {
	if w != nil {
		fmt.Fprintln(w.news, news)
	}
}

// Write writes a part of the report. If it is no longer read, the program ends, as it would if the
// report were its standard output.
func (w *Connection) Write(b []byte) (int, error) {
	n, err := w.Report.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		w.Tell(Ends)
		os.Exit(128 + int(syscall.SIGPIPE))
	}
	return n, err
}

// take forwards the signals from the command. It does not return; when the command has ended, it
// ends the program.
func (w *Connection) take(interrupts chan<- os.Signal) {
	for r := bufio.NewReader(w.orders); ; {
		order, err := r.ReadByte()
		if errors.Is(err, io.EOF) {
			os.Exit(interrupted)
		} else if err != nil {
			return // the program still receives signals
		}
		if s := syscall.Signal(order); s == syscall.SIGQUIT {
			dieOf(s)
		} else {
			interrupts <- s
		}
	}
}

// UntilInterrupted returns a context that the first interrupt ends. The second one ends the
// program. A signal from a terminal reaches both the program and the command, which forwards it; it
// counts once.
func UntilInterrupted(w *Connection) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	ordered := make(chan os.Signal)
	if w != nil {
		go w.take(ordered)
	}
	go func() {
		var last os.Signal
		for own, others := 0, 0; max(own, others) < 2; cancel() {
			select {
			case last = <-signals:
				own++
				signal.Stop(signals) // the next one ends the program at once
			case last = <-ordered:
				others++
			}
		}
		dieOf(last)
	}()
	context.AfterFunc(ctx, func() {
		time.Sleep(3 * time.Second) // usually the program has ended by then
		fmt.Fprintln(os.Stderr, "\ncheckmodel: the search ends after the current interleaving; one more interrupt ends the command at once")
	})
	return ctx
}

// dieOf ends the program by a signal.
func dieOf(s os.Signal) {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second)
	}
	os.Exit(interrupted)
}
