package checker

import (
	"errors"

	"github.com/checkmodel/checkmodel/internal/driver"
)

// stale returns the error of a driver in the form in which Check returns it.
func stale(err error) error {
	var open *driver.Stale
	var schedule *driver.Impossible
	switch {
	case errors.As(err, &open):
		return &StaleCheckpoint{Problem: open.Problem}
	case errors.As(err, &schedule):
		return &StaleSchedule{Step: 1, Problem: schedule.Problem}
	}
	return err
}

// contradicted returns the error of a search that was resumed. An internal error may be due to another model.
func contradicted(err error) error {
	var internal *InternalError
	if !errors.As(err, &internal) {
		return err
	}
	return &StaleCheckpoint{Problem: "the checkpoint contradicts the model: " + internal.Problem +
		". The model is another one, or the checker is wrong. Start the search again; if that happens again, please report it with the model"}
}
