package document

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"unicode"

	"github.com/checkmodel/checkmodel/internal/report/prose"
)

// Schema is the JSON Schema of the output of [JSON].
//
//go:embed schema.json
var Schema string

// schemaVersion is the version of the schema. It grows when a member is removed or renamed, or changes its type or its
// meaning. A new member does not change it, so a reader must ignore members that it does not know. Reports that were saved
// before there were versions have none, and can be read.
const schemaVersion = 2

// JSON writes the [Document] of an item as a JSON object on one line. It returns the first error of
// w.
func JSON(w io.Writer, it Item) error {
	return prose.Guard("model "+it.Name, func() error { return WriteJSON(w, NewDocument(it)) })
}

// WriteJSON writes an object on one line. Characters that are not printable are escaped; they occur
// in strings only.
func WriteJSON(w io.Writer, object any) error {
	var plain bytes.Buffer
	e := json.NewEncoder(&plain)
	e.SetEscapeHTML(false)
	if err := e.Encode(object); err != nil {
		return err
	}
	var b bytes.Buffer
	for _, r := range string(bytes.TrimSuffix(plain.Bytes(), []byte("\n"))) {
		switch {
		case unicode.IsPrint(r) && r != unicode.ReplacementChar:
			b.WriteRune(r)
		case r > 0xffff: // as two surrogates
			r -= 0x10000
			fmt.Fprintf(&b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}
