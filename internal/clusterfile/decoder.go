package clusterfile

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"sync"

	"github.com/checkmodel/checkmodel/real"
)

// decoder returns a function that describes a message by the output of a command, which reads the message; nil if there is no command.
func decoder(command []string) func(real.Message) (string, error) {
	if len(command) == 0 {
		return nil
	}
	var known sync.Map // a message as text -> func() (string, error)
	return func(m real.Message) (string, error) {
		decoded, _ := known.LoadOrStore(fmt.Sprintf("%q", m), sync.OnceValues(func() (string, error) {
			c := exec.Command(command[0], command[1:]...)
			c.Env = append(os.Environ(), "FROM="+m.From, "TO="+m.To)
			c.Stdin = bytes.NewReader(m.Data)
			out, err := c.Output()
			return string(out), err
		}))
		return decoded.(func() (string, error))()
	}
}
