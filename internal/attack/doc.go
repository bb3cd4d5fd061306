// Package attack has tests only. They expose the command checkmodel to users, machines and mistakes: they kill searches
// and resume them, check bad models, give odd flags, and run the command where the disk is full. The command is built
// from this tree and run as a process, with a limit on its memory. No run may end with a panic, an internal error, a
// wrong result, leftover files, or a process that hangs.
//
// A plain test runs a sample of the cases; with -long, all of them.
package attack
