// Package descriptor holds the open files of a process: the table of descriptors, and the objects behind them that need no network.
// These are pipes, counters and timers, sets for epoll, and devices. An object never waits: it says that it would have to.
package descriptor
