package cassandra

// Row is the row on a node. A cell that was written with a greater ballot counts.
type Row struct{ A, B, C cell }

type cell struct {
	Value  string
	Ballot int
}

// write returns the row after a transaction that is committed with a ballot.
func (r Row) write(transaction, ballot int) Row {
	var w Row
	switch transaction {
	case 1:
		w.A = cell{"a", ballot}
	case 2:
		w.A, w.B = cell{"b", ballot}, cell{"b", ballot}
	case 3:
		w.C = cell{"c", ballot}
	}
	return r.merge(w)
}

// merge returns the row with the newer cells of both.
func (r Row) merge(s Row) Row {
	newer := func(c, d cell) cell {
		if d.Ballot > c.Ballot {
			return d
		}
		return c
	}
	return Row{newer(r.A, s.A), newer(r.B, s.B), newer(r.C, s.C)}
}

// allows reports whether the condition of a transaction holds.
func (r Row) allows(transaction int) bool { return transaction == 1 || r.A.Value == "a" }
