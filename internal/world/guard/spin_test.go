package guard

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// The calls of a goroutine that loops end with the loop, not with what the loop happens to call.
func TestSpinning(t *testing.T) {
	var stop atomic.Bool
	for name, c := range map[string]struct {
		loop func()
		want string
	}{
		"which calls":  {func() { loopThatCalls(&stop) }, "guard.loopThatCalls"},
		"which counts": {func() { loopThatCounts(&stop) }, "guard.loopThatCounts"},
	} {
		stop.Store(false)
		ended := make(chan bool)
		go func() { defer close(ended); c.loop() }()
		for found := false; !found; { // it has begun
			_, frames := traceback(c.want)
			found = len(frames) > 0
		}
		_, frames := spinning(c.want)
		stop.Store(true)
		<-ended
		for len(frames) > 0 && inLibrary(frames[0].position) { // it may be there each time
			frames = frames[1:]
		}
		if len(frames) == 0 || !strings.HasSuffix(frames[0].function, c.want) || strings.HasSuffix(frames[0].position, ":1") {
			t.Errorf("%s: the calls are %v", name, frames)
		}
	}
}

func loopThatCalls(stop *atomic.Bool) {
	for !stop.Load() {
		_ = strings.Repeat("a", 100)
	}
}

func loopThatCounts(stop *atomic.Bool) {
	for n := 0; ; n++ {
		if n%1_000_000 == 0 && stop.Load() {
			return
		}
	}
}

// Calls are common from the outermost one; where they part is the loop.
func TestCommon(t *testing.T) {
	calls := func(list ...string) (frames []frame) {
		for _, c := range list {
			function, position, _ := strings.Cut(c, " ")
			frames = append(frames, frame{function: function, position: position})
		}
		return frames
	}
	for name, c := range map[string]struct {
		all  [][]frame
		want []frame
	}{
		"waits":      {[][]frame{calls("a x:3", "main x:9"), calls("a x:3", "main x:9")}, calls("a x:3", "main x:9")},
		"calls":      {[][]frame{calls("a x:3", "loop x:5", "main x:9"), calls("b x:4", "loop x:5", "main x:9")}, calls("loop x:5", "main x:9")},
		"goes on":    {[][]frame{calls("loop x:5", "main x:9"), calls("a x:3", "loop x:6", "main x:9"), calls("loop x:6", "main x:9")}, calls("loop x:6", "main x:9")},
		"as often":   {[][]frame{calls("loop x:12", "main x:9"), calls("loop x:6", "main x:9")}, calls("loop x:6", "main x:9")},
		"no line":    {[][]frame{calls("loop x:1", "main x:9"), calls("loop x:1", "main x:9"), calls("loop x:6", "main x:9")}, calls("loop x:6", "main x:9")},
		"has ended":  {[][]frame{calls("a x:3")}, calls("a x:3")},
		"only calls": {[][]frame{calls("a x:3", "loop x:5"), calls("loop x:5")}, calls("loop x:5")},
	} {
		if got := common(c.all); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The beginning of a function that a goroutine executes is known.
func TestBeginning(t *testing.T) {
	if own := beginning("github.com/checkmodel/checkmodel/internal/world/guard.TestBeginning"); !strings.Contains(own, "spin_test.go:") || strings.HasSuffix(own, ":1") {
		t.Errorf("the test begins at %q", own)
	}
	if got := beginning("nobody.executes"); got != "" {
		t.Errorf("a function that is not executed begins at %q", got)
	}
}
