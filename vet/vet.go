// Package vet lists the analyzers that find bugs in models before they run. The
// command runs them as 'checkmodel vet', and go vet as
//
//	go vet -vettool=$(which checkmodel) ./...
//
// Each analyzer is a package with a file of the same name, and a directory testdata with a file
// bad.go, in which every finding is marked, and a file good.go without findings. Package modelcode
// defines which code is analyzed, and how a finding is allowed. A new analyzer is one such
// directory and one line in [Analyzers].
package vet

import (
	"golang.org/x/tools/go/analysis"

	"github.com/checkmodel/checkmodel/vet/allow"
	"github.com/checkmodel/checkmodel/vet/concurrency"
	"github.com/checkmodel/checkmodel/vet/copycompare"
	"github.com/checkmodel/checkmodel/vet/endlessreceive"
	"github.com/checkmodel/checkmodel/vet/globalrand"
	"github.com/checkmodel/checkmodel/vet/globalstate"
	"github.com/checkmodel/checkmodel/vet/latecapture"
	"github.com/checkmodel/checkmodel/vet/loopstate"
	"github.com/checkmodel/checkmodel/vet/maporder"
	"github.com/checkmodel/checkmodel/vet/programexit"
	"github.com/checkmodel/checkmodel/vet/rulestate"
	"github.com/checkmodel/checkmodel/vet/sentchange"
	"github.com/checkmodel/checkmodel/vet/sharedvar"
	"github.com/checkmodel/checkmodel/vet/syncerror"
	"github.com/checkmodel/checkmodel/vet/wallclock"
)

// Analyzers returns all analyzers.
func Analyzers() []*analysis.Analyzer {
	all := []*analysis.Analyzer{
		concurrency.Analyzer,
		copycompare.Analyzer,
		endlessreceive.Analyzer,
		globalrand.Analyzer,
		globalstate.Analyzer,
		latecapture.Analyzer,
		loopstate.Analyzer,
		maporder.Analyzer,
		programexit.Analyzer,
		rulestate.Analyzer,
		sentchange.Analyzer,
		sharedvar.Analyzer,
		syncerror.Analyzer,
		wallclock.Analyzer,
	}
	return append(all, allow.Among(all...))
}
