package etcdlog

import (
	"encoding/json"
	"fmt"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/systemlog"
)

// Models returns a model for each number of nodes.
func Models() (all []checker.Model) {
	for _, nodes := range []int{3, 4, 5} {
		all = append(all, checker.Model{
			Name: fmt.Sprint("etcdlog-", nodes), Doc: fmt.Sprintf("%d nodes, without limits.", nodes),
			Main: run(nodes), Log: meaning, Search: checker.SearchDefaults{Algorithm: checker.RandomWalk},
		})
	}
	return all
}

// line has the fields of a line as the library names them.
type line struct {
	State struct {
		Term, Commit int
		Vote         int `json:",string"`
	}
	Role string
	Log  int
	Msg  header
}

// meaning says which event a line stands for.
func meaning(l systemlog.Line) systemlog.Meaning {
	switch l.Event {
	case "Crash":
		return systemlog.Meaning{Events: []any{systemlog.Crash{}}}
	case "Restart":
		return systemlog.Meaning{Events: []any{systemlog.Restart{}}}
	}
	var v line
	text, err := json.Marshal(l.Values)
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil { // a field has another type: no event equals the line
		return systemlog.Named(l)
	}
	e := event{
		Name: l.Event, Term: v.State.Term, Vote: v.State.Vote, Commit: v.State.Commit, Log: v.Log, Role: v.Role,
		Message: v.Msg,
	}
	return systemlog.Meaning{Events: []any{e}}
}
