package proc

import (
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/internal/world/values"
)

// What follows is not for models; it is in packages internal/world and internal/world/guard.
type (
	System       = world.System
	Waiting      = world.Waiting
	Asked        = world.Asked
	Circumstance = world.Circumstance
	Reason       = world.Reason
	Board        = world.Board
	ModelError   = guard.ModelError
	Watch        = guard.Watch
)

const (
	FirstProcess = world.FirstProcess
	SameSchedule = world.SameSchedule
)

func NewSystem(body func(*P)) *System                      { return world.NewSystem(Body(body), nil) }
func NewWatchedSystem(body func(*P), watch *Watch) *System { return world.NewSystem(Body(body), watch) }

func States[S any]() Board { return world.States[S]() }
func Events[E any]() Board { return world.Events[E]() }

var (
	Forget           = world.Forget
	NotDeterministic = world.NotDeterministic
	Panicked         = world.Panicked
	Unanswered       = guard.Unanswered
	Wordless         = guard.Wordless
	Worded           = values.Worded
)
