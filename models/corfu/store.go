package corfu

// store is the data store of a log server, for the one key of the model. A split server also has a
// half in RAM, with the value that the logical head has accepted, until the write comes to the
// logical tail (4.5).
type store struct {
	disk value
	ram  value
}

// read returns the value as a role of the server sees it.
func (s *store) read(as role) value {
	if as == logicalHead && s.ram != unwritten {
		return s.ram
	}
	return s.disk
}

// write stores the value, unless there is one.
func (s *store) write(as role, v value) status {
	switch {
	case s.disk != unwritten, as == logicalHead && s.ram != unwritten:
		return alreadyWritten
	case as == logicalHead:
		s.ram = v
	default:
		s.disk, s.ram = v, unwritten
	}
	return accepted
}

// overwrite replaces the value.
func (s *store) overwrite(v value) status {
	s.disk = v
	return accepted
}

// merge ends a split: what the logical head has accepted is now the value of
// the server.
func (s *store) merge() {
	if s.ram != unwritten {
		s.disk, s.ram = s.ram, unwritten
	}
}
