package checker

import (
	"strings"

	"github.com/checkmodel/checkmodel/trace"
)

// change is the state of one thing before and after a situation.
type change struct{ found, left bool }

var is, isNot, begins, ends = change{true, true}, change{false, false}, change{false, true}, change{true, false}

// ofRow says for situations of a row whether it exists; those that are not listed may find either.
var ofRow = map[situation]change{
	{trace.TableInsertNew, "done"}: begins, {trace.TableInsertNew, "not done"}: is,
	{trace.TableLookup, "row"}: is, {trace.TableLookup, "no row"}: isNot,
	{trace.TableMember, "row"}: is, {trace.TableMember, "no row"}: isNot,
	{trace.TableDelete, "row"}: ends, {trace.TableDelete, "no row"}: isNot,
	{trace.TableTake, "done"}: ends, {trace.TableTake, "not done"}: isNot,
	{trace.TableUpdateCounter, "done"}: is, {trace.TableUpdateCounter, "begins"}: begins, {trace.TableUpdateCounter, "not done"}: isNot,
	{trace.TableSwap, "done"}: is, {trace.TableAwait, "done"}: is,
}

// ofName says for situations of a name whether a process has it.
var ofName = map[situation]change{
	{trace.Register, "done"}:   begins,
	{trace.Unregister, "done"}: ends, {trace.Unregister, "not done"}: isNot,
	{trace.Whereis, "done"}: is, {trace.Whereis, "not done"}: isNot,
	{trace.SendName, "done"}: is, {trace.SendName, "not done"}: isNot,
	{trace.SendName, "on its way"}: is, {trace.SendName, "nobody"}: isNot,
	{trace.SendName, trace.CutOff}: is,
	{trace.SendName, "duplicated"}: is, {trace.SendName, "reordered"}: is,
}

// ofTimer says for situations of a timer whether it is running.
var ofTimer = map[situation]change{
	{trace.TimerStart, "done"}:     begins,
	{trace.TimerStart, "in time"}:  begins,
	{trace.TimerExpire, "in time"}: ends, {trace.TimerExpire, "in time, cancelled"}: isNot,
	{trace.TimerExpire, "message"}: ends, {trace.TimerExpire, "nothing happens"}: isNot,
	{trace.TimerCancel, "done"}: ends, {trace.TimerCancel, "not done"}: isNot,
	{trace.TimerRead, "done"}: is, {trace.TimerRead, "not done"}: isNot,
	{trace.TimerReset, "done"}: is, {trace.TimerReset, "not done"}: begins,
}

// impossible says why two situations cannot be adjacent, or returns "".
func impossible(c cell) string {
	instant := func(s situation) bool {
		return s.kind == trace.SendName && (s.status == "done" || s.status == "not done") || s.kind != trace.Deliver && s.status == trace.CutOff
	}
	switch {
	case c.a.ofNetwork() && c.b.ofNetwork():
		return "one actor cuts the links between nodes"
	case c.a.parted() && c.b.crashes() || c.b.parted() && c.a.crashes():
		return "these programs have no crashes and partitions together"
	case c.a == situation{trace.DecideFaults, "faults"} && c.b == c.a:
		return "one actor decides about the faults of all nodes"
	case c.a.travels() && instant(c.b), c.b.travels() && instant(c.a):
		return "in one program, messages either travel or do not"
	case c.where == "same row" && (c.a.status == "no table") != (c.b.status == "no table"):
		return "a table neither comes nor goes by an operation on rows"
	case c.where == "same row":
		return contradiction(ofRow, c)
	case c.where == "same name":
		return contradiction(ofName, c)
	case c.where == "same timer" && c.a.kind == trace.TimerStart && c.b.kind != trace.TimerExpire:
		return "who knows of a timer was told by who started it"
	case c.where == "same timer" && c.a.kind == trace.TimerStart && (c.a.status == "in time") != strings.HasPrefix(c.b.status, "in time"):
		return "a timer has a duration or none"
	case c.where == "same timer" && c.a.kind == trace.TimerStart && (c.b.status == "nothing happens" || c.b.status == "in time, cancelled"):
		return "the cancellation comes between the two"
	case c.where == "same timer" && c.a.kind == trace.TimerExpire && c.b.kind == trace.TimerExpire:
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
	return s.status == trace.Dropped || s.kind.Is(trace.OfNode) || s.kind == trace.DecideFaults || s.kind == trace.DecideSurviving || s.kind == trace.DecideSync
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
