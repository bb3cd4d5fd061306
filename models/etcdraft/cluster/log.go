package cluster

import (
	"context"
	"fmt"
	"log/slog"
)

// Logger is a Logger as the library wants it. It writes to a slog.Logger, or not at all if To is nil.
type Logger struct{ To *slog.Logger }

func (l *Logger) write(level slog.Level, v []any) {
	if l.enabled(level) {
		l.To.Log(context.Background(), level, fmt.Sprint(v...))
	}
}

func (l *Logger) writef(level slog.Level, format string, v []any) {
	if l.enabled(level) {
		l.To.Log(context.Background(), level, fmt.Sprintf(format, v...))
	}
}

// enabled tells whether the text is wanted. During a search it is not, so it is not even made.
func (l *Logger) enabled(level slog.Level) bool {
	return l.To != nil && l.To.Enabled(context.Background(), level)
}

func (l *Logger) Debug(v ...any)                   { l.write(slog.LevelDebug, v) }
func (l *Logger) Debugf(format string, v ...any)   { l.writef(slog.LevelDebug, format, v) }
func (l *Logger) Info(v ...any)                    { l.write(slog.LevelInfo, v) }
func (l *Logger) Infof(format string, v ...any)    { l.writef(slog.LevelInfo, format, v) }
func (l *Logger) Warning(v ...any)                 { l.write(slog.LevelWarn, v) }
func (l *Logger) Warningf(format string, v ...any) { l.writef(slog.LevelWarn, format, v) }
func (l *Logger) Error(v ...any)                   { l.write(slog.LevelError, v) }
func (l *Logger) Errorf(format string, v ...any)   { l.writef(slog.LevelError, format, v) }
func (l *Logger) Fatal(v ...any)                   { panic(fmt.Sprint(v...)) }
func (l *Logger) Fatalf(format string, v ...any)   { panic(fmt.Sprintf(format, v...)) }
func (l *Logger) Panic(v ...any)                   { panic(fmt.Sprint(v...)) }
func (l *Logger) Panicf(format string, v ...any)   { panic(fmt.Sprintf(format, v...)) }
