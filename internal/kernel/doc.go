// Package kernel answers the system calls of a real program in place of the kernel of the machine, so that each run of the
// program is the same: the network, events, pipes, locks, sleeping, the clock and randomness are emulated, and nothing but files
// and memory is passed on. No thread ever waits for the kernel of the machine.
//
// A [Machine] is one computer of a cluster. It runs its program until all threads wait for something from
// outside, and then shows the packets that the program has sent and the lines that it has printed. What comes from outside is a
// packet, a time, or a fault. Machines share nothing: events of different machines commute.
//
// A call that is not covered ends the run with an error, which names the call, the thread and the place in the program.
package kernel
