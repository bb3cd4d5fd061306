package checktest

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/internal/files"
)

// restoring sets the faults that a schedule does not name, as they were when the failure was found, if that is known.
func restoring(o *checker.Options, m *checker.Model, f corpus.Failure) {
	if faults := *o.For(m).Faults; f.Restore(&faults) {
		o.Faults = &faults
	}
}

// replayFailure returns the argument of -checkmodel.replay: a schedule, or the content of the file
// that it names.
func replayFailure() (corpus.Failure, error) {
	schedule := replayFlag
	if _, err := os.Stat(schedule); err == nil {
		content, err := files.Read(schedule, files.MaxSchedule)
		if err != nil {
			return corpus.Failure{}, fmt.Errorf("-checkmodel.replay: %w", err)
		}
		schedule = string(content)
	}
	f, err := corpus.Parse(schedule)
	if err != nil {
		err = fmt.Errorf("-checkmodel.replay %.60q is neither a file in the directory of the package nor a schedule: %w", replayFlag, err)
	}
	return f, err
}

// replayable returns an error if -checkmodel.replay names a file that is of none of these models: a
// test in which nothing is replayed must not look like a success.
func replayable(models []checker.Model) error {
	if replayFlag == "" {
		return nil
	}
	f, err := replayFailure()
	if err != nil || f.Model() == "" || slices.ContainsFunc(models, func(m checker.Model) bool { return f.Names(m.Name) }) {
		return nil // each model reports the problem with the schedule
	}
	var names []string
	for _, m := range models {
		names = append(names, m.Name)
	}
	return fmt.Errorf("-checkmodel.replay %s is of model %s; this test has %s; select the test of that model with -run",
		replayFlag, f.Model(), strings.Join(names, ", "))
}

// setReplay sets the schedule to replay, and the delivery with which it was found, if that is
// known.
func setReplay(o *checker.Options, f corpus.Failure) error {
	if d := f.FoundWith(); d != "" {
		if deliveryFlag != "" && deliveryFlag != d {
			return fmt.Errorf("-checkmodel.replay was found with -checkmodel.delivery %s; leave out -checkmodel.delivery %s", d, deliveryFlag)
		}
		o.Delivery = d
	}
	o.Replay, o.ReplayEvents = f.Schedule(), f.Events()
	if len(f.Without) > 0 {
		o.Without = f.Without
	}
	return nil
}
