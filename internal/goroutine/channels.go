package goroutine

import "github.com/checkmodel/checkmodel/trace"

// The cells of a channel: twice the number of sends, and one more once it is closed; the number of values that receives have
// taken or passed over; and from values on, one for each send.
const (
	sends    = 0
	receives = 1
	values   = 2
)

// The contents of the cell of a value. From tentative on, it is the offer of a select: its number, the case, and passing if the select has a default.
const (
	empty     = 0
	full      = 1 // also an offer
	gone      = 2
	end       = 3 // the channel was closed here
	refused   = 4 // an offer that waits when the channel is closed
	tentative = 8
)

// mostCases is above the number of each case of a select, and passing is added to it if the select has a default.
const (
	passing   = 32
	mostCases = 64
)

func (u *Use) useChannel(e *trace.Event, v *view) (possible bool) {
	o := u.Object
	switch u.Verb {
	case Send:
		return u.send(e, v, o, u.Size)
	case Offer:
		n := v.peek(o, sends)
		if e.Ok = n&1 == 0; !e.Ok {
			v.read(o, sends)
			return true
		}
		v.update(o, sends, n+2)
		v.update(o, values+n/2, full)
		e.Result = trace.ValueID(n / 2)
	case Taken:
		at := v.read(o, values+u.Number)
		e.Ok = at == gone
		return at == gone || at == refused
	case Receive:
		j, ok, possible := u.first(v, o)
		if possible {
			e.Ok, e.Result = ok, trace.ValueID(j)
			u.take(v, o, j, ok)
		}
		return possible
	case Close:
		u.close(e, v)
	case Length:
		e.Result = trace.ValueID(max(0, v.read(o, sends)/2-v.read(o, receives)))
	}
	return true
}

// send sends to a channel with a buffer. Ok is false if it is closed.
func (u *Use) send(e *trace.Event, v *view, o, size int32) (possible bool) {
	n := v.peek(o, sends)
	if e.Ok = n&1 == 0; !e.Ok {
		v.read(o, sends)
		return true
	}
	k := n / 2
	v.update(o, sends, n+2)
	if k >= size && v.read(o, values+k-size) != gone {
		return false
	}
	v.update(o, values+k, full)
	e.Result = trace.ValueID(k)
	return true
}

// first finds the first value, or the end of the channel: then ok is false. It returns false if there is neither yet. It passes
// over offers of selects that have been decided otherwise, and over an offer of the same select, whose number is u.Object. Two selects with a
// default do not meet, as neither waits.
func (u *Use) first(v *view, o int32) (j int32, ok, possible bool) {
	for j = v.read(o, receives); ; j++ {
		switch at := v.read(o, values+j); {
		case at == empty:
			return j, false, false
		case at == full:
			return j, true, true
		case at == end:
			return j, false, true
		case at >= tentative:
			s, passes := (at-tentative)/mostCases, (at-tentative)&passing != 0
			if v.read(s, 0) == 0 && (u.Verb != Select || s != u.Object) && !(passes && u.Default) {
				return j, true, true
			}
		}
	}
}

// take takes the value, which is the first.
func (u *Use) take(v *view, o, j int32, ok bool) {
	if !ok {
		return
	}
	if at := v.peek(o, values+j); at >= tentative {
		v.update((at-tentative)/mostCases, 0, 1+(at-tentative)%passing)
	}
	v.update(o, receives, j+1)
	v.update(o, values+j, gone)
}

// close closes the channel, and refuses all offers that wait.
func (u *Use) close(e *trace.Event, v *view) {
	o := u.Object
	n := v.peek(o, sends)
	if e.Ok = n&1 == 0; !e.Ok {
		v.read(o, sends)
		return
	}
	v.update(o, sends, n+1)
	if v.update(o, values+n/2, end); u.Size > 0 {
		return
	}
	for j := v.read(o, receives); j < n/2; j++ {
		at := v.read(o, values+j)
		if at == full || at >= tentative && v.read((at-tentative)/mostCases, 0) == 0 {
			v.update(o, values+j, refused)
		}
	}
}
