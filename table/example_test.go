package table_test

import (
	"fmt"

	"github.com/checkmodel/checkmodel/table"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// An operation reports how it accessed its row, and what it found, so that it can be undone.
func ExampleTable() {
	var t table.Table
	t.Create(false)
	insert := trace.Op{Kind: kind.TableInsertNew, Key: 1, Value: 7}
	first, before := t.Do(&insert, 7)
	second, _ := t.Do(&insert, 7)
	fmt.Println("the first writes:", first == trace.Update, "and the second only looks:", second == trace.Read)
	t.Undo(before)
	fmt.Println("rows:", t.Len())
	// Output:
	// the first writes: true and the second only looks: true
	// rows: 0
}
