package document

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Read reads documents that [JSON] has written in succession. It returns an error if there are none, or if one is damaged.
func Read(r io.Reader) ([]Document, error) {
	var all []Document
	for d := json.NewDecoder(r); ; {
		var doc Document
		switch err := d.Decode(&doc); {
		case errors.Is(err, io.EOF) && len(all) > 0:
			return all, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New("it has no report; 'checkmodel -json' writes one")
		case err != nil:
			return nil, fmt.Errorf("it is not a report written by 'checkmodel -json': %w", err)
		case doc.Model == "" || doc.Verdict == "":
			return nil, errors.New("it is not a report written by 'checkmodel -json': an object has no model and verdict")
		}
		if doc.Schema > schemaVersion {
			return nil, fmt.Errorf("it is a report of schema %d, and this version of checkmodel knows schemas up to %d; show it with the version that has written it, or a newer one", doc.Schema, schemaVersion)
		}
		if err := doc.check(); err != nil {
			return nil, fmt.Errorf("it is not a report written by 'checkmodel -json': model %q: %w", doc.Model, err)
		}
		doc.Problem = cmp.Or(doc.Problem, doc.Error) // it was saved by a version that had only one
		all = append(all, doc)
	}
}
