// Package shrink executes the schedules by which package minimize makes a run smaller, and describes an interleaving as a run.
package shrink
