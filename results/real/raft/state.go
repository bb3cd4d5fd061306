package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log"
	"os"
)

// state is the durable state of a node.
type state struct {
	Term int
	Vote int // for a node, in this term; -1 for none
	Log  []Entry
}

// Entry is an entry of the log. The first one is a dummy.
type Entry struct {
	Term  int
	Op    string
	Value int
}

const file = "state.json"

// load reads the state.
func load() state {
	s := state{Vote: -1, Log: []Entry{{}}}
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s
	}
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		log.Panicf("the state is damaged: %v", err)
	}
	return s
}

// save writes the state. After a crash there is either the old one or the new one.
func (s *state) save() {
	b, err := json.Marshal(s)
	check(err)
	if bug == "file" {
		check(os.WriteFile(file, b, 0o644))
		return
	}
	f, err := os.Create(file + ".tmp")
	check(err)
	_, err = f.Write(b)
	check(errors.Join(err, f.Sync(), f.Close()))
	check(os.Rename(file+".tmp", file))
	dir, err := os.Open(".")
	check(err)
	check(errors.Join(dir.Sync(), dir.Close()))
}
