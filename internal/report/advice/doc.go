// Package advice says in sentences what was established about a model, within which limits, and what may help: against too
// many interleavings, bugs that were not found, misspelt names, schedules that do not fit.
package advice
