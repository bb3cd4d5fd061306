//go:build linux && (amd64 || arm64)

package kernel

// calls has the system calls that are covered. A call that the filter of package ptrace admits never gets here.
var calls = table(timeCalls, machineCalls, threadCalls, dataCalls, pollCalls, socketCalls, fileCalls, ownCalls)

func table(groups ...map[int]row) map[int]row {
	all := map[int]row{}
	for _, g := range groups {
		for number, r := range g {
			if _, twice := all[number]; twice {
				panic("system call " + r.name + " is listed twice")
			}
			all[number] = r
		}
	}
	return all
}
