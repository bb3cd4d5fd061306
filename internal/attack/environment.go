//go:build unix

package main

import (
	"regexp"

	"github.com/checkmodel/checkmodel/internal/gocache"
)

// environmentAttack runs the command in unusual environments.
var environmentAttack = attack{
	name: "environment", about: "runs the command in odd environments",
	short: 16, long: 1000, prepare: prepareEnvironment,
}

// surroundings is an unusual environment.
type surroundings struct {
	name     string
	env      []string // a name alone removes the variable
	redirect string
	before   string // commands for the shell
	statuses []int
	says     string // a regular expression
}

var (
	well    = []int{0}
	refuses = []int{2}
	either  = []int{0, 2}
)

// afresh selects the real go command instead of the caching one.
const afresh = gocache.Answers

var odd = []surroundings{
	{name: "nothing odd", statuses: well, says: "order is violated"},
	{name: "no HOME", env: []string{"HOME", afresh}, statuses: well, says: "violated"},
	{name: "HOME nowhere", env: []string{"HOME=/dev/null", afresh}, statuses: well, says: "violated"},
	{name: "no HOME and no caches", env: []string{"HOME", "GOCACHE", "GOMODCACHE", "GOPATH", afresh}, statuses: refuses, says: "HOME|GOCACHE|GOMODCACHE"},
	{name: "TMPDIR nowhere", env: []string{"TMPDIR=/dev/null/nowhere", afresh}, statuses: refuses, says: "TMPDIR"},
	{name: "TMPDIR a file", env: []string{"TMPDIR=/dev/null"}, statuses: refuses, says: "TMPDIR"},
	{name: "TMPDIR not writable", env: []string{"TMPDIR=/proc"}, statuses: refuses, says: "TMPDIR"},
	{name: "TMPDIR relative", env: []string{"TMPDIR=tmp"}, statuses: either, says: "."},
	{name: "TMPDIR empty", env: []string{"TMPDIR="}, statuses: well, says: "violated"},
	{name: "TMPDIR with a strange name", before: `mkdir "a b'c"; TMPDIR="$PWD/a b'c"; export TMPDIR; `, statuses: either, says: "."},
	{name: "GOTMPDIR nowhere", env: []string{"GOTMPDIR=/dev/null/nowhere"}, statuses: refuses, says: "GOTMPDIR"},
	{name: "GOFLAGS nonsense", env: []string{"GOFLAGS=nonsense"}, statuses: refuses, says: "GOFLAGS"},
	{name: "GOFLAGS unknown", env: []string{"GOFLAGS=-nonsense"}, statuses: refuses, says: "GOFLAGS|nonsense"},
	{name: "GOFLAGS vendor", env: []string{"GOFLAGS=-mod=vendor"}, statuses: refuses, says: "vendor"},
	{name: "GOFLAGS mod", env: []string{"GOFLAGS=-mod=mod"}, statuses: well, says: "violated"},
	{name: "GOFLAGS ldflags", env: []string{"GOFLAGS=-ldflags=-w"}, statuses: well, says: "violated"},
	{name: "GOFLAGS tags", env: []string{"GOFLAGS=-tags=x,y"}, statuses: well, says: "violated"},
	{name: "GOFLAGS only prints", env: []string{"GOFLAGS=-n"}, statuses: refuses, says: "checkmodel: "},
	{name: "GOFLAGS verbose", env: []string{"GOFLAGS=-x"}, statuses: either, says: "."},
	{name: "GOFLAGS failing tool", env: []string{"GOFLAGS=-toolexec=/bin/false"}, statuses: refuses, says: "checkmodel: "},
	{name: "another system", env: []string{"GOOS=windows", afresh}, statuses: refuses, says: "checkmodel: "},
	{name: "another processor", env: []string{"GOARCH=nonsense", afresh}, statuses: refuses, says: "nonsense"},
	{name: "GO111MODULE off", env: []string{"GO111MODULE=off", afresh}, statuses: refuses, says: "checkmodel: "},
	{name: "GOWORK nowhere", env: []string{"GOWORK=/dev/null/nowhere/go.work", afresh}, statuses: refuses, says: "go.work"},
	{name: "GOROOT nowhere", env: []string{"GOROOT=/dev/null", afresh}, statuses: refuses, says: "checkmodel: "},
	{name: "GOCACHE off", env: []string{"GOCACHE=off", afresh}, statuses: refuses, says: "checkmodel: "},
	{name: "GOEXPERIMENT nonsense", env: []string{"GOEXPERIMENT=nonsense", afresh}, statuses: refuses, says: "unknown GOEXPERIMENT"},
	{name: "GODEBUG nonsense", env: []string{"GODEBUG=nonsense=1"}, statuses: well, says: "violated"},
	{name: "GODEBUG talks", env: []string{"GODEBUG=gctrace=1"}, statuses: well, says: "violated"},
	{name: "GOGC off", env: []string{"GOGC=off"}, statuses: well, says: "violated"},
	{name: "GOGC one", env: []string{"GOGC=1"}, statuses: well, says: "violated"},
	{name: "GOMEMLIMIT tiny", env: []string{"GOMEMLIMIT=1MiB"}, statuses: well, says: "violated"},
	{name: "GOMAXPROCS one", env: []string{"GOMAXPROCS=1"}, statuses: well, says: "violated"},
	{name: "GOMAXPROCS many", env: []string{"GOMAXPROCS=500"}, statuses: well, says: "violated"},
	{name: "GOMAXPROCS odd", env: []string{"GOMAXPROCS=-x"}, statuses: well, says: "violated"},
	{name: "GOTRACEBACK crash", env: []string{"GOTRACEBACK=crash"}, statuses: well, says: "violated"},
	{name: "PATH without go", env: []string{"PATH=/dev/null"}, statuses: refuses, says: "no command 'go' in PATH"},
	{name: "PATH empty", env: []string{"PATH="}, statuses: refuses, says: "no command 'go' in PATH"},
	{name: "no PATH", env: []string{"PATH"}, statuses: refuses, says: "go"},
	{name: "go in the working directory", before: `printf '#!/bin/sh\necho bad\n' >go; chmod +x go;`, env: []string{"PATH=."}, statuses: refuses, says: "checkmodel: "},
	{name: "go prints nonsense", before: `mkdir b; printf '#!/bin/sh\necho bad\n' >b/go; chmod +x b/go; PATH=$PWD/b; export PATH;`, statuses: refuses, says: "go list"},
	{name: "go is killed", before: `mkdir b; printf '#!/bin/sh\nkill -9 $$\n' >b/go; chmod +x b/go; PATH=$PWD/b:$PATH; export PATH;`, statuses: refuses, says: "checkmodel: "},
	{name: "go builds nothing", before: `mkdir b; printf '#!/bin/sh\n[ "$1" = build ] || exec ` + "$" + gocache.Go + ` "$@"\n' >b/go; chmod +x b/go; PATH=$PWD/b:$PATH; export PATH;`, statuses: refuses, says: "checkmodel: "},
	{name: "no standard input", redirect: "<&-", statuses: well, says: "violated"},
	{name: "no standard output", redirect: ">&-", statuses: either},
	{name: "no standard error", redirect: "2>&-", statuses: well, says: "violated"},
	{name: "no output at all", redirect: ">&- 2>&-", statuses: either},
	{name: "no files at all", redirect: "<&- >&- 2>&-", statuses: either},
	{name: "standard output is full", redirect: ">/dev/full", statuses: refuses, says: "no space left"},
	{name: "standard error is full", redirect: "2>/dev/full", statuses: well, says: "violated"},
	{name: "both are full", redirect: ">/dev/full 2>&1", statuses: refuses},
	{name: "nobody reads", redirect: "| true", statuses: well},
	{name: "nobody reads errors", redirect: "2>&1 >/dev/full | true", statuses: well},
	{name: "standard input is full", redirect: "</dev/full", statuses: well, says: "violated"},
	{name: "standard output cannot be written", redirect: ">&0 </dev/null", statuses: either},
	{name: "more files are open", redirect: "3>/dev/null 4</dev/null 5>x", statuses: well, says: "violated"},
	{name: "few files may be open", before: "ulimit -n 20;", statuses: either, says: "."},
	{name: "files must be small", before: "ulimit -f 1;", statuses: either, says: "."},
	{name: "little memory", before: "ulimit -v 300000;", statuses: either, says: "."},
	{name: "no working directory", before: "mkdir gone; cd gone; rmdir ../gone;", statuses: refuses, says: "checkmodel: "},
	{name: "PWD lies", env: []string{"PWD=/dev/null"}, statuses: well, says: "violated"},
	{name: "signals are ignored", before: "trap '' INT TERM HUP PIPE CHLD;", statuses: well, says: "violated"},
	{name: "COLUMNS zero", env: []string{"COLUMNS=0"}, statuses: well, says: "violated"},
	{name: "COLUMNS negative", env: []string{"COLUMNS=-1"}, statuses: well, says: "violated"},
	{name: "COLUMNS huge", env: []string{"COLUMNS=99999999999999999999"}, statuses: well, says: "violated"},
	{name: "no TERM", env: []string{"TERM"}, statuses: well, says: "violated"},
	{name: "TERM odd", env: []string{"TERM=../../x\x1b[31m"}, statuses: well, says: "violated"},
	{name: "TERM of colors", env: []string{"TERM=xterm-256color", "COLORTERM=truecolor"}, statuses: well, says: "violated"},
	{name: "locale C", env: []string{"LC_ALL=C"}, statuses: well, says: "violated"},
	{name: "locale Turkish", env: []string{"LC_ALL=tr_TR.ISO-8859-9", "LANG=tr_TR"}, statuses: well, says: "violated"},
	{name: "locale odd", env: []string{"LC_ALL=\xff"}, statuses: well, says: "violated"},
	{name: "time zone odd", env: []string{"TZ=../../dev/null"}, statuses: well, says: "violated"},
	{name: "environment large", before: `X=$(head -c 100000 /dev/zero | tr '\0' x); export X;`, statuses: well, says: "violated"},
	{name: "testing variables", env: []string{"GOCOVERDIR=/dev/null", "GO_TEST_TIMEOUT_SCALE=x"}, statuses: well, says: "violated"},
}

func prepareEnvironment(l *lab) (cases, error) {
	if err := prepareSearched(l); err != nil {
		return cases{}, err
	}
	return cases{number: len(odd), run: func(t *trial) {
		s := odd[t.number-1]
		t.title = s.name
		o := t.run(execution{
			args: []string{"-model", "^race$", "-html", "page.html", "-keep", "kept", searched},
			env:  s.env, redirect: s.redirect, before: s.before, statuses: s.statuses,
		})
		if len(t.wrong) == 0 && !regexp.MustCompile(s.says).MatchString(o.output()) {
			t.fail("it does not say %q:\n%s", s.says, excerpt(o.output()))
		}
	}}, nil
}
