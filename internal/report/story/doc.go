// Package story tells the trace of a violation as steps: it folds events that belong together, a request and its reply or a
// message and its arrival, knows when processes live, and puts names and operations into the words that people read.
package story
