//go:build amd64 || arm64

package real

import (
	"errors"
	"fmt"

	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
)

// validate lets the validation judge the state after an event of a node.
func (w *world) validate(node int) {
	v := w.newMachine(w.cluster.Validation.Node, len(w.nodes), nil)
	var lines []string
	w.trace(v.Name, func() error {
		defer v.Kill()
		for i := range w.nodes {
			if err := v.CopyFiles(w.machine(i)); err != nil {
				return err
			}
		}
		for err := v.Start(0); ; v.Fire() {
			var e kernel.Event
			if err == nil {
				e, err = v.Run()
			}
			lines = append(lines, e.Lines...)
			if err == nil && v.Exited() == nil && v.Deadline() == timeline.Never {
				err = errors.New("it waits, and nobody answers: a validation sees only the files of the others")
			}
			if err != nil || v.Exited() != nil {
				return err
			}
		}
	})
	if e := v.Exited(); e.Status != 0 || e.Signal != 0 {
		text := fmt.Sprintf("after %d events the validation ends with %s", w.uses, e)
		if told := telling(lines); told != "" {
			text += ", after it has printed " + told
		}
		w.violent = &violation{node, v.Name, text}
		p := &w.places[node]
		p.printed[1] = append(p.printed[1], "— the validation prints:")
		p.printed[1] = append(p.printed[1], shown(lines)...)
	}
}
