package describe

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/world/environment"
	"github.com/checkmodel/checkmodel/internal/world/injector"
	"github.com/checkmodel/checkmodel/internal/world/machine"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/requests"
	"github.com/checkmodel/checkmodel/internal/world/state"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// result describes the result of a kind of operation.
type result struct {
	says func(d *Describer, ev *trace.Event) string // nil if there is nothing to say
	with bool                                       // the object of the operation is another actor; it is for faults of nodes, too
}

// results has rows of kinds of operations. It is initialized by init because its functions refer to it.
var results [kind.TableSelect + 1]result

func init() {
	results = [...]result{
		kind.Choose: {says: chosen},

		kind.Spawn:      {with: true},
		kind.Exit:       {says: exitText},
		kind.IsAlive:    {says: either("yes", "no"), with: true},
		kind.ExitSignal: {says: signalText, with: true},
		kind.Link:       {says: signalText, with: true},
		kind.Unlink:     {with: true},
		kind.Monitor:    {says: signalText, with: true},
		kind.Demonitor:  {says: wasThere},
		kind.Down:       {says: signalText, with: true},

		kind.Send:           {says: sent, with: true},
		kind.Deliver:        {says: sent, with: true},
		kind.Receive:        {says: received},
		kind.ReceiveTimeout: {says: received},
		kind.Collect:        {says: collected},
		kind.CollectTimeout: {says: collected},

		kind.Register:   {says: either("yes", "no")},
		kind.Unregister: {says: either("yes", "no")},
		kind.Whereis:    {says: holder},
		kind.SendName:   {says: sentByName},

		kind.PutOnTheWay: {says: either("yes", "no"), with: true},
		kind.OffTheWay:   {with: true},

		kind.TimerStart:  {with: true},
		kind.TimerExpire: {says: signalText, with: true},
		kind.TimerCancel: {says: either("yes", "no"), with: true},
		kind.TimerRead:   {says: either("yes", "no"), with: true},
		kind.TimerReset:  {says: either("was running", "had stopped"), with: true},

		kind.Now: {says: shownTime},

		kind.DecideFaults:    {says: decisionText},
		kind.Crash:           {says: signalText},
		kind.DecideSurviving: {says: survivingText},

		kind.DecidePartitions: {says: partitionsText},
		kind.DecideParts:      {says: partsText},

		kind.FileWrite:  {says: diskText},
		kind.FileSet:    {says: diskText},
		kind.FileAppend: {says: diskText},
		kind.FileRead:   {says: diskText},
		kind.FileRename: {says: diskText},
		kind.FileRemove: {says: diskText},
		kind.FileSync:   {says: diskText},
		kind.DecideSync: {says: diskText},

		kind.Announce: {says: announced},
		kind.Expose:   {says: announced},
		kind.External: {says: announced},

		kind.TableNew:     {says: either("", "the name is taken")},
		kind.TableDrop:    {says: either("", "refused")},
		kind.TableRelease: {says: released},
		kind.TableRename:  {says: either("", "the name is taken")},
		kind.TableGive:    {says: either("", "refused")},
		kind.TableHeir:    {says: either("", "refused")},

		kind.TableInsertNew:     {says: changed("inserted", "there is one")},
		kind.TableLookup:        {says: found},
		kind.TableUpdateCounter: {says: found},
		kind.TableTake:          {says: found},
		kind.TableSwap:          {says: changed("swapped", "not swapped")},
		kind.TableMember:        {says: either("true", "false")},

		kind.TableSize:   {says: found},
		kind.TableFirst:  {says: found},
		kind.TableNext:   {says: found},
		kind.TableSelect: {says: found},
	}
}

// either returns a function that returns yes if the event is Ok, otherwise no.
func either(yes, no string) func(*Describer, *trace.Event) string {
	return func(_ *Describer, ev *trace.Event) string {
		if ev.Ok {
			return yes
		}
		return no
	}
}

func chosen(_ *Describer, ev *trace.Event) string { return fmt.Sprint(ev.Alternative) }

func received(d *Describer, ev *trace.Event) string {
	if ev.TimedOut() {
		return "timeout"
	}
	text := d.Text(ev.Result) + " from " + senderOf(d, ev.Taken)
	switch {
	case ev.Fault() == trace.Lost:
		text += ", which is lost"
	case effects.WasDropped(ev):
		text += ", " + isDropped
	}
	return text
}

// collected names the messages that a Collect took, in the order in which the process gets them.
func collected(d *Describer, ev *trace.Event) string {
	taken := slices.Clone(d.m.Record(d.m.Depth()).Taken)
	slices.SortFunc(taken, func(a, b machine.Taken) int {
		return cmp.Or(d.m.Values.Compare(a.Message.Value, b.Message.Value), a.Message.ID.Compare(b.Message.ID))
	})
	var all []string
	for i := range taken {
		all = append(all, d.Text(taken[i].Message.Value)+" from "+senderOf(d, taken[i].Message.ID))
	}
	if ev.TimedOut() {
		all = append(all, "timeout")
	}
	return strings.Join(all, ", ")
}

// senderOf returns the name of the actor that has sent a message, also for one that was duplicated on its way.
func senderOf(d *Describer, message trace.EventID) string {
	if c, is := d.m.Present.Known(message.Actor).(*state.Channel); is {
		return c.Sender.Name
	}
	return d.ActorName(int32(message.Actor))
}

// isDropped is the fate of a message from or to a life of a node that has ended.
const isDropped = "which is dropped, as that life has ended"

// sent describes the faults of a message on its way.
func sent(_ *Describer, ev *trace.Event) string {
	switch ev.Fault() {
	case trace.Duplicated:
		return "which arrives twice"
	case trace.Reordered:
		return "which arrives in any order"
	}
	switch {
	case effects.WasCutOff(ev):
		return "which is lost, as the link is cut"
	case effects.WasDropped(ev):
		return isDropped
	}
	return ""
}

func sentByName(d *Describer, ev *trace.Event) string {
	if text := sent(d, ev); text != "" {
		return text
	}
	return either("yes", "no")(d, ev)
}

func holder(d *Describer, ev *trace.Event) string {
	if !ev.Ok {
		return "no process"
	}
	return d.ActorName(int32(ev.Result - 1))
}

func wasThere(_ *Describer, ev *trace.Event) string {
	switch {
	case ev.Flags&kind.Info == 0:
		return ""
	case ev.Ok:
		return "it was there"
	}
	return "it was not"
}

// signalText describes the effect of a signal, or of a message that no process sends.
func signalText(d *Describer, ev *trace.Event) string {
	switch {
	case ev.Flags&kind.Delayed != 0: // unknown until the channel delivers it
		return ""
	case ev.Fatal != trace.NoActor:
		return d.ActorName(int32(ev.Fatal)) + " must end"
	case ev.Kind == kind.Monitor && !ev.Ok, ev.Kind == kind.Link && !ev.Ok:
		return "it has ended already"
	case ev.Kind == kind.TimerExpire && lost(ev):
		return "it was lost in a crash"
	case ev.Kind == kind.TimerExpire && !ev.Ok:
		return "it was cancelled"
	case ev.Kind == kind.Crash && !ev.Ok:
		return "it has been told to end already"
	case ev.Kind == kind.ExitSignal && !ev.Delivers() && d.harmless(ev):
		return "nothing happens, as it is a normal end and " + d.ActorName(ev.Object) + " does not trap exits"
	case ev.Kind == kind.Down && restarted(ev):
		return d.ActorName(ev.Object) + " was restarted"
	case ev.Kind == kind.Down && !ev.Ok:
		return "the monitor was undone"
	case ev.Kind == kind.ExitSignal && !ev.Delivers():
		return d.ignored(ev)
	}
	return ""
}

// harmless reports whether an exit signal has no effect because its reason is normal and the process
// does not trap exits.
func (d *Describer) harmless(ev *trace.Event) bool {
	cell := d.m.Cells.Get
	return ev.Flags&(kind.Harmless|kind.Kill) == kind.Harmless && cell(trace.Cell{Space: effects.Ended, Object: ev.Object}) == 0 &&
		(ev.Flags&kind.ByLink == 0 || effects.StillLinked(ev, cell))
}

// ignored says why an exit signal has no effect, by the last cell that it read.
func (d *Describer) ignored(ev *trace.Event) string {
	switch last := ev.Accesses[len(ev.Accesses)-1]; last.Space {
	case effects.Life:
		return d.ActorName(ev.Object) + " was restarted"
	case effects.Linked, effects.LinkedLives:
		return "they are not linked any more"
	case effects.Ended:
		return d.ActorName(ev.Object) + " has ended"
	case effects.Exiting:
		return d.ActorName(ev.Object) + " has been told to end already"
	}
	return "nothing happens"
}

func exitText(d *Describer, ev *trace.Event) string { return d.ExitReason(ev).Text }

func released(d *Describer, ev *trace.Event) string {
	switch {
	case !ev.Ok:
		return "it had gone already"
	case ev.Effect == trace.Update:
		return "it goes away"
	}
	return d.ActorName(int32(machine.NewOwner(ev))) + " inherits it"
}

// unusable says why an operation on a table could not be performed, "" if it could.
func (d *Describer) unusable(ev *trace.Event) string {
	switch {
	case !ev.Kind.Is(kind.OnTable) || ev.Effect != trace.NoEffect:
		return ""
	case ev.Table != trace.NoTable && d.m.Tables.At(ev.Table).Exists():
		return "the table has other types"
	}
	return "no such table"
}

func found(d *Describer, ev *trace.Event) string {
	switch {
	case !ev.Ok:
		return "no such key"
	case ev.Result == trace.NoValue:
		return "none"
	}
	return d.Text(ev.Result)
}

// changed returns a function that returns yes if the event has changed the row, otherwise no.
func changed(yes, no string) func(*Describer, *trace.Event) string {
	return func(_ *Describer, ev *trace.Event) string {
		if ev.Effect == trace.Update {
			return yes
		}
		return no
	}
}

// addTimes adds to the result when the timer expires that the event starts, or has expired.
func addTimes(d *Describer, ev *trace.Event, e *trace.Entry) {
	deadline, timed := effects.DeadlineOf(ev)
	switch {
	case !timed:
		return
	case ev.Kind == kind.TimerStart:
		e.Result = "until " + timeText(d, deadline)
		return
	}
	e.Clock = timeText(d, deadline)
	if e.Result != "" {
		e.Result = "; " + e.Result
	}
	e.Result = "at " + e.Clock + e.Result
}

// timeText returns a true time in ticks of an exact clock, rounded down to hundredths.
func timeText(d *Describer, units int32) string {
	tick := d.m.Env.Faults.Clocks.Tick(effects.ExactClock)
	text := fmt.Sprint(units / tick)
	if hundredths := int64(units%tick) * 100 / int64(tick); hundredths > 0 {
		text += fmt.Sprintf(".%02d", hundredths)
	}
	return text
}

// shownTime returns the time that the clock showed, and the true time if it differs.
func shownTime(d *Describer, ev *trace.Event) string {
	shown, now := fmt.Sprint(ev.Result), timeText(d, d.m.Cells.Get(trace.Cell{Space: effects.Clock}))
	if shown == now {
		return shown
	}
	return shown + ", at " + now
}

func syncText(ev *trace.Event) string {
	switch disk.Outcome(ev.Alternative) {
	case disk.Lost:
		return "fails; not durable"
	case disk.Kept:
		return "fails; durable all the same"
	}
	return ""
}

// diskText describes the result of an operation on a disk.
func diskText(d *Describer, ev *trace.Event) string {
	switch {
	case ev.Kind == kind.FileRead && ev.Ok:
		records, torn, _ := d.m.Disks.At(d.m.Cells.Disk(ev.Actor)).Contents(d.m.Disks.Name(ev.Key))
		return requests.Records(records, torn)
	case ev.Kind == kind.DecideSync:
		return syncText(ev)
	case ev.Ok:
		return ""
	case ev.Kind == kind.FileWrite, ev.Kind == kind.FileSet, ev.Kind == kind.FileAppend:
		return "too many writes are not synced"
	}
	return "there is no such file"
}

func announced(_ *Describer, ev *trace.Event) string {
	switch {
	case !ev.LeftOut():
		return ""
	case ev.Alternative == program.LeaveOut:
		return "left out"
	}
	return "replaced by one with a smaller payload"
}

func decisionText(d *Describer, ev *trace.Event) string {
	return d.m.Present.Known(ev.Actor).(*injector.Decisions).Outcome(ev.Alternative)
}

func survivingText(d *Describer, ev *trace.Event) string {
	return requests.Files(d.m.Disks.At(d.m.Cells.Disk(trace.ActorID(ev.Object))))
}

func partsText(_ *Describer, ev *trace.Event) string {
	return ev.Does.(*injector.Ways).Partition(ev.Alternative).String()
}

func partitionsText(_ *Describer, ev *trace.Event) string {
	c, text := environment.NetworkFate(ev.Alternative), "none"
	switch n := c.Partitions(); {
	case n == 1:
		text = "1 partition"
	case n > 1:
		text = fmt.Sprint(n, " partitions")
	}
	if c.Healed() {
		text += ", healed"
	}
	return text
}

// restarted reports whether an event has no effect because its object was restarted.
func restarted(ev *trace.Event) bool { return !ev.Ok && lastRead(ev) == effects.Life }

// lost reports whether a timer has no effect because of a crash of the node that started it.
func lost(ev *trace.Event) bool {
	return !ev.Ok && (lastRead(ev) == effects.Life || lastRead(ev) == effects.Ended)
}

func lastRead(ev *trace.Event) trace.Space {
	if n := len(ev.Accesses); n > 0 {
		return ev.Accesses[n-1].Space
	}
	return 0
}
