package litmus

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/proc"
)

// counters is the table of most programs here: numbers under names.
type counters = proc.Table[string, int]

func newCounters(p *proc.P) counters { return proc.NewTable[string, int](p, "shared") }

// insert returns a process that stores one value.
func insert(t counters, key string, value int) func(*proc.P) {
	return func(p *proc.P) { t.Insert(p, key, value) }
}

// find returns a process whose result is the value under the key, or nil.
func find(t counters, key string) func(*proc.P) any {
	return func(p *proc.P) any {
		if value, ok := t.Lookup(p, key); ok {
			return value
		}
		return nil
	}
}

func rowsApart(p *proc.P) {
	t := newCounters(p)
	var writers []proc.PID
	for _, key := range []string{"a", "b", "c"} {
		writers = append(writers, run(p, "writer", insert(t, key, 1)))
	}
	join(p, writers...)
}

// sameRow is a writer for each of the values, all under one key.
func sameRow(values ...int) func(*proc.P) {
	return func(p *proc.P) {
		t := newCounters(p)
		var writers []proc.PID
		for _, value := range values {
			writers = append(writers, run(p, "writer", insert(t, "k", value)))
		}
		join(p, writers...)
		t.Lookup(p, "k")
	}
}

func insertNewThree(p *proc.P) {
	t := newCounters(p)
	var writers []proc.PID
	for value := 1; value <= 3; value++ {
		writers = append(writers, compute(p, "writer", func(p *proc.P) any {
			return t.InsertNew(p, "k", value)
		}))
	}
	won := 0
	for _, inserted := range join(p, writers...) {
		if inserted.(bool) {
			won++
		}
	}
	p.Assert(won == 1, oneWinner.Name, "%d of 3 were told that they inserted", won)
}

func countUpTwo(p *proc.P) {
	t := newCounters(p)
	t.Insert(p, "n", 0)
	var clients []proc.PID
	for range 2 {
		clients = append(clients, compute(p, "client", func(p *proc.P) any {
			return proc.UpdateCounter(p, t, "n", 1)
		}))
	}
	got := join(p, clients...)
	slices.SortFunc(got, func(a, b any) int { return cmp.Compare(a.(int), b.(int)) })
	p.Assert(slices.Equal(got, []any{1, 2}), countsEveryStep.Name, "two increments of 0 yielded %v", got)
}

func countUpUnread(p *proc.P) {
	t := newCounters(p)
	t.Insert(p, "n", 0)
	var clients []proc.PID
	for range 3 {
		clients = append(clients, run(p, "client", func(p *proc.P) {
			proc.UpdateCounter(p, t, "n", 1)
		}))
	}
	join(p, clients...)
	assertCount(p, t, 3)
}

// assertCount asserts that the counter has the given value.
func assertCount(p *proc.P, t counters, want int) {
	n, _ := t.Lookup(p, "n")
	p.Assert(n == want, nothingLost.Name, "the counter was incremented %d times and is %d", want, n)
}

func deleteOrFind(p *proc.P) {
	t := newCounters(p)
	t.Insert(p, "k", 1)
	join(p,
		run(p, "deleter", func(p *proc.P) { t.Delete(p, "k") }),
		compute(p, "finder", find(t, "k")),
		compute(p, "finder", find(t, "k")))
}

// created passes a table on.
type created struct{ Table counters }

func tableOwnerLeaves(p *proc.P) {
	me := p.Self()
	p.Spawn("owner", func(p *proc.P) {
		p.Send(me, created{proc.NewTable[string, int](p, "mine")})
	})
	t := proc.Receive[created](p).Table
	ignoreRefusal(func() { t.Insert(p, "k", 1) })
}

// ignoreRefusal calls a function that works on tables, and ignores the error of a table.
func ignoreRefusal(do func()) {
	defer func() {
		switch problem := recover().(type) {
		case nil, *proc.TableError:
		default:
			panic(problem)
		}
	}()
	do()
}

// readers is a number of processes that store distinct values under one key, and a number that read
// it once.
func readers(writers, readers int) func(*proc.P) {
	return func(p *proc.P) {
		t := newCounters(p)
		var all []proc.PID
		for value := 1; value <= writers; value++ {
			all = append(all, run(p, "writer", insert(t, "k", value)))
		}
		for range readers {
			all = append(all, compute(p, "reader", find(t, "k")))
		}
		join(p, all...)
	}
}
