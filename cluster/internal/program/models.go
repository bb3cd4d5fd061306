package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Models returns the number of models that the options select. Dir is a directory for the options.
func Models(ctx context.Context, executable, dir string, content json.RawMessage) (int, error) {
	o := map[string]json.RawMessage{}
	if err := json.Unmarshal(content, &o); err != nil {
		return 0, err
	}
	o["list"], o["json"] = json.RawMessage("true"), json.RawMessage("true")
	content, err := json.Marshal(o)
	if err != nil {
		return 0, err
	}
	file, err := job{Options: content}.write(dir)
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, executable, file)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, Variable+"=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("the program cannot list its models: %w: %s", err, strings.TrimSpace(said.String()))
	}
	return bytes.Count(out, []byte("\n")), nil
}
