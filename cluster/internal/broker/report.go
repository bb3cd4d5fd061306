package broker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Report is the report of a job that has ended.
type Report struct {
	Epoch  int    `json:"epoch"` // of the coordinator
	Status int    `json:"status"`
	Out    []byte `json:"out"` // standard output
	Err    []byte `json:"err"` // standard error, or the end of it
	Files  []File `json:"files,omitempty"`

	ErrBegins int `json:"err_begins,omitempty"` // how much of standard error came before Err
}

// File is a file that the options of a job ask for.
type File struct {
	Output  int    `json:"output"` // its number among the outputs; -1 if it is in the directory for schedules
	Name    string `json:"name"`   // in this directory
	Content []byte `json:"content"`
}

// PutReport stores the report of a job.
func (b *Broker) PutReport(ctx context.Context, j *Job, r Report) error {
	content, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return b.PutObject(ctx, j.ResultObject(), content)
}

// Report returns the report of a job that has ended.
func (b *Broker) Report(ctx context.Context, j *Job) (r Report, err error) {
	content, err := b.Object(ctx, j.ResultObject())
	if errors.Is(err, ErrNoObject) {
		return r, fmt.Errorf("the report of job %s is not stored any more: %w; submit the job again", j.ID, err)
	}
	if err == nil {
		err = json.Unmarshal(content, &r)
	}
	return r, err
}
