package result

// Failure says why the search of a model failed.
type Failure struct {
	Model string // its name
	Cause error
}

// Error returns the cause, after the name of the model.
func (f *Failure) Error() string { return "model " + f.Model + ": " + f.Cause.Error() }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Cause }
