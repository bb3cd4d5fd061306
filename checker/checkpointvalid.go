package checker

import (
	"errors"
	"fmt"
)

func damaged(format string, args ...any) error {
	return &StaleCheckpoint{Problem: "the checkpoint is damaged: " + fmt.Sprintf(format, args...) + ". Start the search again"}
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
