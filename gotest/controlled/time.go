package controlled

import (
	"time"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// tick is the unit of time. Durations are rounded up to it.
const tick = 100 * time.Microsecond

// epoch is the time at which an interleaving begins.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func after(ticks int32) time.Time { return epoch.Add(time.Duration(ticks) * tick) }

// Now is time.Now. Time goes on only when a timer expires, which it does at any moment, but never before one with an earlier deadline.
func Now() time.Time { return after(here("time.Now").Now()) }

// Since is time.Since.
func Since(t time.Time) time.Duration { return Now().Sub(t) }

// Until is time.Until.
func Until(t time.Time) time.Duration { return t.Sub(Now()) }

// Sleep is time.Sleep.
func Sleep(d time.Duration) {
	if d > 0 {
		a := newAlarm(nil)
		a.start(d)
		a.wait()
	}
}

const ofTimer = "timer"

// alarm is a timer that is started several times.
type alarm struct {
	object goroutine.Object
	turn   int32         // the last one
	f      func()        // to be called in a goroutine; nil if a value is received
	at     time.Time     // the value
	every  time.Duration // of a ticker, which goes on when its value is received; otherwise 0
}

func newAlarm(f func()) *alarm {
	a := &alarm{f: f}
	a.object.Make(here("a timer"))
	return a
}

// start starts the alarm, which lets those know what the goroutine knows who receive its value, or are called by it.
func (a *alarm) start(d time.Duration) {
	g := here("a timer")
	id, _ := a.object.Find(g, ofTimer)
	g.Release(id, 1)
	a.turnOn(d)
}

// turnOn lets the alarm expire after the duration.
func (a *alarm) turnOn(d time.Duration) {
	g := here("a timer")
	a.turn++
	id, name := a.object.Find(g, ofTimer)
	fire := &goroutine.Use{Verb: goroutine.Fire, Object: id, Number: a.turn, Name: name}
	if a.f == nil {
		fire.Size = 1
	}
	ticks := min(max(0, (int64(d)+int64(tick)-1)/int64(tick)), 1<<31-1)
	g.Alarm(int32(ticks), fire, func(now int32) func() {
		a.at = after(now)
		return a.f
	})
}

// wait waits until the alarm has expired.
func (a *alarm) wait() {
	here("a timer").Idle()
	do(&a.object, ofTimer, goroutine.Use{Verb: goroutine.Due})
}

// received returns the value, which was received.
func (a *alarm) received() time.Time {
	at := a.at
	if a.every > 0 {
		a.turnOn(a.every)
	}
	return at
}

func (a *alarm) stop() bool {
	_, was := do(&a.object, ofTimer, goroutine.Use{Verb: goroutine.Stop, Number: a.turn})
	return was
}

// channel returns the channel from which the value of the alarm comes.
func (a *alarm) channel() *Chan[time.Time] {
	return &Chan[time.Time]{size: 1, timer: a}
}

// Timer is time.Timer.
type Timer struct {
	C *Chan[time.Time]
	a *alarm
}

// NewTimer is time.NewTimer.
func NewTimer(d time.Duration) *Timer {
	a := newAlarm(nil)
	a.start(d)
	return &Timer{a.channel(), a}
}

// AfterFunc is time.AfterFunc.
func AfterFunc(d time.Duration, f func()) *Timer {
	a := newAlarm(f)
	a.start(d)
	return &Timer{nil, a}
}

// After is time.After.
func After(d time.Duration) *Chan[time.Time] { return NewTimer(d).C }

// Stop is the method of time.Timer.
func (t *Timer) Stop() bool { return t.a.stop() }

// Reset is the method of time.Timer.
func (t *Timer) Reset(d time.Duration) bool {
	was := t.a.stop()
	t.a.start(d)
	return was
}

// Ticker is time.Ticker. A tick comes only when the one before was received.
type Ticker struct {
	C *Chan[time.Time]
	a *alarm
}

// NewTicker is time.NewTicker.
func NewTicker(d time.Duration) *Ticker {
	if d <= 0 {
		panic("non-positive interval for NewTicker")
	}
	a := newAlarm(nil)
	a.every = d
	a.start(d)
	return &Ticker{a.channel(), a}
}

// Tick is time.Tick.
func Tick(d time.Duration) *Chan[time.Time] {
	if d <= 0 {
		return nil
	}
	return NewTicker(d).C
}

// Stop is the method of time.Ticker.
func (t *Ticker) Stop() { t.a.stop() }

// Reset is the method of time.Ticker.
func (t *Ticker) Reset(d time.Duration) {
	if d <= 0 {
		panic("non-positive interval for Ticker.Reset")
	}
	t.a.stop()
	t.a.every = d
	t.a.start(d)
}
