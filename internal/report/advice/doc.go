// Package advice writes sentences about a result: the established facts, their limits, and remedies: against too
// many interleavings, bugs that were not found, misspelt names, schedules that do not fit.
package advice
