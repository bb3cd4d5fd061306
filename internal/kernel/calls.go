//go:build linux && (amd64 || arm64)

package kernel

import (
	"cmp"
	"fmt"

	"github.com/elastic/go-seccomp-bpf/arch"
)

// calls has the system calls that are covered. A call that the filter of package ptrace admits never gets here.
var calls = table(timeCalls, machineCalls, threadCalls, dataCalls, pollCalls, socketCalls, fileCalls, ownCalls)

func table(groups ...map[int]handler) map[int]handler {
	all := map[int]handler{}
	for _, g := range groups {
		for number, h := range g {
			if all[number] != nil {
				panic("system call " + nameOf(number) + " is listed twice")
			}
			all[number] = h
		}
	}
	return all
}

var info, _ = arch.GetInfo("") // it knows this architecture

// nameOf returns the name of a system call.
func nameOf(number int) string {
	return cmp.Or(info.SyscallNumbers[number], fmt.Sprint("number ", number))
}
