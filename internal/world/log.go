package world

import "bytes"

// journal holds what a process has logged since its last operation.
type journal struct {
	lines   []string
	unended []byte // what was written after the last line break
}

// Line adds a line.
func (j *journal) Line(line string) { j.lines = append(j.lines, line) }

// Text adds text that consists of lines; the last one may be continued later.
func (j *journal) Text(text []byte) {
	j.unended = append(j.unended, text...)
	for {
		line, rest, ended := bytes.Cut(j.unended, []byte("\n"))
		if !ended {
			return
		}
		j.lines, j.unended = append(j.lines, string(line)), rest
	}
}

// taken returns all lines and removes them.
func (j *journal) taken() []string {
	if len(j.unended) > 0 {
		j.lines, j.unended = append(j.lines, string(j.unended)), nil
	}
	lines := j.lines
	j.lines = nil
	return lines
}
