package goroutine

import "github.com/checkmodel/checkmodel/trace"

// turn is the cell of a timer: twice the number of the last turn that has fired or was stopped, and one more while its value
// waits to be received. Each turn, counted from 1, has an alarm: an actor that lets time go on to the deadline, and then fires the timer.
const turn = 0

func (u *Use) useTimer(e *trace.Event, v *view) (possible bool) {
	o := u.Object
	at := v.peek(o, turn)
	switch u.Verb {
	case Fire: // Size is 1 if a value is to be received
		if e.Ok = at < 2*u.Number; e.Ok {
			v.update(o, turn, 2*u.Number+u.Size)
		} else {
			v.read(o, turn)
		}
	case Stop:
		if e.Ok = at != 2*u.Number; e.Ok {
			v.update(o, turn, 2*u.Number)
		} else {
			v.read(o, turn)
		}
	case Due:
		v.update(o, turn, at-1)
		return at&1 == 1
	case stopped:
		return v.read(o, turn) >= 2*u.Number
	}
	return true
}
