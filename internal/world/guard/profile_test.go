package guard

import (
	"context"
	"runtime/pprof"
	"testing"
)

// TestProfile: a goroutine profile has the goroutines that come from a process, by its
// labels, whatever the process is called, and no others.
func TestProfile(t *testing.T) {
	const name = `ma"in/\ä#2`
	started, release := make(chan bool), make(chan bool)
	defer close(release)
	wait := func() { started <- true; <-release }
	pprof.Do((&Watch{search: "search of the test"}).Labels(name), pprof.Labels(), func(context.Context) {
		go func() { go wait() }()
	})
	pprof.Do((&Watch{search: "another"}).Labels(name), pprof.Labels(), func(context.Context) { go wait() })
	go wait()
	for range 3 {
		<-started
	}
	found := profile("search of the test")
	if len(found) != 1 || found[0].process != name {
		t.Fatalf("found %+v, want one of process %s", found, name)
	}
}

// TestLabelIn: labels are found by their whole key.
func TestLabelIn(t *testing.T) {
	const labels = `{"a.b":"\"b\":\"1\"", "b":"2\\", "c":""}` + "\n"
	for key, want := range map[string]string{"a.b": `"b":"1"`, "b": `2\`, "c": "", "d": ""} {
		if got := labelIn(labels, key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}
