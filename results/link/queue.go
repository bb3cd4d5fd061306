package link

import (
	"encoding/json"
	"slices"
)

// queue holds the messages with the units that the process has not begun.
type queue []message

type message struct {
	id   string // of the unit
	line []byte
}

// receive takes what has come, and waits until there is a unit. It returns false if no line follows.
func (q *queue) receive(lines <-chan []byte) bool {
	for len(*q) == 0 || len(lines) > 0 {
		line, more := <-lines
		if !more {
			return false
		}
		q.take(line)
	}
	return true
}

// take adds the unit of a message, or removes the units that the search takes back.
func (q *queue) take(line []byte) {
	var m struct {
		Unit     *struct{ ID string }
		Withdraw []string
	}
	if json.Unmarshal(line, &m) != nil {
		return
	}
	if m.Unit != nil {
		*q = append(*q, message{m.Unit.ID, line})
	}
	*q = slices.DeleteFunc(*q, func(u message) bool { return slices.Contains(m.Withdraw, u.id) })
}

// first removes and returns the first message.
func (q *queue) first() []byte {
	line := (*q)[0].line
	*q = (*q)[1:]
	return line
}
