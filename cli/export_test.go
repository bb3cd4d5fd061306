package cli

// ErrTimeout is the cause of a context that is done because the time of the run is up.
var ErrTimeout = errTimeout
