package result

import "fmt"

// Failure says why the search of a model failed.
type Failure struct {
	Model string // its name
	Cause error
}

// Error returns the cause, after the name of the model.
func (f *Failure) Error() string { return "model " + f.Model + ": " + f.Cause.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// Setting is an option with its name.
type Setting struct{ Name, Value string }

// StaleCheckpoint is the error that a search cannot be resumed from a checkpoint.
type StaleCheckpoint struct {
	Problem string
	Options []Setting // the options that differ, with their values in the checkpoint
}

// Error implements error.
func (e *StaleCheckpoint) Error() string { return "the search cannot be resumed: " + e.Problem }

// StaleSchedule is the error that no step of a schedule is possible: the schedule belongs to another model.
type StaleSchedule struct {
	Step    int // counted from 1; the first one
	Problem string
}

// Error implements error.
func (e *StaleSchedule) Error() string {
	return fmt.Sprintf("no step of the schedule is possible; step %d is not: %s; the schedule belongs to another model, or to another delivery",
		e.Step, e.Problem)
}

// InternalError is an error of the checker, not the model.
type InternalError struct {
	Problem string
	Stack   []byte // of a panic
}

// Error returns the problem.
func (e *InternalError) Error() string {
	return "checkmodel internal error: " + e.Problem + ". Please report it with the model"
}
