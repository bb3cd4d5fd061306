package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/corpus"
	"github.com/checkmodel/checkmodel/parameter"
)

var senders = checker.Parameter{Name: "senders", Default: 1, Min: 1, Max: 5}

// sized returns models of which one depends on a parameter.
func sized() []checker.Model {
	return []checker.Model{
		{Name: "sized", Main: arrivals(senders.Value(), true), Parameters: []checker.Parameter{senders}},
		safe,
	}
}

func runSized(t *testing.T, o command.Options) result {
	t.Helper()
	t.Cleanup(func() { parameter.Set(nil) })
	return runPackages(t.Context(), o, command.Package{Path: "example.com/one", Models: sized})
}

func given(t *testing.T, text string) (o command.Options) {
	t.Helper()
	if err := o.SetParameters(text); err != nil {
		t.Fatal(err)
	}
	return o
}

// A parameter that is given changes the model, and everything that is reported says so.
func TestParameters(t *testing.T) {
	if r := runSized(t, command.Options{}); r.status != command.AsDeclared || strings.Contains(r.stdout, "senders=") {
		t.Errorf("with the default the status is %v:\n%s", r.status, r.stdout)
	}
	dir := t.TempDir()
	o := given(t, "senders=3")
	o.Keep = dir
	r := runSized(t, o)
	if r.status != command.Unexpected || !strings.Contains(r.stdout, "with senders=3 (by default 1), until") || strings.Contains(r.stdout, "safe") {
		t.Errorf("the status is %v:\n%s", r.status, r.stdout)
	}
	if want := "checkmodel: -set: left out are the models without any of these parameters, which are 1 of 2\n"; r.stderr != want {
		t.Errorf("it says %q, want %q", r.stderr, want)
	}
	o = given(t, "senders=3")
	o.JSON = true
	var doc struct {
		Parameters []struct {
			Name           string
			Value, Default int
		}
	}
	if err := json.Unmarshal([]byte(runSized(t, o).stdout), &doc); err != nil || len(doc.Parameters) != 1 || doc.Parameters[0].Value != 3 || doc.Parameters[0].Default != 1 {
		t.Errorf("the parameters are %v, %v", doc.Parameters, err)
	}
	o = given(t, "senders=3")
	o.Show = 1
	if r := runSized(t, o); !strings.Contains(r.stdout, "-set=senders=3 -replay ") {
		t.Errorf("no command has the parameter:\n%s", r.stdout)
	}

	kept, err := filepath.Glob(filepath.Join(dir, "sized", "*.trace"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept are %q, %v", kept, err)
	}
	content, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	f, err := corpus.Parse(string(content))
	if err != nil || f.Parameters["senders"] != 3 {
		t.Fatalf("the file has the parameters %v, %v", f.Parameters, err)
	}
	if r := runSized(t, command.Options{Replay: &f}); r.status != command.Unexpected || !strings.Contains(r.stdout, "given; with senders=3 (by default 1)") {
		t.Errorf("the replay has the status %v:\n%s", r.status, r.stdout)
	}
	o = given(t, "senders=2")
	o.Replay = &f
	if r := runSized(t, o); r.status != command.Unusable || !strings.Contains(r.stderr, "-set gives senders the value 2, but the file for -replay says that it was found with senders=3") {
		t.Errorf("with another value the status is %v: %s", r.status, r.stderr)
	}
}

func TestBadParameters(t *testing.T) {
	for text, want := range map[string]string{
		"clients=3":           `-set: no model has a parameter "clients"; there are senders`,
		"senders=6":           "-set: the parameter senders is 6; it must be 1 to 5",
		"senders=2,clients=3": `-set: no model has a parameter "clients"`,
	} {
		if r := runSized(t, given(t, text)); r.status != command.Unusable || !strings.Contains(r.stderr, want) || r.stdout != "" {
			t.Errorf("%s: the status is %v, %q, want %s", text, r.status, r.stderr, want)
		}
	}
	for _, text := range []string{"", "senders", "senders=", "=3", "senders=x", "senders=3,", "senders=3.5"} {
		if err := new(command.Options).SetParameters(text); err == nil {
			t.Errorf("%q is no error", text)
		}
	}
}

func TestListOfParameters(t *testing.T) {
	if r := runSized(t, command.Options{List: true}); !strings.Contains(r.stdout, "sized  (senders=1, from 1 to 5)\n") {
		t.Errorf("the list is\n%s", r.stdout)
	}
}
