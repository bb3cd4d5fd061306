package cli

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

// The command waits for the program that it has built around the models, if its
// system lets it hand over these files; see [Job]. Code of a model could end
// the program, and nobody would learn of it otherwise.
const (
	orders = 3 // on which the command says what signals it got: a byte for each, its number
	news   = 4 // on which the program says in lines how far it is
)

// What the program says. In between it says which model is searched, in quotes.
const (
	ProgramBegins = "begin"
	ProgramSaved  = "saved " // and the file, in quotes, that the present search was saved in
	ProgramEnds   = "end"
	// ProgramUnread says that nobody reads the report any more, and ends the program.
	ProgramUnread = "unread"
)

// watcher is the command, as the program sees it; nil if it does not wait.
type watcher struct {
	orders io.Reader
	news   io.Writer
	output *os.File
	key    string
}

// watchedBy returns the command that waits for the program.
func watchedBy(job Job) *watcher {
	if !job.Watched {
		return nil
	}
	syscall.CloseOnExec(orders)
	syscall.CloseOnExec(news)
	return &watcher{os.NewFile(orders, "orders"), os.NewFile(news, "news"), os.NewFile(uintptr(job.Output), "standard output"), job.Key}
}

// tell tells the command something. If it is not there any more, take cares of that.
func (w *watcher) tell(news string) error {
	if w == nil {
		return nil
	}
	_, err := fmt.Fprintf(w.news, "\n%s %s\n", w.key, news) // somebody else may have written a part of a line
	return err
}

// Write writes a part of the report. If nobody reads it, the program ends, as it would if the
// report were its standard output.
func (w *watcher) Write(b []byte) (int, error) {
	n, err := w.output.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		w.tell(ProgramUnread)
		os.Exit(128 + int(syscall.SIGPIPE))
	}
	return n, err
}

// take hands on what the command orders. It does not return; when the command is no
// more, the program is to end, too.
func (w *watcher) take(interrupts chan<- os.Signal) {
	for r := bufio.NewReader(w.orders); ; {
		order, err := r.ReadByte()
		if errors.Is(err, io.EOF) {
			os.Exit(int(Interrupted))
		} else if err != nil {
			return // code of a model has closed the file; the program still gets signals
		}
		if s := syscall.Signal(order); s == syscall.SIGQUIT {
			dieOf(s)
		} else {
			interrupts <- s
		}
	}
}

// untilInterrupted returns a context that the first interrupt ends. The second one ends
// the program. What a terminal sends reaches both the program and the command, which
// hands it on, and counts once.
func untilInterrupted(w *watcher) context.Context {
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
				signal.Stop(signals) // the next one ends the program, whatever that does
			case last = <-ordered:
				others++
			}
		}
		dieOf(last)
	}()
	context.AfterFunc(ctx, func() {
		time.Sleep(3 * time.Second) // the program is mostly over by then
		fmt.Fprintln(os.Stderr, "\ncheckmodel: the search ends behind the present interleaving; one more interrupt ends the command at once")
	})
	return ctx
}

// dieOf ends the program by a signal.
func dieOf(s os.Signal) {
	signal.Reset(s)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second)
	}
	os.Exit(int(Interrupted))
}
