//go:build amd64 || arm64

package real

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/effects"
	"github.com/checkmodel/checkmodel/internal/journal"
	"github.com/checkmodel/checkmodel/internal/kernel"
	"github.com/checkmodel/checkmodel/internal/kernel/network"
	"github.com/checkmodel/checkmodel/internal/kernel/timeline"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// world is the world of a cluster. It cannot go back, except to the beginning.
type world struct {
	cluster  *Cluster
	nodes    []Node // and clients
	known    *known
	settings *settings
	tracer   *tracer

	// The present run:
	places  []place  // of the nodes
	queues  []*queue // that are not empty, in the order of their actors
	faults  decisions
	rules   []func(Line) error
	violent *violation
	failed  bool    // a violation has been told: the run is over
	index   []int32 // of each actor: its next event
	cells   map[trace.Cell]int32
	calls   [][]kernel.Record // of each event
	uses    int               // events in which programs have run
	last    trace.Behavior    // of the last event
}

// place is a node in the present run.
type place struct {
	machine  *kernel.Machine // nil before its first event
	record   record
	ended    bool           // its exit has happened
	lost     bool           // after a crash: it is decided which writes survive
	last     trace.EventID  // of the node, other than its end and choices
	crash    timeline.Fault // the last one
	cut      timeline.Fault // the last one that has begun here
	cutting  bool           // it has not begun yet
	unsynced bool           // a sync has failed in the present life, so the end of the program is a crash
	printed  [2][]string    // in the event before the last one, and in the last one
}

// queue has the packets of a direction that are on their way.
type queue struct {
	way     way
	actor   trace.ActorID
	packets []network.Packet
	causes  []trace.EventID // that have sent them
}

// violation is a rule that a line of a node violates.
type violation struct {
	node       int
	name, text string
}

func newWorld(c *Cluster, of *known) trace.World {
	if err := c.check(); err != nil {
		panic(&checker.ModelError{Problem: err.Error()})
	}
	if err := CheckSupport(); err != nil {
		panic(&checker.ModelError{Problem: err.Error()})
	}
	if of == nil {
		of = newKnown()
	}
	w := &world{cluster: c, nodes: c.all(), known: of, tracer: newTracer()}
	w.settings = &settings{
		known: of, nodes: int32(len(w.nodes)), delay: int64(cmp.Or(c.Delay, DefaultDelay)), decides: c.decides(), lines: len(c.Rules) > 0 || c.validates(),
		restarts: int32(c.Faults.Restarts),
	}
	for _, n := range w.nodes {
		of.actors.Child(of.actors.ByID(0), n.Name, 1)
	}
	w.begin()
	return w
}

// begin begins a run.
func (w *world) begin() {
	w.places = make([]place, len(w.nodes))
	for i := range w.places {
		w.places[i].record = *initial
	}
	w.queues, w.violent, w.failed, w.index, w.calls, w.uses = nil, nil, false, nil, nil, 0
	w.faults = decisions{cluster: w.cluster, plans: make([][]timeline.Fault, len(w.nodes))}
	w.faults.skip()
	w.cells = map[trace.Cell]int32{}
	w.rules = nil
	for _, r := range w.cluster.Rules {
		w.rules = append(w.rules, r.New())
	}
}

// stop ends all programs.
func (w *world) stop() {
	w.tracer.do(func() {
		for i := range w.places {
			if m := w.places[i].machine; m != nil {
				m.Kill()
			}
		}
	})
}

// Copy implements stage.Copies.
func (w *world) Copy(stage.Purpose) trace.World { return newWorld(w.cluster, w.known) }

// Close implements stage.Copies.
func (w *world) Close() {
	w.stop()
	w.tracer.end()
}

// Behavior implements stage.Behaves.
func (w *world) Behavior() trace.Behavior { return w.last }

// StepBack implements trace.World.
func (w *world) StepBack(depth int) (reached int) {
	if depth < len(w.calls) {
		w.stop()
		w.begin()
	}
	return len(w.calls)
}

// Actor implements trace.World.
func (w *world) Actor(id trace.ActorID) *trace.Actor {
	if int(id) >= w.known.actors.Len() {
		return nil
	}
	return w.known.actors.ByID(id)
}

// machine returns the machine of a node.
func (w *world) machine(node int) *kernel.Machine {
	p := &w.places[node]
	if p.machine == nil {
		p.machine = w.newMachine(w.nodes[node], node, w.faults.plans[node])
	}
	return p.machine
}

// newMachine returns a machine with its number among all, and its faults.
func (w *world) newMachine(n Node, number int, plan []timeline.Fault) *kernel.Machine {
	path, err := exec.LookPath(n.Command[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		panic(&checker.ModelError{Problem: err.Error()})
	}
	c := w.cluster
	return kernel.NewMachine(kernel.Config{
		Name: n.Name, Number: number, Machines: len(w.nodes), Path: path, Args: w.addressed(n.Command), Env: w.addressed(n.Env), Files: w.addressedFiles(n.Files),
		CPUs: cmp.Or(c.CPUs, 2), CPU: w.tracer.cpu, DiskSize: cmp.Or(c.DiskSize, DefaultDiskSize), Seed: c.Seed, Faults: plan, Patience: cmp.Or(c.Patience, DefaultPatience),
	})
}

// addressed returns the texts with addresses in place of names.
func (w *world) addressed(texts []string) (all []string) {
	var pairs []string
	for i, n := range w.nodes {
		a := network.Address(i)
		pairs = append(pairs, "{"+n.Name+"}", fmt.Sprintf("%d.%d.%d.%d", a[0], a[1], a[2], a[3]))
	}
	r := strings.NewReplacer(pairs...)
	for _, t := range texts {
		all = append(all, r.Replace(t))
	}
	return all
}

// addressedFiles returns the files with addresses in place of names.
func (w *world) addressedFiles(files map[string][]byte) map[string][]byte {
	all := map[string][]byte{}
	for name, content := range files {
		all[name] = []byte(w.addressed([]string{string(content)})[0])
	}
	return all
}

// over reports whether all clients have ended as they should, or a violation was told.
func (w *world) over() bool {
	n := len(w.cluster.Nodes)
	if w.failed || n == len(w.nodes) {
		return w.failed
	}
	for i := range w.places[n:] {
		if p := &w.places[n+i]; !p.ended && (p.exited() == nil || w.exit(n+i).Value != trace.NoValue) {
			return false
		}
	}
	return w.violent == nil
}

// Enabled implements trace.World. A violation is told at once, and a run that is over does not go on.
func (w *world) Enabled(all []trace.Pending) []trace.Pending {
	if w.over() {
		return all
	}
	from := len(all)
	all = w.possible(all)
	for _, p := range all[from:] {
		if p.Op.Kind == kind.Exit && p.Op.Value != trace.NoValue {
			return append(all[:from], p)
		}
	}
	return all
}

// possible appends all that can happen. What commutes must be possible in each order.
func (w *world) possible(all []trace.Pending) []trace.Pending {
	return w.pending(all, true)
}

// Awaiting implements trace.World.
func (w *world) Awaiting(all []trace.Pending) []trace.Pending {
	if w.over() {
		return all
	}
	return w.pending(all, false)
}

// pending appends the possible operations, or the impossible ones.
func (w *world) pending(all []trace.Pending, possible bool) []trace.Pending {
	horizon := w.earliest() + w.settings.delay
	add := func(a trace.ActorID, op *trace.Op) {
		if op != nil && w.admits(op, horizon) == possible {
			all = append(all, trace.Pending{Actor: a, Op: op})
		}
	}
	switch op := w.faults.next(); {
	case w.faults.begun || !w.settings.decides:
	case op == nil:
		add(0, w.use(begin, 0))
	default:
		add(0, op)
	}
	for i := range w.places {
		add(nodeActor(i), w.next(i))
	}
	for _, q := range w.queues {
		add(q.actor, w.deliver(q))
	}
	return all
}

// admits reports whether an operation is possible in the present state.
func (w *world) admits(op *trace.Op, horizon int64) bool {
	u, is := op.Does.(use)
	return !is || u.key == begin || u.possible(&w.places[u.node].record, w.cell, func() int64 { return horizon })
}

// earliest returns the time of the earliest deadline, and of the packets that can arrive; or never.
func (w *world) earliest() int64 {
	first := never
	for i := range w.places {
		first = min(first, w.places[i].record.deadline)
	}
	for _, q := range w.queues {
		if p := &q.packets[0]; !w.places[p.To].record.closed() {
			first = min(first, p.At)
		}
	}
	return first
}

// CanStep implements trace.World.
func (w *world) CanStep(st trace.Step) bool {
	return slices.ContainsFunc(w.possible(nil), func(p trace.Pending) bool {
		return p.Actor == st.Actor && st.Alternative >= 0 && st.Alternative < max(1, p.Op.Alternatives)
	})
}

// next returns the next operation of a node by itself, or nil.
func (w *world) next(node int) *trace.Op {
	p := &w.places[node]
	switch r := &p.record; {
	case p.ended:
	case w.violent != nil && w.violent.node == node:
		return w.exit(node)
	case !r.started:
		return w.use(start, node)
	case p.exited() != nil:
		return w.exit(node)
	case r.cutting:
		return w.use(cut, node)
	case r.dying:
		return w.use(crash, node)
	case r.down && !p.lost:
		if n := len(w.survivals(node)); n > 1 {
			return &trace.Op{Kind: kind.Choose, Key: whichWrites, Object: int32(nodeActor(node)), Alternatives: int32(n)}
		}
		return w.use(restart, node)
	case r.down:
		return w.use(restart, node)
	case r.next != 0:
		return w.use(r.next, node)
	}
	return nil
}

// renew sets the record of a node after an event.
func (w *world) renew(node int) {
	p := &w.places[node]
	r := &p.record
	if !r.started {
		return // packets to it are refused
	}
	m := p.machine
	*r = record{started: true, dying: m.Points().Due(), cutting: p.cutting, sent: r.sent, taken: r.taken, deadline: never}
	switch {
	case p.exited() != nil:
	case r.dying, r.cutting:
		r.deadline, r.down = m.Now(), !m.Up()
	case !m.Up():
		r.down = true
	default:
		if r.deadline = m.Deadline(); r.deadline != never {
			r.next = timer
		}
		if until, is := m.Points().Lasts(timeline.Cut); is && until <= r.deadline {
			r.next, r.deadline = heal, until
		}
		if until, is := m.Points().Lasts(timeline.Pause); is {
			r.paused, r.next, r.deadline = true, resume, until
		}
	}
}

// exited returns how the program has ended by itself, or nil. To end after a failed sync is as good as a crash.
func (p *place) exited() *kernel.Exit {
	if p.machine == nil || p.unsynced {
		return nil
	}
	return p.machine.Exited()
}

// exit returns the end of a node.
func (w *world) exit(node int) *trace.Op {
	op := &trace.Op{Kind: kind.Exit}
	if v := w.violent; v != nil && v.node == node {
		op.Value = w.known.reason(v.name, v.text)
	} else if e := w.places[node].exited(); e.Status != 0 || e.Signal != 0 || node < len(w.cluster.Nodes) {
		text := fmt.Sprintf("%s: %s", w.nodes[node].Name, e)
		if told := telling(w.places[node].machine.Last()); told != "" {
			text += ", after it has printed " + told
		}
		op.Value = w.known.reason(noCrash, text)
	}
	return op
}

// telling returns the line that tells most about the end of a program: the beginning of a panic, or the last one.
func telling(lines []string) (line string) {
	for _, l := range lines {
		for _, begins := range []string{"panic: ", "fatal error: ", "==", "Assertion", "thread '", "Traceback", "Exception"} {
			if strings.HasPrefix(l, begins) {
				return l
			}
		}
		if strings.TrimSpace(l) != "" {
			line = l
		}
	}
	return line
}

func (w *world) use(key trace.ValueID, node int) *trace.Op {
	return &trace.Op{Kind: kind.Use, Key: key, Object: int32(node), Does: use{world: w.settings, key: key, node: int32(node)}}
}

func (w *world) deliver(q *queue) *trace.Op {
	p := &q.packets[0]
	u := use{world: w.settings, key: arrival, node: int32(p.To), from: int32(p.From)}
	if p.Late {
		u.late = p.At
	}
	return &trace.Op{
		Kind: kind.Use, Key: arrival, Object: u.node, Does: u,
		Value: w.known.value(w.nodes[p.From].Name + "\x00" + p.String() + "\x00" + string(p.Data)),
	}
}

func (w *world) cell(c trace.Cell) int32 { return w.cells[c] }

// StepTo implements trace.World.
func (w *world) StepTo(st trace.Step, e *trace.Event) {
	pending := w.possible(nil)
	at := slices.IndexFunc(pending, func(p trace.Pending) bool { return p.Actor == st.Actor })
	for int(st.Actor) >= len(w.index) {
		w.index = append(w.index, 0)
	}
	e.Renew(st.Actor, w.index[st.Actor], pending[at].Op)
	w.index[st.Actor]++
	effects.Vary(e, st.Alternative)
	if effects.Behaves(&e.Op) {
		effects.Behave(e, w.cell)
	}
	var done kernel.Event
	switch {
	case st.Actor == 0:
		w.faults.decide(e)
	case int(st.Actor) > len(w.nodes):
		done = w.arrive(w.queues[slices.IndexFunc(w.queues, func(q *queue) bool { return q.actor == st.Actor })], e)
	default:
		done = w.move(int(st.Actor)-1, e)
	}
	w.calls = append(w.calls, done.Calls)
	w.last = trace.Behavior{}
	if node := w.at(e); node >= 0 {
		w.last = trace.Behavior{Hash: behavior(done.Calls), Node: nodeActor(node), Moments: int32(done.Points)}
		p := &w.places[node]
		p.printed = [2][]string{p.printed[1], slices.Concat(happened(done.Faults), shown(done.Lines))}
		if e.Kind == kind.Use {
			w.note(node, e, &done)
		}
	}
	for _, a := range e.Accesses {
		if a.Effect != trace.Read && a.Space == trace.Own {
			w.cells[a.Cell] = a.After
		}
	}
}

// at returns the node at which an event happens, -1 for the decisions about faults.
func (w *world) at(e *trace.Event) int {
	switch {
	case e.Actor == 0:
		return -1
	case e.Kind == kind.Use:
		return int(e.Object)
	}
	return int(e.Actor) - 1
}

// arrive delivers the next packet of a queue.
func (w *world) arrive(q *queue, e *trace.Event) kernel.Event {
	p := q.packets[0]
	e.Cause = q.causes[0]
	if q.packets, q.causes = q.packets[1:], q.causes[1:]; len(q.packets) == 0 {
		w.queues = slices.DeleteFunc(w.queues, func(x *queue) bool { return x == q })
	}
	r := &w.places[p.To].record
	r.taken = w.known.list(&packets{q.way, p.At, p.To, r.taken})
	return w.run(p.To, func(m *kernel.Machine) error {
		m.Deliver(&p)
		return nil
	})
}

// survivals returns the writes that may survive a crash of a node.
func (w *world) survivals(node int) (all []journal.Survival) {
	for i, s := range w.places[node].machine.Survivals() {
		if i == 0 || w.cluster.Faults.Disk != checker.DiskSynced && (!s.Torn || w.cluster.Faults.Disk != checker.DiskPrefix) {
			all = append(all, s)
		}
	}
	return all
}

// restartAfter is how long a node is down after a crash.
const restartAfter = 100 * time.Millisecond

// move executes the next operation of a node.
func (w *world) move(node int, e *trace.Event) (done kernel.Event) {
	p := &w.places[node]
	if e.Kind != kind.Use {
		e.Cause = p.last
	}
	switch {
	case e.Kind == kind.Exit:
		p.ended = true
		w.failed = e.Value != trace.NoValue
	case e.Kind == kind.Choose:
		p.machine.Lose(w.survivals(node)[e.Alternative])
		p.lost = true
	case e.Key == cut:
		until, _ := p.machine.Points().Lasts(timeline.Cut)
		for other := range w.cluster.Nodes {
			w.machine(other).Points().Divide(p.cut.Parts, until)
		}
		p.cutting = false
	default:
		if e.Key == restart && !p.lost {
			p.machine.Lose(journal.Survival{})
		}
		if e.Key == restart {
			p.lost, p.unsynced = false, false
		}
		p.record.started = true
		return w.run(node, func(m *kernel.Machine) error { return happen(m, e.Key) })
	}
	return done
}

// happen lets the operation of a node happen to its machine.
func happen(m *kernel.Machine, key trace.ValueID) (err error) {
	switch key {
	case start:
		err = m.Start(0)
	case restart:
		err = m.Start(m.Now() + int64(restartAfter))
	case crash:
		m.Kill()
	case timer:
		m.Fire()
	case heal:
		m.Points().End(timeline.Cut)
	case resume:
		m.Points().End(timeline.Pause)
	}
	return err
}

// run lets something happen to a machine, and then its program run.
func (w *world) run(node int, happen func(*kernel.Machine) error) (e kernel.Event) {
	m := w.machine(node)
	w.trace(w.nodes[node].Name, func() (err error) {
		if err = happen(m); err == nil {
			e, err = m.Run()
		}
		return err
	})
	return e
}

// trace lets the tracer execute a function. An error of a machine ends the run.
func (w *world) trace(name string, f func() error) {
	var err error
	w.tracer.do(func() { err = f() })
	if err != nil {
		w.stop()
		panic(&checker.ModelError{Process: name, Step: len(w.calls) + 1, Problem: err.Error()})
	}
}

// note takes over what a node has done in an event, and corrects which cells the event has accessed.
func (w *world) note(node int, e *trace.Event, done *kernel.Event) {
	p := &w.places[node]
	p.last = e.ID()
	for _, k := range done.Sent {
		q := w.queue(way{k.Conn, k.Back}, k.From, k.To)
		q.packets, q.causes = append(q.packets, k), append(q.causes, e.ID())
		p.record.sent = w.known.list(&packets{q.way, k.At, k.To, p.record.sent})
	}
	for _, f := range done.Faults {
		switch f.Kind {
		case timeline.Crash:
			p.crash = f
		case timeline.Cut:
			p.cut, p.cutting = f, true
		case timeline.Sync:
			p.unsynced = true
		}
	}
	w.renew(node)
	printed := len(done.Lines) > 0
	e.Accesses = slices.DeleteFunc(e.Accesses, func(a trace.Access) bool { return a.Cell == linesCell && !printed && !w.cluster.validates() })
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Cell == nodeCell(int32(node)) {
			a.After = w.known.number(p.record)
		}
	}
	for _, line := range done.Lines {
		for i, rule := range w.rules {
			if err := rule(Line{w.nodes[node].Name, p.machine.Life(), line}); err != nil && w.violent == nil {
				w.violent = &violation{node, w.cluster.Rules[i].Name, err.Error()}
			}
		}
	}
	e.Result = w.known.result(p.machine.Now(), done)
	w.uses++
	if w.cluster.validates() && w.violent == nil && (w.uses%cmp.Or(w.cluster.Validation.Every, DefaultEvery) == 0 || w.over()) {
		w.validate(node)
	}
}

// queue returns the queue of a direction, from one node to another one.
func (w *world) queue(on way, from, to int) *queue {
	if i := slices.IndexFunc(w.queues, func(q *queue) bool { return q.way == on }); i >= 0 {
		return w.queues[i]
	}
	opener, name := w.Actor(nodeActor(on.conn.Machine)), "to "+w.nodes[to].Name
	if on.back {
		name = "from " + w.nodes[from].Name
	}
	q := &queue{way: on, actor: w.known.actors.Child(opener, name, on.conn.Nth).ID}
	at, _ := slices.BinarySearchFunc(w.queues, q.actor, func(q *queue, a trace.ActorID) int { return int(q.actor - a) })
	w.queues = slices.Insert(w.queues, at, q)
	return q
}
