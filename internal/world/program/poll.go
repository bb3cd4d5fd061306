package program

import (
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// A turn of a loop that only reads a row and leaves the state as it was changes nothing: the process is where it was, and so is
// everything else. An interleaving without such turns leads to the same states. So none has one: the read waits until
// the turn does something with the row, as an Await does. What a turn does is known by executing it in advance.

// Poll is the read of a row with which a turn of a loop begins. It implements effects.RowPatterns, and is safe for concurrent use.
type Poll struct {
	runner  *Runner
	at      *History // where the process requests the read
	mu      sync.Mutex
	asserts atomic.Uint64 // the bits of the properties that are asserted in turns that change nothing
}

// polls makes the read wait that is requested at h, if a turn begins with it.
func (r *Runner) polls(h *History) {
	if p, is := h.Op.Does.(*Poll); is {
		p.runner, p.at = r, h
	}
}

// MatchRow implements effects.RowPatterns. It reports whether the turn does something if the row has that value, or with NoValue if
// there is no row.
func (p *Poll) MatchRow(_, value trace.ValueID) bool {
	got := Result{Value: value}
	if p.at.Op.Kind == kind.TableMember {
		got = Answer(value != trace.NoValue)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	next, asserted := p.at.after(got), uint64(0)
	if next == nil {
		next, asserted = p.execute(got)
	} else {
		asserted = next.Asserts
	}
	if !p.at.Head.same(next.Head) {
		return true
	}
	p.asserts.Or(asserted)
	return false
}

// execute executes the turn with the result of the read, up to the next operation. It belongs to no worker, so it uses no coroutine of one.
func (p *Poll) execute(got Result) (next *History, asserted uint64) {
	r := p.runner.Twin(apart{p.runner.present}, p.runner.recording)
	r.Share(p.runner)
	var co *Coroutine
	defer func() { co.Close() }()
	return r.Next(&co, p.at, got)
}

// apart tells nothing of the present interleaving, which is of a worker that may be at work.
type apart struct{ interleaving }

func (apart) StepAt(*trace.Actor, *History) int { return 0 }
func (apart) SourceOf(string) string            { return "" }

// Forget forgets what turns do, because the numbers of values may get other meanings. It calls f with the values that are needed
// to execute the process up to the read.
func (p *Poll) Forget(f func(trace.ValueID)) {
	p.at.forgetChildren()
	for h := p.at; h != nil; h = h.Parent {
		h.Values(f)
		f(h.Via.Value)
	}
}

// Idled returns the bits of the properties that are asserted in turns from the point that change nothing.
func (h *History) Idled() uint64 {
	if p, is := h.Op.Does.(*Poll); is {
		return p.asserts.Load()
	}
	return 0
}
