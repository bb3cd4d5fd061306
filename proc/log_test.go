package proc_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/proc"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// logs returns what was logged before each event of an interleaving.
func logs(pl *played) (all []string) {
	for _, e := range pl.entries {
		all = append(all, strings.Join(e.Log, "|"))
	}
	return all
}

// TestLogWriter: each line is logged as one, however many writes it consists of. One without a line
// break ends at the next event.
func TestLogWriter(t *testing.T) {
	pl := mustPlay(t, func(p *proc.P) {
		w := p.LogWriter()
		write := func(text string) {
			if n, err := io.WriteString(w, text); n != len(text) || err != nil {
				t.Errorf("Write returns %d, %v", n, err)
			}
		}
		write("a\nb")
		write("")
		write("c\n\nd")
		p.Logf("between %d", 1)
		write("e")
		p.Send(p.Self(), 1)
		write("f\n")
		log.New(w, "prefix: ", 0).Print("said")
		p.Receive()
		write("the end")
	})
	if got, want := logs(pl), []string{"a|bc||between 1|de", "f|prefix: said", "the end"}; !slices.Equal(got, want) {
		t.Errorf("what was logged is %q, want %q", got, want)
	}
}

// TestLogHandler: records are logged as a TextHandler writes them, without the time and without
// anything that differs between executions.
func TestLogHandler(t *testing.T) {
	type row struct{ N *int }
	pl := mustPlay(t, func(p *proc.P) {
		l := slog.New(p.LogHandler(nil))
		l.Debug("not shown")
		l.Info("plain", "n", 1, "time", "its own", "who", p.Self())
		n := 7
		l.With("a", &row{&n}).WithGroup("g").Warn("two\nlines", "b", map[string]int{"y": 2, "x": 1}, slog.Group("h", "e", errors.New("an error")), "none", nil)
		p.Send(p.Self(), 1)
		all := slog.New(p.LogHandler(&slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if a.Key == "secret" {
				return slog.Attr{}
			}
			return a
		}}))
		all.Debug("shown", "secret", 1, "level", slog.LevelWarn, "bytes", []byte("x y"))
		if all.Enabled(t.Context(), slog.LevelDebug-1) {
			t.Error("a level is enabled that is too low")
		}
	})
	want := []string{
		`level=INFO msg=plain n=1 time="its own" who=main|` +
			`level=WARN msg="two\nlines" a="&row{N: &7}" g.b="map[\"x\": 1, \"y\": 2]" g.h.e="an error" g.none=<nil>`,
		`level=DEBUG msg=shown level=WARN bytes="x y"`,
	}
	if got := logs(pl); !slices.Equal(got, want) {
		t.Errorf("what was logged is\n%q, want\n%q", got, want)
	}
}

// asked counts the calls of its String method.
type asked struct{ n *int }

func (a asked) String() string { *a.n++; return "x" }

// TestLogsCostNothing: nothing is formatted unless a trace is being recorded, and logging is no
// event.
func TestLogsCostNothing(t *testing.T) {
	n := 0
	sys := newSystem(func(p *proc.P) {
		h := p.LogHandler(nil)
		if h.Enabled(t.Context(), slog.LevelError) {
			t.Error("a level is enabled")
		}
		slog.New(h).With("a", asked{&n}).WithGroup("g").Error("x", "b", asked{&n})
		p.Logf("%v", asked{&n})
		fmt.Fprint(p.LogWriter(), "x")
	})
	defer sys.Close()
	if ev := sys.Step(first(sys)); ev.Kind != kind.Exit {
		t.Errorf("the first event is %v", ev.Kind)
	}
	if n > 0 {
		t.Errorf("words were asked for %d times", n)
	}
}

// TestLogOfAnother: a process must not use the writer or handler of another one, even if no trace is
// being recorded.
func TestLogOfAnother(t *testing.T) {
	for name, use := range map[string]func(p *proc.P) func(){
		"Logf":    func(p *proc.P) func() { return func() { p.Logf("x") } },
		"Enabled": func(p *proc.P) func() { l := slog.New(p.LogHandler(nil)); return func() { l.Info("x") } },
		"With":    func(p *proc.P) func() { l := slog.New(p.LogHandler(nil)).With("a", 1); return func() { l.Info("x") } },
		"Handle": func(p *proc.P) func() {
			h := p.LogHandler(nil)
			return func() { h.Handle(t.Context(), slog.Record{}) }
		},
		"Write": func(p *proc.P) func() { w := p.LogWriter(); return func() { io.WriteString(w, "x") } },
	} {
		t.Run(name, func(t *testing.T) {
			expectModelError(t, "child", "it uses a P that is not its own: a P of process main", func(p *proc.P) {
				logs := use(p)
				p.Spawn("child", func(p *proc.P) { logs() })
				p.Receive()
			})
			_, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: func(p *proc.P) {
				logs := use(p)
				p.Send(p.Self(), 1)
				proc.Receive(p, func(int) bool { logs(); return true })
			}}, checker.Options{})
			if err == nil || !strings.Contains(err.Error(), "process main") || !strings.Contains(err.Error(), "in a receive pattern") {
				t.Errorf("the error of a condition that logs is %v", err)
			}
		})
	}
}

// TestLogForEver: a process that only logs is reported, as it never comes to its next event.
func TestLogForEver(t *testing.T) {
	for call, log := range map[string]func(p *proc.P){
		"a logger":                 func(p *proc.P) { slog.New(p.LogHandler(nil)).Info("x") },
		"the Write of a LogWriter": func(p *proc.P) { p.LogWriter().Write([]byte("x")) },
	} {
		expectModelError(t, "main", "it does not reach its next event: it called "+call+" and the like 1000000 times without performing an operation", func(p *proc.P) {
			for {
				log(p)
			}
		})
	}
}

// TestLogOfThePast: a process that is executed again logs only what comes after its past.
func TestLogOfThePast(t *testing.T) {
	first := newSystem(func(p *proc.P) {
		fmt.Fprint(p.LogWriter(), "before")
		n := p.Choose(2)
		p.Logf("behind %d", n)
		p.Send(p.Self(), n)
	})
	defer first.Close()
	sys := first.Recorder()
	defer sys.Close()
	for n := range int32(2) {
		sys.StepBack(0)
		sys.Step(trace.Step{Alternative: n})
		ev := sys.Step(trace.Step{})
		if got, want := sys.Entry(&ev).Log, []string{fmt.Sprint("behind ", n)}; !slices.Equal(got, want) {
			t.Errorf("after the choice of %d, what was logged is %q, want %q", n, got, want)
		}
	}
}
