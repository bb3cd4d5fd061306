// Package ptrace starts a program in namespaces of its own and stops each of its threads at the system calls that matter, so
// that another package can answer these in place of the kernel. At the most frequent calls that is no stop of ptrace: the
// kernel tells us of the call by a descriptor, and the thread waits in it for our answer (user notification of seccomp). Both look
// the same to that package. It works on Linux on amd64 only, and arm64 is
// compiled, but was never tested; see [CheckSupport].
//
// A program is prepared without any code of ours in it: the first process of the namespaces, which is the program before its first
// instruction, never runs. A child of it is made to execute system calls that mount file systems, fix the addresses of memory,
// and install a filter; the last of these calls executes the program. It has the process number 2, and its threads have the
// numbers after it. An image of ours, which is in place of the vDSO of the kernel, lets it read a clock that it shares with us, so
// that most of these reads are no system calls. When the thread of the tracer ends, for whatever reason, the kernel ends all of
// them and the namespaces with their mounts go.
//
// All functions must be called by one thread of the operating system, the one that has called Start.
package ptrace

// Program is a program to start.
type Program struct {
	Path string   // absolute
	Args []string // the first one is the name of the program
	Env  []string
	Size int64 // of its directory, in bytes
	CPU  int   // on which all of its threads run
	// Random is the value of AT_RANDOM.
	Random [16]byte
	// Fill is called with the name, under which this process can reach it, of the directory before the program starts.
	Fill func(dir string) error
}

// Dir is where a program finds its directory, which is its working directory. It can write nothing else.
const Dir = "/mnt"
