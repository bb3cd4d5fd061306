// Package long has the models of Raft with long runs and many external events, which are for minimizing:
//
//	checkmodel -runs 100 -minimize 60s ./models/raft/long
//
// Package raft has the protocol. results/minimized.md has the minimized runs.
package long

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/raft"
)

// Models returns the models.
func Models() []checker.Model { return raft.Long() }
