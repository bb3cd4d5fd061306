//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// checkpointAttack resumes searches from damaged checkpoints. These must be refused, or lead to the
// right result.
var checkpointAttack = attack{
	name: "checkpoints", about: "resumes searches from damaged checkpoints",
	short: 50, long: 1500, prepare: prepareCheckpoints,
}

// saved is a saved search with its result.
type saved struct {
	flags   []string
	content []byte
	report  string
}

func prepareCheckpoints(l *lab) (cases, error) {
	if err := prepareSearched(l); err != nil {
		return cases{}, err
	}
	var all []saved
	for _, flags := range []string{
		"-model ^small$", "-model ^mixed$ -until end -bound 2", "-model ^mixed$ -until end -delivery channel -bound 2", "-model ^small$ -receive-patterns=false",
		"-model ^large$ -search states",
	} {
		s := saved{flags: strings.Fields(flags)}
		whole, _, err := l.first("whole", []int{0, 1}, append([]string{"-json", searched}, s.flags...)...)
		if err != nil {
			return cases{}, err
		}
		_, dir, err := l.first("saved", []int{0, 1}, append([]string{"-max-interleavings", "30", "-checkpoint", "saved", searched}, s.flags...)...)
		if err != nil {
			return cases{}, err
		}
		s.report = whole.stdout
		if s.content, err = os.ReadFile(filepath.Join(dir, "saved")); err != nil {
			return cases{}, err
		}
		all = append(all, s)
	}
	return cases{run: func(t *trial) { resumeDamaged(t, all) }}, nil
}

// resumeDamaged resumes from a damaged checkpoint, or from that of another search.
func resumeDamaged(t *trial, all []saved) {
	s := all[t.rng.IntN(len(all))]
	content, what, forged := harm(t, s, all)
	t.title = fmt.Sprintf("the checkpoint of a search with %s, %s", strings.Join(s.flags, " "), what)
	t.write("saved", content)
	o := t.run(execution{args: append([]string{"-json", "-resume", "saved", searched}, s.flags...)})
	switch {
	case o.status == 2:
		if o.stdout != "" || !strings.HasPrefix(o.stderr, "checkmodel: ") {
			t.fail("it is refused, but not by a message alone:\n%s", excerpt(o.output()))
		}
	case !forged:
		if err := sameResult(o.stdout, s.report); err != nil {
			t.fail("%v", err)
		}
	}
}

// harm returns a checkpoint that should be refused, or lead to the same result. A forged one has
// the right checksum. If its content is plausible, for example that a branch was explored, the
// forgery cannot be detected.
func harm(t *trial, s saved, all []saved) (content []byte, what string, forged bool) {
	head, body, _ := bytes.Cut(s.content, []byte("\n"))
	switch t.rng.IntN(8) {
	case 0:
		other := all[t.rng.IntN(len(all))]
		return other.content, "which is that of one with " + strings.Join(other.flags, " "), false
	case 1:
		return bytes.Replace(s.content, []byte(" v3 "), []byte(pick(t, " v4 ", " v2 ", " v99999999999 ", " ")), 1), "of another version", false
	case 2, 3:
		content, what = damaged(t, s.content)
		return content, what, false
	}
	body, rest, _ := bytes.Cut(body, []byte("\n"))
	after, where, what := deformed(t, body)
	version := head[:len(head)-2*sha256.Size]
	content = fmt.Appendf(nil, "%s%x\n%s\n%s", version, sha256.Sum256(after), after, rest)
	return content, fmt.Sprintf("forged: at %s is %s", where, what), !strings.HasPrefix(what, "-")
}
