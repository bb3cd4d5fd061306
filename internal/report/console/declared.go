package console

import (
	"fmt"
	"strings"

	"github.com/checkmodel/checkmodel/internal/report/advice"
)

// notFound writes which limit has cut a search that has not found a declared violation, and possible remedies.
func (t sections) notFound() {
	if !advice.Unfound(t.r) || t.r.Complete() {
		return
	}
	where, help := advice.Limits(t.r)
	text := fmt.Sprintf("The model declares that it violates %s; nothing of the kind was found %s.\n  To find it, try %s.",
		strings.Join(advice.Declaring(t.r), ", "), where, help)
	t.Paragraph(t.b, text)
}

// misspelt says the same in a report.
func (t sections) misspelt() {
	for _, hint := range advice.Misspelt(t.r) {
		t.Paragraph(t.b, hint)
	}
}
