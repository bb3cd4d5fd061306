// Package requests describes what actors ask for: operations, in the same words in every run.
package requests

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/internal/disk"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/internal/world/values"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Describer describes operations of the actors with some identities.
type Describer struct {
	ids   *identity.Store
	disks Disks
	refs  *[]string // collects the references in texts; nil collects none
}

// Disks has the names of files, and their records.
type Disks interface {
	Name(trace.ValueID) string
	Records(trace.ValueID) []any
}

// New returns a describer of operations.
func New(ids *identity.Store, d Disks) *Describer { return &Describer{ids: ids, disks: d} }

// Request describes an operation.
func (d *Describer) Request(op *program.Operation) string {
	if picks := op.Picks(); picks != nil {
		return fmt.Sprintf("pick one of %d", len(picks))
	}
	return kinds[op.Kind](d, &op.Op)
}

// says returns a function that describes an operation. In the format, %o stands for the object, an actor, %k for the key, %v for
// the value, %e for the expected value, %r for the reference, %p for the patterns, %w for how many messages, %t for the table, %h for its new owner, %f for
// the file, %c for the jump of a clock, and %n for the number of alternatives.
func says(format string) func(*Describer, *trace.Op) string {
	return func(d *Describer, op *trace.Op) string {
		text, rest, more := strings.Cut(format, "%")
		for more {
			var after string
			what := rest[0]
			after, rest, more = strings.Cut(rest[1:], "%")
			text += d.part(op, what) + after
		}
		return text
	}
}

func (d *Describer) part(op *trace.Op, what byte) string {
	switch what {
	case 'o':
		return d.ActorName(op.Object)
	case 'k':
		return d.Text(op.Key)
	case 'v':
		return d.Text(op.Value)
	case 'e':
		return d.Text(op.Expected)
	case 'r':
		return d.Reference(op)
	case 'n':
		return fmt.Sprint(op.Alternatives)
	case 'w':
		return fmt.Sprint(op.Wanted())
	case 'p':
		return fmt.Sprint(op.Does)
	case 'c':
		return howFar(op)
	case 'f':
		return d.disks.Name(op.Key)
	case 'h':
		return d.ActorName(int32(op.Heir()))
	}
	return d.TableName(op)
}

// Text returns a value as text.
func (d *Describer) Text(id trace.ValueID) string {
	if d.refs != nil {
		*d.refs = append(*d.refs, d.ids.Values.Refs(id)...)
	}
	return d.ids.Values.Text(id)
}

// Reference returns the name of the monitor of an operation.
func (d *Describer) Reference(op *trace.Op) string {
	name := d.ids.Reference(op.MonitorNumber() - 1).Name
	if d.refs != nil {
		*d.refs = append(*d.refs, name)
	}
	return name
}

// References calls describe, and returns the names of the references in the texts that it asks for, sorted.
func (d *Describer) References(describe func()) (names []string) {
	d.refs = &names
	defer func() { d.refs = nil }()
	describe()
	slices.Sort(names)
	return slices.Compact(names)
}

// Brief returns the text of a message without what a reader knows from its sender: the fields that hold the sender, and the
// envelope of a request or a reply. It returns "" if there is no difference.
func (d *Describer) Brief(id trace.ValueID, sender string) string {
	message := d.ids.Values.Get(id)
	if c := d.ids.Messages.Call(message); c != nil && (c.From == nil || c.From.Name == sender) {
		message = c.Body
	}
	if brief := values.Brief(message, sender); brief != d.ids.Values.Text(id) {
		return brief
	}
	return ""
}

// ActorName returns the name of an actor.
func (d *Describer) ActorName(id int32) string { return d.ids.Actors.ByID(trace.ActorID(id)).Name }

// TableName returns the name by which the operation finds the table, or its label.
func (d *Describer) TableName(op *trace.Op) string {
	if op.Flags&kind.Named != 0 {
		return d.ids.Values.Peek(trace.ValueID(op.Object)).(string)
	}
	return d.ids.Table(op.Object).Label
}

// Files describes the files of a disk after a crash.
func Files(d disk.Disk) string {
	if len(d.Names) == 0 {
		return "nothing is left"
	}
	var files []string
	for _, n := range d.Names {
		records, torn, _ := d.Contents(n.Name)
		files = append(files, n.Name+" "+Records(records, torn))
	}
	return strings.Join(files, ", ")
}

// Records describes the records of a file.
func Records(records []any, torn bool) string {
	var words []string
	for _, r := range records {
		words = append(words, values.Format(r))
	}
	if torn {
		words = append(words, "torn")
	}
	return "[" + strings.Join(words, " ") + "]"
}
