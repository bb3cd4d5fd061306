package proc

import (
	"bytes"
	"context"
	"encoding"
	"fmt"
	"io"
	"log/slog"
)

// Logf adds a line to the trace, in front of the next event of this process. It
// is no event and costs nothing unless a trace is being recorded.
func (p *P) Logf(format string, args ...any) {
	if p.logs("Logf") {
		p.log = append(p.log, fmt.Sprintf(format, args...))
	}
}

// LogWriter returns a writer for what a library logs, as log.New(p.LogWriter(), "", 0) takes
// it: each line that is written is logged as by Logf. What is behind the last line end
// is completed by later writes, or else is a line of its own in front of the next event. Like p itself,
// the writer is for its own process only. Write always succeeds. A logger should not add the time,
// which differs from one execution to the next.
func (p *P) LogWriter() io.Writer { return logWriter{p} }

// LogHandler returns a handler for what a library logs by slog.New(p.LogHandler(nil)): each record
// is logged as by Logf, as a line with level, message and attributes, in the form of
// [slog.TextHandler] without the time. The options are those of a TextHandler; nil are the default ones, by which
// levels below Info are left out. Values of attributes are shown as traces show them
// ([Format]), unless they are errors or have a text of their own (encoding.TextMarshaler).
//
// Like p itself, the handler is for its own process only, and so are the loggers that are made from
// it. No level is enabled unless a trace is being recorded; so what a library does only if a level
// is enabled must not be an operation.
func (p *P) LogHandler(options *slog.HandlerOptions) slog.Handler {
	var o slog.HandlerOptions
	if options != nil {
		o = *options
	}
	own := o.ReplaceAttr
	o.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		if own != nil {
			a = own(groups, a)
		}
		return shownAttr(a)
	}
	return logHandler{p, slog.NewTextHandler(logWriter{p}, &o)}
}

// logs is what all that logs begins with. It reports whether anybody is going to read it.
func (p *P) logs(call string) bool {
	p.claim()
	p.idle(call)
	return p.sys.recording
}

// logged returns what was logged since the last operation.
func (p *P) logged() []string {
	if len(p.unended) > 0 {
		p.log, p.unended = append(p.log, string(p.unended)), nil
	}
	log := p.log
	p.log = nil
	return log
}

type logWriter struct{ p *P }

// Write implements io.Writer.
func (w logWriter) Write(text []byte) (int, error) {
	if w.p.logs("the Write of a LogWriter") {
		w.p.unended = append(w.p.unended, text...)
		for {
			line, rest, ended := bytes.Cut(w.p.unended, []byte("\n"))
			if !ended {
				break
			}
			w.p.log, w.p.unended = append(w.p.log, string(line)), rest
		}
	}
	return len(text), nil
}

// logHandler formats records by the other handler.
type logHandler struct {
	p    *P
	text slog.Handler
}

// Enabled implements slog.Handler.
func (h logHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.p.logs("a logger") && h.text.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h logHandler) Handle(ctx context.Context, r slog.Record) error {
	r.Time = slog.Record{}.Time // the zero time is left out
	return h.text.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if !h.p.sys.recording { // they would be formatted now
		return h
	}
	return logHandler{h.p, h.text.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.p, h.text.WithGroup(name)}
}

// shownAttr returns an attribute with a value that is the same in every execution: a TextHandler prints
// addresses, and maps in any order that fmt knows none for.
func shownAttr(a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindAny {
		switch v := a.Value.Any().(type) {
		case nil, error, encoding.TextMarshaler, *slog.Source, []byte:
		default:
			a.Value = slog.StringValue(Format(v))
		}
	}
	return a
}
