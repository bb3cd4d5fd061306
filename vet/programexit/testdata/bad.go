package testdata

import (
	"log"
	"os"
	"runtime"
	"syscall"

	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/vet/programexit/testdata/elsewhere"
)

func process(p *proc.P) {
	switch p.Choose(5) {
	case 0:
		os.Exit(1) // want `os\.Exit ends the program, and with it the search; a process ends by P\.Exit`
	case 1:
		log.Fatalf("no") // want `log\.Fatalf ends the program`
	case 2:
		syscall.Exit(1) // want `syscall\.Exit ends the program`
	case 3:
		runtime.Goexit() // want `runtime\.Goexit ends the program`
	case 4:
		logger.Fatal("no") // want `log\.Logger\.Fatal ends the program`
	}
	give()
	elsewhere.Must(nil) // want `Must ends the program \(log\.Fatal at vet/programexit/testdata/elsewhere/elsewhere\.go:8\)`
}

var logger = log.New(os.Stderr, "", 0)

// A process calls it.
func give() { defer os.Exit(2) } // want `os\.Exit ends the program`
