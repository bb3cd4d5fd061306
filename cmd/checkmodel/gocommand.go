package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// list calls 'go list', as goCommand does, and returns the JSON objects that it prints.
func list[T any](ctx context.Context, variables []string, args ...string) ([]T, error) {
	output, err := goCommand(ctx, variables, append([]string{"list"}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("the go command cannot list the packages: %w%s", err, inTheWay(ctx))
	}
	var objects []T
	for d := json.NewDecoder(bytes.NewReader(output)); ; {
		var o T
		switch err := d.Decode(&o); err {
		case nil:
			objects = append(objects, o)
		case io.EOF:
			return objects, nil
		default:
			return nil, fmt.Errorf("the output of 'go list' cannot be read: %w%s", err, inTheWay(ctx))
		}
	}
}

// goProcess returns a call of the go command. When ctx is done, the go command has a second to end before it is killed.
func goProcess(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Second
	return cmd
}

// goCommand calls the go command in the working directory, with the environment and the given
// variables, and returns its output. The error contains the message of the go command.
func goCommand(ctx context.Context, variables []string, args ...string) ([]byte, error) {
	cmd := goProcess(ctx, args...)
	cmd.Env = append(append([]string{"GOGC=400"}, os.Environ()...), variables...) // the compiler and the linker end before garbage matters
	var output, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &complaints
	err := cmd.Run()
	if ctx.Err() == nil && errors.Is(err, exec.ErrWaitDelay) { // the go command has succeeded, but a process that it started still runs
		err = nil
	}
	switch exit := (*exec.ExitError)(nil); {
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("there is no command 'go' in PATH; install Go from https://go.dev/dl")
	case errors.As(err, &exit) && complaints.Len() > 0:
		err = errors.New(strings.TrimSpace(complaints.String()))
		if strings.Contains(err.Error(), "GOMODCACHE") {
			err = fmt.Errorf("%w\nThe go command has no directory for its cache: set HOME", err)
		}
	}
	if err != nil && strings.Contains(err.Error(), "signal: ") {
		// An interrupt from the terminal also reaches the go command, which may end before ctx is done.
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	if err != nil && ctx.Err() == nil && strings.Contains(err.Error(), "signal: killed") {
		err = fmt.Errorf("%w\nThe system has killed the go command or the compiler, probably for lack of memory: let fewer compilers run at a time (GOFLAGS=-p=1)", err)
	}
	return output.Bytes(), err
}
