package checker

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// Memo is the part of a checkpoint that a search of [States] has instead of a Tree. The explored pairs, and the
// values of which fingerprints are made, take most of a file. They are not part of the Memo: the methods of
// Checkpoint write and read them.
type Memo struct {
	Search  *states.Saved
	Numbers *identity.Numbers // that the system has given to actors, values and others
	Values  int               // how many values have numbers
	Last    trace.Schedule    // of the previous interleaving
	Alone   int               // how many transitions one worker executes before others join it

	source  *states.Search // has the pairs
	at      int            // how many transitions it had executed
	content []byte         // that follows the Memo in a file, or
	rest    io.Reader      // the same as a stream, which can be read once
}

// memo returns the memo of a search of states, with pairs that are valid until it goes on.
func (s *search) memo() *Memo {
	of := s.states
	s.shared()
	m := &Memo{Search: of.Save(), Numbers: s.first.sys.Numbers(), Last: slices.Clone(s.tally.last), Alone: s.result.Options.alone, source: of}
	m.at = of.Moved()
	m.Values = len(m.Numbers.Keys)
	return m
}

// encode writes the part of a file after the memo: the values, the pairs, and a checksum.
func (m *Memo) encode(w io.Writer) error {
	switch {
	case m.content != nil:
		_, err := w.Write(m.content)
		return err
	case m.source == nil:
		return errRead
	}
	if m.source.Moved() != m.at {
		return errors.New("the search has gone on since its checkpoint was made; write it before Saving.Save returns")
	}
	sum := sha256.New()
	buffered := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<18)
	for _, key := range m.Numbers.Keys {
		buffered.Write(binary.AppendUvarint(nil, uint64(len(key))))
		buffered.WriteString(key)
	}
	if err := m.source.WritePairs(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

var errRead = &StaleCheckpoint{Problem: "what was explored was read from the file already; read the file again"}

// open returns the part of a file after the memo.
func (m *Memo) open() (io.Reader, error) {
	switch {
	case m.content != nil:
		return bytes.NewReader(m.content), nil
	case m.rest != nil:
		r := m.rest
		m.rest = nil
		return r, nil
	}
	var b bytes.Buffer
	err := m.encode(&b)
	return &b, err
}

// decode reads the part that encode has written: values, then pairs.
func (m *Memo) decode(r io.Reader, values func(keys []string) error, pairs func(states.PairReader) error) error {
	c := newChecked(r)
	var keys []string
	for range m.Values {
		key, err := c.text()
		if err != nil {
			return err
		}
		keys = append(keys, key)
	}
	if err := values(keys); err != nil {
		return err
	}
	if err := pairs(c); err != nil {
		return err
	}
	want, sum := c.checksum(), make([]byte, sha256.Size)
	if _, err := io.ReadFull(c, sum); err != nil {
		return err
	}
	if !bytes.Equal(sum, want) {
		return errors.New("its second checksum is wrong")
	}
	if _, err := c.ReadByte(); err != io.EOF {
		return errors.New("something follows its end")
	}
	return nil
}

// resumeMemo makes the stateful search go on from the checkpoint.
func (s *search) resumeMemo(m *Memo) error {
	strategy := s.states
	if strategy == nil {
		return damaged("this is not the checkpoint of a stateful search")
	}
	r, err := m.open()
	if err != nil {
		return err
	}
	err = m.decode(r, func(keys []string) error {
		numbers := *m.Numbers
		numbers.Keys = keys
		return s.first.sys.Renumber(&numbers)
	}, func(r states.PairReader) error { return strategy.ReadPairs(r, m.Search) })
	if closer, ok := r.(io.Closer); ok {
		closer.Close()
	}
	if err != nil {
		return damaged("%v", unexpected(err))
	}
	w := s.first.world.Copy(stage.Twin)
	defer w.Close()
	p := stage.New(w)
	j := s.newJudge(p)
	p.Back = j.Back
	execute := func(depth int, st trace.Step) (*trace.Event, error) {
		if err := p.StepBack(depth); err != nil {
			return nil, err
		}
		e, err := p.Step(st)
		if err == nil {
			j.Observe(depth, e)
		}
		return e, err
	}
	if err = strategy.Recall(m.Search, execute); err == nil {
		if err = p.StepBack(0); err == nil {
			err = strategy.Resume(m.Search, p.State(), execute)
		}
	}
	if err != nil {
		return &StaleCheckpoint{Problem: err.Error() + ". The model is another one, or not deterministic, or the checkpoint was changed"}
	}
	s.tally.last = slices.Clone(m.Last)
	if s.joined = m.Search.Shared; s.joined {
		s.others = s.result.Events - m.Search.Transitions
	}
	return nil
}

// unexpected makes the end of a file an error.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
