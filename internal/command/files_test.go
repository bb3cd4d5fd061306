package command_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/command"
	"github.com/checkmodel/checkmodel/internal/files"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/proc"
)

// fullDevice is a file without room.
func fullDevice(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full, which plays a full disk")
	}
	return "/dev/full"
}

// If one report cannot be written, the others still are, and the conclusion is printed.
func TestOutputCannotBeWritten(t *testing.T) {
	device := fullDevice(t)
	page := filepath.Join(t.TempDir(), "page.html")
	r := run(t.Context(), command.Options{Outputs: []command.Output{{report.SVGFormat, device}, {report.HTMLFormat, page}, {report.SARIFFormat, device}}}, declared)
	want := "checkmodel: the report for -svg cannot be written: write /dev/full: no space left on device\n" +
		"checkmodel: the report for -sarif cannot be written: write /dev/full: no space left on device\n"
	if r.status != command.Unusable || r.stderr != want {
		t.Errorf("the status is %d, standard error is %q", r.status, r.stderr)
	}
	if want := "\nviolated (declared): declared; 2 interleavings explored\n"; !strings.HasSuffix(r.stdout, want) {
		t.Errorf("the report does not end with %q:\n%s", want, r.stdout)
	}
	if _, err := os.Stat(page); err != nil {
		t.Error(err)
	}
}

// If standard output cannot be written, reports are still written to files.
func TestOutputsWithoutStdout(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	var stderr bytes.Buffer
	status := command.Run(t.Context(), command.Environment{Stdout: full{}, Stderr: &stderr, Now: time.Now},
		command.Options{Outputs: []command.Output{{report.HTMLFormat, page}}},
		[]command.Package{{Path: "a", Models: func() []checker.Model { return []checker.Model{safe, declared} }}})
	content, err := os.ReadFile(page)
	if err != nil || !bytes.Contains(content, []byte("declared")) {
		t.Errorf("the page has %d bytes; %v", len(content), err)
	}
	if want := "violated (declared): declared; "; status != command.Unusable || !strings.Contains(stderr.String(), want) {
		t.Errorf("the status is %d, standard error is %q", status, stderr.String())
	}
}

// A running search that cannot be saved continues. If a stopped search cannot be saved, its result
// is still reported.
func TestCheckpointCannotBeSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "removed")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	removes := checker.Model{Name: "large", Main: func(p *proc.P) { os.RemoveAll(dir); large.Main(p) }}
	r := run(t.Context(), command.Options{Checkpoint: filepath.Join(dir, "saved"), CheckpointEvery: time.Millisecond, MaxInterleavings: 500}, removes, safe)
	for _, want := range []string{"s  incomplete (interleaving budget)\n", "s  verified\n", "\nincomplete (interleaving budget), nothing found until then: large; verified: safe; "} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("the report has no %q:\n%s", want, r.stdout)
		}
	}
	if want := "checkmodel: the search of large cannot be saved: write " + dir + "/saved: no such file or directory\n"; r.status != command.Unusable || !strings.Contains(r.stderr, want) {
		t.Errorf("the status is %d, standard error is %q", r.status, r.stderr)
	}
	if n := strings.Count(r.stderr, "the search of large cannot be saved for now, and continues: "); n > 1 { // it may end before the next save is due
		t.Errorf("that it goes on is said %d times:\n%s", n, r.stderr)
	}
}

// TestSavedSearchIsKept: a new search replaces no file that has something, with -checkpoint; an empty file it does.
func TestSavedSearchIsKept(t *testing.T) {
	dir := t.TempDir()
	saved, notes, empty := filepath.Join(dir, "saved"), filepath.Join(dir, "notes"), filepath.Join(dir, "empty")
	if err := errors.Join(os.WriteFile(notes, []byte("mine"), 0o666), os.WriteFile(empty, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	o := command.Options{Checkpoint: saved, MaxInterleavings: 10}
	if r := run(t.Context(), o, large); r.status != command.AsDeclared {
		t.Fatalf("the status is %d; %s", r.status, r.stderr)
	}
	for name, want := range map[string]string{
		saved:       "it has a saved search of model large, which would be lost; go on with that by -resume " + saved + ", give another name, or remove the file\n",
		notes:       "what it has would be lost, and is no saved search; give another name, or remove the file\n",
		"/dev/null": "a checkpoint replaces the previous one, and is read again, so it must be a file; give its name\n",
	} {
		had := file(t, name)
		o.Checkpoint = name
		r := run(t.Context(), o, large)
		if want := "checkmodel: -checkpoint " + name + " cannot be written: " + want; r.status != command.Unusable || r.stdout != "" || r.stderr != want {
			t.Errorf("the status is %d, standard error is %q, want %q", r.status, r.stderr, want)
		}
		if file(t, name) != had {
			t.Errorf("%s has changed", name)
		}
	}
	o.Checkpoint = empty
	if r := run(t.Context(), o, large); r.status != command.AsDeclared || file(t, empty) == "" {
		t.Errorf("with an empty file, the status is %d; %s", r.status, r.stderr)
	}
	had := file(t, saved)
	o = command.Options{Checkpoint: saved, Resume: saved, MaxInterleavings: 20}
	if r := run(t.Context(), o, large); r.status != command.AsDeclared || file(t, saved) == had {
		t.Errorf("the search that is resumed is not saved in its file: the status is %d; %s", r.status, r.stderr)
	}
	o = command.Options{Checkpoint: notes, Resume: saved}
	if r := run(t.Context(), o, large); r.status != command.Unusable || file(t, notes) != "mine" {
		t.Errorf("the status is %d; %s", r.status, r.stderr)
	}
}

// TestSavedBeside: a search that is saved without a request, or under a name that the command makes, is saved beside
// what is there.
func TestSavedBeside(t *testing.T) {
	t.Chdir(t.TempDir())
	interrupt := func() {}
	m := checker.Model{Name: "m", Main: func(p *proc.P) { arrivals(6, false)(p); interrupt() }}
	interrupted := func(o command.Options) result {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		interrupt = cancel
		return run(ctx, o, m)
	}
	if err := os.Mkdir("m-3.checkpoint", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"m.checkpoint", "m-2.checkpoint", "m-4.checkpoint"} {
		if r := interrupted(command.Options{}); !strings.Contains(r.stderr, "is saved in "+name+"; ") || file(t, name) == "" {
			t.Errorf("it is saved elsewhere than in %s: %s", name, r.stderr)
		}
	}
	had, first := file(t, "m-2.checkpoint"), file(t, "m.checkpoint")
	if r := interrupted(command.Options{Resume: "m.checkpoint"}); !strings.Contains(r.stderr, "is saved in m.checkpoint; ") || file(t, "m.checkpoint") == first {
		t.Errorf("the search that was resumed is saved elsewhere: %s", r.stderr)
	}
	if file(t, "m-2.checkpoint") != had {
		t.Error("another saved search has changed")
	}
	if err := os.WriteFile("all.large", []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	interrupt = func() {}
	if r := run(t.Context(), command.Options{Checkpoint: "all", MaxInterleavings: 5}, m, large); !strings.Contains(r.stderr, "is saved in all.large-2; ") || file(t, "all.large") != "mine" {
		t.Errorf("the second search is saved elsewhere: %s", r.stderr)
	}
	for _, e := range must(os.ReadDir(".")) {
		if strings.Contains(e.Name(), "checkmodel-") {
			t.Errorf("%s is left", e.Name())
		}
	}
}

// TestOneSavesAtATime: a second run that would save in the same file is refused while the first one is at work, and
// one that was not asked to save saves elsewhere.
func TestOneSavesAtATime(t *testing.T) {
	t.Chdir(t.TempDir())
	interrupt := func() {}
	m := checker.Model{Name: "m", Main: func(p *proc.P) { arrivals(6, false)(p); interrupt() }}
	release := must(files.Claim("saved"))
	also := must(files.Claim("m.checkpoint"))
	ctx, cancel := context.WithCancel(t.Context())
	interrupt = cancel
	if r := run(ctx, command.Options{}, m); !strings.Contains(r.stderr, "is saved in m-2.checkpoint; ") {
		t.Errorf("it is saved elsewhere: %s", r.stderr)
	}
	also()
	interrupt = func() {}
	r := run(t.Context(), command.Options{Checkpoint: "saved", MaxInterleavings: 5}, m)
	if want := "checkmodel: -checkpoint saved cannot be written: another command saves its search there; wait for its end, or give another name\n"; r.status != command.Unusable || r.stderr != want {
		t.Errorf("the status is %d, standard error is %q", r.status, r.stderr)
	}
	release()
	if r := run(t.Context(), command.Options{Checkpoint: "saved", MaxInterleavings: 5}, m); r.status != command.AsDeclared || !strings.Contains(r.stderr, "is saved in saved; ") {
		t.Errorf("the status is %d, standard error is %q", r.status, r.stderr)
	}
}

// must returns a value without an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// html returns the output of a page to a file.
func html(name string) []command.Output {
	return []command.Output{{Format: report.HTMLFormat, File: name}}
}

// TestSeveralProblemsAtOnce: models that cannot be selected and files that cannot be written are
// reported together.
func TestSeveralProblemsAtOnce(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere", "file")
	o := command.Options{Model: "zzz", Outputs: html(nowhere), Checkpoint: nowhere}
	r := run(t.Context(), o, safe)
	want := "checkmodel: there is nothing to check: -model zzz matches none of the models, which are safe\n"
	for _, flag := range []string{"-html", "-checkpoint"} {
		want += "checkmodel: " + flag + " " + nowhere + " cannot be written: stat " + filepath.Dir(nowhere) + ": no such file or directory\n"
	}
	if diff := cmp.Diff(want, r.stderr); diff != "" || r.status != command.Unusable {
		t.Errorf("the status is %d; standard error (-want +got)\n%s", r.status, diff)
	}
}

// TestSeveralViolationsCannotBeKept: there is a message about each of them.
func TestSeveralViolationsCannotBeKept(t *testing.T) {
	m := checker.Model{Name: "m", Main: func(p *proc.P) {
		name := proc.Pick(p, "first", "second")
		p.Assert(false, name, "it never holds")
	}}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, m.Name), nil, 0o666); err != nil { // in place of their directory
		t.Fatal(err)
	}
	r := run(t.Context(), command.Options{Until: checker.UntilEnd, Keep: dir}, m)
	if n := strings.Count(r.stderr, "checkmodel: a violation of model m cannot be kept: "); n != 2 || r.status != command.Unusable {
		t.Errorf("the status is %d; %d violations are named as not kept, want 2:\n%s", r.status, n, r.stderr)
	}
}

// The command to execute a violation again names the file in which it is kept.
func TestReplayOfKept(t *testing.T) {
	dir := t.TempDir()
	r := run(t.Context(), command.Options{Keep: dir}, broken)
	files, err := filepath.Glob(filepath.Join(dir, "broken", "*.trace"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if want := "\n  checkmodel -model '^broken$' -replay " + files[0] + " example.com/one\n"; !strings.Contains(r.stdout, want) || strings.Contains(r.stdout, "v1 ") {
		t.Errorf("%q is not in\n%s", want, r.stdout)
	}
}

// All faults of a model are reported, in one row.
func TestSeveralFaultsOfAModel(t *testing.T) {
	m := checker.Model{Name: "m", Violates: []string{""}}
	r := run(t.Context(), command.Options{}, m)
	want := "checkmodel: model m has no first process; set checker.Model.Main\n" +
		"checkmodel: model m declares the violation of a property without a name\n"
	if diff := cmp.Diff(want, r.stderr); diff != "" || r.status != command.Unusable {
		t.Errorf("the status is %d; standard error (-want +got)\n%s", r.status, diff)
	}
	row := "m                  0    0.01s  failed: model m has no first process; set checker.Model.Main; model m declares the violation of a property without a name\n"
	if !strings.Contains(r.stdout, row) {
		t.Errorf("the report is\n%s", r.stdout)
	}
}

// If a file cannot be written because of its location, the command says so before the search, which
// may take hours.
func TestDestinations(t *testing.T) {
	dir := t.TempDir()
	nowhere, below := filepath.Join(dir, "nowhere", "file"), filepath.Join(dir, "file", "below")
	if err := os.WriteFile(filepath.Dir(below), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	r := run(t.Context(), command.Options{Outputs: []command.Output{{report.HTMLFormat, nowhere}, {report.SVGFormat, dir}}, Checkpoint: below}, safe)
	for _, want := range []string{"checkmodel: -html " + nowhere + " cannot be written: ", "checkmodel: -svg " + dir + " cannot be written: it is a directory\n", "checkmodel: -checkpoint " + below + " cannot be written: "} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("standard error has no %q:\n%s", want, r.stderr)
		}
	}
	if r.status != command.Unusable || r.stdout != "" {
		t.Errorf("the status is %d, the report %q", r.status, r.stdout)
	}
}

// TestOneFileForTwo: two options that name the same file, in whatever way, are refused before the
// search begins. Exceptions are devices, and -resume with -checkpoint.
func TestOneFileForTwo(t *testing.T) {
	dir := t.TempDir()
	file, link, hard, none := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "hard"), filepath.Join(dir, "none")
	if err := os.WriteFile(file, []byte("as it was"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("file", link), os.Link(file, hard), os.Symlink("new", none)); err != nil {
		t.Skip("this file system has no links: ", err)
	}
	both := func(page, picture string) []command.Output {
		return append(html(page), command.Output{Format: report.SVGFormat, File: picture})
	}
	new := filepath.Join(dir, "new")
	for want, o := range map[string]command.Options{
		"-html " + file + " and -svg " + dir + "/./file":                           {Outputs: both(file, dir+"/./file")},
		"-html " + file + " and -svg " + link:                                      {Outputs: both(file, link)},
		"-html " + file + " and -checkpoint " + hard:                               {Outputs: html(file), Checkpoint: hard},
		"-html " + new + " and -svg " + dir + "/../" + filepath.Base(dir) + "/new": {Outputs: both(new, dir+"/../"+filepath.Base(dir)+"/new")},
		"-html " + none + " and -svg " + new:                                       {Outputs: both(none, new)},
		"-html " + file + " and -resume " + link:                                   {Outputs: html(file), Resume: link},
		"-html " + hard + " and -replay " + file:                                   {Outputs: html(hard), Replay: failure(), ReplayFile: file},
		"-html " + new + " and -keep " + new + "/":                                 {Outputs: html(new), Keep: new + "/"},
		"-html " + new + " and -svg " + new:                                        {Outputs: both(new, new)},
	} {
		r := run(t.Context(), o, safe)
		if r.status != command.Unusable || r.stdout != "" || !strings.Contains(r.stderr, "checkmodel: "+want+" name one file; give each its own\n") {
			t.Errorf("the status is %d; standard error has no %q:\n%s", r.status, want, r.stderr)
		}
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "as it was" {
		t.Errorf("the file holds %q; %v", content, err)
	}
	for _, o := range []command.Options{
		{Outputs: both(os.DevNull, os.DevNull)},
		{Checkpoint: file, Resume: file},
		{Outputs: append(html(new), html(new)...)},
	} {
		if err := o.Destinations(""); err != nil {
			t.Error(err)
		}
	}
}

// TestUnsuitableFiles: files that must not or cannot be written are reported before the search.
func TestUnsuitableFiles(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "testdata", "checkmodel", "m")
	if err := os.MkdirAll(kept, 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]command.Options{
		"-html  cannot be written: the name is empty":                                                        {Outputs: html("")},
		`-html a\x00b cannot be written: the name "a\x00b" has a NUL character in it`:                        {Outputs: html("a\x00b")},
		"-html " + dir + "/model.go cannot be written: it is the name of a file with source code":            {Outputs: html(dir + "/model.go")},
		"-html " + dir + "/go.mod cannot be written: it is the name of a file with source code":              {Outputs: html(dir + "/go.mod")},
		"-html " + kept + "/x.trace cannot be written: it is the name of a violation that is kept for tests": {Outputs: html(kept + "/x.trace")},
		"-keep " + file + " cannot be written: " + file + " is not a directory":                              {Keep: file},
		"-keep " + file + "/below cannot be written: ":                                                       {Keep: file + "/below"},
		"-html " + dir + "/new/ cannot be written: it is the name of a directory":                            {Outputs: html(dir + "/new/")},
	} {
		r := run(t.Context(), o, safe)
		if r.status != command.Unusable || r.stdout != "" || !strings.Contains(r.stderr, "checkmodel: "+want) {
			t.Errorf("the status is %d; standard error has no %q:\n%s", r.status, want, r.stderr)
		}
	}
	if err := (command.Options{Keep: filepath.Join(dir, "a", "b")}).Destinations(""); err != nil {
		t.Error(err)
	}
}

// A file that is replaced keeps its mode and the links to it. No temporary file remains.
func TestOutputsReplaceFiles(t *testing.T) {
	dir := t.TempDir()
	page, link := filepath.Join(dir, "page.html"), filepath.Join(dir, "link.html")
	if err := os.WriteFile(page, []byte("an old page"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("page.html", link); err != nil {
		t.Skip(err)
	}
	r := run(t.Context(), command.Options{Outputs: []command.Output{{report.HTMLFormat, link}}}, safe)
	content, err := os.ReadFile(page)
	if r.status != command.AsDeclared || err != nil || !bytes.Contains(content, []byte("safe")) {
		t.Errorf("the status is %d, the page has %d bytes; %s%v", r.status, len(content), r.stderr, err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Error("the link is none any more", err)
	}
	if info, err := os.Stat(page); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v; %v", info.Mode(), err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 2 {
		t.Errorf("there are %v; %v", all, err)
	}
}
