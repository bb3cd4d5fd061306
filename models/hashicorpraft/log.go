package hashicorpraft

import (
	"fmt"
	"log/slog"
	"strconv"

	"github.com/hashicorp/go-hclog"

	"github.com/checkmodel/checkmodel/systemlog"
)

// sink is a hook of the library's logger. It passes on each line with its values; the name of the logger is the node.
type sink struct{ log *slog.Logger }

// Accept implements [hclog.SinkAdapter].
func (s sink) Accept(name string, _ hclog.Level, msg string, args ...any) {
	values := []any{"process", name}
	for i := 0; i+1 < len(args); i += 2 {
		switch args[i] {
		case "term", "tally", "from":
			values = append(values, args[i], fmt.Sprint(args[i+1]))
		}
	}
	s.log.Info(msg, values...)
}

// meaning says which lines of the library are events of the model.
func meaning(l systemlog.Line) (m systemlog.Meaning) {
	switch l.Event {
	case "voting for self":
		m.Events = []any{ownVote{number(l, "term")}}
	case "vote granted":
		m.Events = []any{vote{fmt.Sprint(l.Values["from"]), number(l, "term"), number(l, "tally")}}
	case "election won":
		m.Events = []any{victory{number(l, "term")}}
	}
	return m
}

func number(l systemlog.Line, name string) int {
	n, _ := strconv.Atoi(fmt.Sprint(l.Values[name]))
	return n
}
