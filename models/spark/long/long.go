// Package long has the models of Spark with long runs and many external events, which are for minimizing:
//
//	checkmodel -search random-walk -minimize 60s ./models/spark/long
//
// Package spark has the protocol, and the bugs.
package long

import (
	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/models/spark"
)

// Models returns the models.
func Models() []checker.Model { return spark.Long() }
