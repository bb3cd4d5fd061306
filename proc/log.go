package proc

import (
	"context"
	"encoding"
	"fmt"
	"io"
	"log/slog"
	"runtime"

	"github.com/checkmodel/checkmodel/internal/world/program"
)

// Logf adds a line to the trace, before the next event of this process. It
// is no event and costs nothing unless a trace is being recorded.
func (p *P) Logf(format string, args ...any) {
	if p.x.Logs("Logf") {
		p.x.Log.Line(fmt.Sprintf(format, args...))
	}
}

// LogWriter returns a writer for a library that logs to one, as in log.New(p.LogWriter(), "", 0).
// Each line that is written is logged as by Logf. Later writes complete a line without a line break,
// unless an event comes first. Write never fails. Like p itself, the writer may be used by its own
// process only. A logger should not add the time, which differs in each execution.
func (p *P) LogWriter() io.Writer { return logWriter{p} }

// LogHandler returns a handler for a library that logs by a [slog.Logger], as in
// slog.New(p.LogHandler(nil)). Each record is logged as by Logf, in one line with its level, message
// and attributes, as a [slog.TextHandler] with these options writes it, but without the time. Options
// may be nil, which leaves out levels below Info. Values of attributes are shown as in
// traces (see [Format]), except errors and values with the method MarshalText.
//
// Like p itself, the handler, and all loggers with it, may be used by its own process only. No
// level is enabled unless a trace is being recorded, so operations must not depend on levels.
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

type logWriter struct{ p *P }

func (w logWriter) Write(text []byte) (int, error) {
	if w.p.x.Logs("the Write of a LogWriter") {
		w.p.x.Log.Text(text)
	}
	return len(text), nil
}

// logHandler formats records by another handler.
type logHandler struct {
	p    *P
	text slog.Handler
}

func (h logHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.p.x.Logs("a logger") && h.text.Enabled(ctx, level)
}

func (h logHandler) Handle(ctx context.Context, r slog.Record) error {
	r.Time = slog.Record{}.Time // the zero time is left out
	return h.text.Handle(ctx, r)
}

func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if !h.p.x.Recording() { // they would be formatted now
		return h
	}
	return logHandler{h.p, h.text.WithAttrs(attrs)}
}

func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.p, h.text.WithGroup(name)}
}

// shownAttr returns the attribute with a value that is the same in every execution. A TextHandler
// prints addresses.
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

// Helper marks the calling function as a helper of the model, as testing.T does: where an
// operation is called in it, the trace shows the line that called the helper instead.
func (p *P) Helper() {
	var pc [1]uintptr
	if runtime.Callers(2, pc[:]) == 1 {
		program.AddHelper(&p.x, pc[0])
	}
}
