// Package submission submits jobs, and follows them to their end.
package submission

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
)

// Sign signs what workers are to execute; nil signs nothing.
type Sign func(job []byte) (key string, signature []byte, err error)

// Submit stores a job that executes the program, and completes its description.
func Submit(ctx context.Context, b *broker.Broker, sign Sign, j *broker.Job, executable io.Reader) error {
	content, err := io.ReadAll(executable)
	if err != nil {
		return fmt.Errorf("the program with the models cannot be read: %w", err)
	}
	j.Protocol, j.ID, j.Submitted = broker.Protocol, name(), time.Now().UTC()
	j.Program, j.Platform = broker.Hash(content), runtime.GOOS+"/"+runtime.GOARCH
	if err := b.PutObject(ctx, j.ProgramObject(), content); err != nil {
		return fmt.Errorf("the server cannot store the program: %w", err)
	}
	s := broker.Signed{}
	if s.Job, err = json.Marshal(j); err != nil {
		return err
	}
	if sign != nil {
		if s.Key, s.Signature, err = sign(s.Job); err != nil {
			return err
		}
	}
	if err := b.PutJob(ctx, j.ID, s); err != nil {
		return fmt.Errorf("the server cannot store the job: %w", err)
	}
	return nil
}

// name returns a new id of a job, short enough to be typed.
func name() string {
	const letters = "bcdfghjkmnpqrstvwxz23456789"
	var b strings.Builder
	for range 8 {
		b.WriteByte(letters[rand.IntN(len(letters))])
	}
	return b.String()
}

// Await follows a job until it has ended, and returns its report. It writes what the coordinator writes to standard error.
func Await(ctx context.Context, b *broker.Broker, j *broker.Job, stderr io.Writer) (r broker.Report, err error) {
	news := make(chan broker.News, 100)
	stop, err := b.Watch(j.ID, func(n broker.News) {
		select {
		case news <- n:
		default: // the report has it
		}
	})
	if err != nil {
		return r, err
	}
	defer stop()
	var shown shown
	for look := time.NewTicker(min(j.Heartbeat, time.Second)); ; {
		select {
		case <-ctx.Done():
			return r, ctx.Err()
		case n := <-news:
			shown.show(stderr, n)
			continue
		case <-look.C:
		}
		e, err := b.Entry(ctx, j.ID)
		if errors.Is(err, broker.ErrNoJob) {
			return r, fmt.Errorf("somebody has deleted the job: %w; submit it again", err)
		}
		if err == nil && e.State.Ended {
			if r, err = b.Report(ctx, j); err == nil {
				shown.rest(stderr, r)
			}
			return r, err
		}
	}
}

// shown is how far a user has seen what coordinators write.
type shown struct{ epoch, upTo int }

// show shows news, unless they are older than what was shown.
func (s *shown) show(stderr io.Writer, n broker.News) {
	if n.Epoch < s.epoch || n.Epoch == s.epoch && n.Offset < s.upTo {
		return
	}
	io.WriteString(stderr, n.Text)
	s.epoch, s.upTo = n.Epoch, n.Offset+len(n.Text)
}

// rest shows what the report has, and was not shown.
func (s *shown) rest(stderr io.Writer, r broker.Report) {
	seen := 0
	if r.Epoch == s.epoch {
		seen = min(max(0, s.upTo-r.ErrBegins), len(r.Err))
	}
	stderr.Write(r.Err[seen:])
}

// WriteFiles writes the files of a report where the options of its job say, as seen from the working directory.
func WriteFiles(j *broker.Job, r broker.Report) error {
	var o struct {
		Outputs []struct {
			File string `json:"file"`
		} `json:"outputs"`
		Keep string `json:"keep"`
	}
	if err := json.Unmarshal(j.Options, &o); err != nil {
		return err
	}
	var problems []string
	for _, f := range r.Files {
		var err error
		switch {
		case f.Output >= 0 && f.Output < len(o.Outputs):
			err = os.WriteFile(o.Outputs[f.Output].File, f.Content, 0o666)
		case f.Output == -1 && o.Keep != "":
			err = keep(o.Keep, f)
		}
		if err != nil {
			problems = append(problems, err.Error())
		}
	}
	if len(problems) > 0 {
		return fmt.Errorf("files of the report cannot be written: %s", strings.Join(problems, "; "))
	}
	return nil
}

// keep writes a file into a directory, and not elsewhere, whatever its name is.
func keep(dir string, f broker.File) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if i := strings.LastIndexByte(f.Name, '/'); i > 0 {
		if err := root.MkdirAll(f.Name[:i], 0o777); err != nil {
			return err
		}
	}
	return root.WriteFile(f.Name, f.Content, 0o666)
}
