package checker

import "github.com/checkmodel/checkmodel/internal/world/guard"

// ModelError says that a model cannot be checked: its code breaks a rule of package proc, is not deterministic, or
// does not return. [Check] returns it in a [Failure].
type ModelError = guard.ModelError

// Failure says why the search of a model failed.
type Failure struct {
	Model string // its name
	Cause error
}

// Error returns the cause, after the name of the model.
func (f *Failure) Error() string { return "model " + f.Model + ": " + f.Cause.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }

// InternalError is an error of the checker, not the model.
type InternalError struct {
	Problem string
	Stack   []byte // of a panic
}

// Error returns the problem.
func (e *InternalError) Error() string {
	return "checkmodel internal error: " + e.Problem + ". Please report it with the model"
}
