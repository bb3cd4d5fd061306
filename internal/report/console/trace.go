package console

// writeTrace writes the trace, if there is one.
func (t description) writeTrace() {
	switch {
	case len(t.v.Trace) == 0:
		return
	case t.Full:
		t.b.WriteByte('\n')
		t.events()
	default:
		t.b.WriteByte('\n')
		t.steps()
	}
}
