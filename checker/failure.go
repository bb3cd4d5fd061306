package checker

import (
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/result"
)

// ModelError says that a model cannot be checked: its code breaks a rule of package proc, is not deterministic, or
// does not return. [Check] returns it in a [Failure].
type ModelError = guard.ModelError

// Failure says why the search of a model failed.
type Failure = result.Failure

// InternalError is an error of the checker, not the model.
type InternalError = result.InternalError

// StaleCheckpoint is the error that a search cannot be resumed from a checkpoint.
type StaleCheckpoint = result.StaleCheckpoint

// StaleSchedule is the error that no step of a schedule is possible: it belongs to another model.
type StaleSchedule = result.StaleSchedule
