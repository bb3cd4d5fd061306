// Package general has the models of Raft with all faults at once, which are for random testing:
//
//	checkmodel -runs 100000 ./models/raft/general
//
// Package raft has the protocol, the setting, and smaller models that are verified to the end. results/hits.md says how
// many runs each strategy needs to find each bug.
package general

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/raft"
)

// Models returns the models.
func Models() []checker.Model { return raft.General() }
