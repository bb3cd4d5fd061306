package checker

import (
	"strings"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// change is the state of one thing before and after a situation.
type change struct{ found, left bool }

var is, isNot, begins, ends = change{true, true}, change{false, false}, change{false, true}, change{true, false}

// ofRow says for situations of a row whether it exists; those that are not listed may find either.
var ofRow = map[situation]change{
	{kind.TableInsertNew, "done"}: begins, {kind.TableInsertNew, "not done"}: is,
	{kind.TableLookup, "row"}: is, {kind.TableLookup, "no row"}: isNot,
	{kind.TableMember, "row"}: is, {kind.TableMember, "no row"}: isNot,
	{kind.TableDelete, "row"}: ends, {kind.TableDelete, "no row"}: isNot,
	{kind.TableTake, "done"}: ends, {kind.TableTake, "not done"}: isNot,
	{kind.TableUpdateCounter, "done"}: is, {kind.TableUpdateCounter, "begins"}: begins, {kind.TableUpdateCounter, "not done"}: isNot,
	{kind.TableSwap, "done"}: is, {kind.TableAwait, "done"}: is,
}

// ofName says for situations of a name whether a process has it.
var ofName = map[situation]change{
	{kind.Register, "done"}:   begins,
	{kind.Unregister, "done"}: ends, {kind.Unregister, "not done"}: isNot,
	{kind.Whereis, "done"}: is, {kind.Whereis, "not done"}: isNot,
	{kind.SendName, "done"}: is, {kind.SendName, "not done"}: isNot,
	{kind.SendName, "on its way"}: is, {kind.SendName, "nobody"}: isNot,
	{kind.SendName, trace.CutOff}: is,
	{kind.SendName, "duplicated"}: is, {kind.SendName, "reordered"}: is,
}

// ofTimer says for situations of a timer whether it is running.
var ofTimer = map[situation]change{
	{kind.TimerStart, "done"}:     begins,
	{kind.TimerStart, "in time"}:  begins,
	{kind.TimerExpire, "in time"}: ends, {kind.TimerExpire, "in time, cancelled"}: isNot,
	{kind.TimerExpire, "message"}: ends, {kind.TimerExpire, "nothing happens"}: isNot,
	{kind.TimerCancel, "done"}: ends, {kind.TimerCancel, "not done"}: isNot,
	{kind.TimerRead, "done"}: is, {kind.TimerRead, "not done"}: isNot,
	{kind.TimerReset, "done"}: is, {kind.TimerReset, "not done"}: begins,
}

// impossible says why two situations cannot be adjacent, or returns "".
func impossible(c cell) string {
	instant := func(s situation) bool {
		return s.kind == kind.SendName && (s.status == "done" || s.status == "not done") || s.kind != kind.Deliver && s.status == trace.CutOff
	}
	switch {
	case c.a.ofNetwork() && c.b.ofNetwork():
		return "one actor cuts the links between nodes"
	case c.a.parted() && c.b.crashes() || c.b.parted() && c.a.crashes():
		return "these programs have no crashes and partitions together"
	case c.a == situation{kind.DecideFaults, "faults"} && c.b == c.a:
		return "one actor decides about the faults of all nodes"
	case c.a.travels() && instant(c.b), c.b.travels() && instant(c.a):
		return "in one program, messages either travel or do not"
	case c.where == "same row" && (c.a.status == "no table") != (c.b.status == "no table"):
		return "a table neither comes nor goes by an operation on rows"
	case c.where == "same row":
		return contradiction(ofRow, c)
	case c.where == "same name":
		return contradiction(ofName, c)
	case c.where == "same timer" && c.a.kind == kind.TimerStart && c.b.kind != kind.TimerExpire:
		return "who knows of a timer was told by who started it"
	case c.where == "same timer" && c.a.kind == kind.TimerStart && (c.a.status == "in time") != strings.HasPrefix(c.b.status, "in time"):
		return "a timer has a duration or none"
	case c.where == "same timer" && c.a.kind == kind.TimerStart && (c.b.status == "nothing happens" || c.b.status == "in time, cancelled"):
		return "the cancellation comes between the two"
	case c.where == "same timer" && c.a.kind == kind.TimerExpire && c.b.kind == kind.TimerExpire:
		return "a timer expires once"
	case c.where == "same timer":
		return contradiction(ofTimer, c)
	}
	return ""
}

// ofNetwork reports whether the situation is one of the actor that cuts links.
func (s situation) ofNetwork() bool { return s.parted() && s.status != trace.CutOff }

// crashes reports whether the situation exists only if nodes crash, or syncs fail.
func (s situation) crashes() bool {
	return s.status == trace.Dropped || s.kind.Is(kind.OfNode) || s.kind == kind.DecideFaults || s.kind == kind.DecideSurviving || s.kind == kind.DecideSync
}

// contradiction says why neither of two situations can directly follow the other.
func contradiction(of map[situation]change, c cell) string {
	a, knownA := of[c.a]
	b, knownB := of[c.b]
	if knownA && knownB && a.left != b.found && b.left != a.found {
		return "neither finds what the other leaves"
	}
	return ""
}
