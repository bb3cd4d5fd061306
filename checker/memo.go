package checker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/internal/checkpoint"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// Memo is the part of a checkpoint that a search of [States] has instead of a Tree. The explored pairs, and the
// values of which fingerprints are made, take most of a file. They are not part of the Memo: the methods of
// Checkpoint write and read them.
type Memo struct {
	Search *states.Saved
	Values int            // how many values have numbers
	Last   trace.Schedule // of the previous interleaving
	Alone  int            // how many transitions one worker executes before others join it

	numbers *identity.Numbers // that the system has given to actors, values and others
	rest    *checkpoint.Rest  // the values, then the pairs
}

// plainMemo is a Memo without its methods.
type plainMemo Memo

// memoBody is a Memo in JSON.
type memoBody struct {
	*plainMemo
	Numbers *identity.Numbers
}

// MarshalJSON implements [json.Marshaler].
func (m *Memo) MarshalJSON() ([]byte, error) {
	return json.Marshal(memoBody{(*plainMemo)(m), m.numbers})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Memo) UnmarshalJSON(text []byte) error {
	body := memoBody{plainMemo: (*plainMemo)(m)}
	err := json.Unmarshal(text, &body)
	m.numbers = body.Numbers
	return err
}

// memo returns the memo of a stateful search, with pairs that are valid until it goes on.
func (k *stateful) memo() *Memo {
	s, of := k.of, k.shared
	k.join()
	m := &Memo{Search: of.Save(), numbers: s.first.System.Numbers(), Last: slices.Clone(s.tally.last), Alone: s.setup.alone}
	m.Values = len(m.numbers.Keys)
	at := of.Moved()
	m.rest = checkpoint.NewRest(func(w io.Writer) error {
		if of.Moved() != at {
			return errors.New("the search has gone on since its checkpoint was made; write it before Saving.Save returns")
		}
		for _, key := range m.numbers.Keys {
			if _, err := w.Write(append(binary.AppendUvarint(nil, uint64(len(key))), key...)); err != nil {
				return err
			}
		}
		return of.WritePairs(w)
	})
	return m
}

// resume restores the explored states from the checkpoint.
func (k *stateful) resume(c *Checkpoint) error {
	if c == nil {
		return nil
	}
	s, strategy, m := k.of, k.shared, c.Memo
	if m == nil {
		return damaged("this is not the checkpoint of a stateful search")
	}
	if m.numbers == nil || m.rest == nil {
		return damaged("it has no numbers of values")
	}
	err := m.rest.Read(func(r *checkpoint.Reader) error {
		numbers := *m.numbers
		numbers.Keys = nil
		for range m.Values {
			key, err := r.Text()
			if err != nil {
				return err
			}
			numbers.Keys = append(numbers.Keys, key)
		}
		if err := s.first.System.Renumber(&numbers); err != nil {
			return err
		}
		return strategy.ReadPairs(r, m.Search)
	})
	if err == checkpoint.ErrRead {
		return &StaleCheckpoint{Problem: err.Error()}
	}
	if err != nil {
		return damaged("%v", err)
	}
	w := s.first.World.Copy(stage.Twin)
	defer w.Close()
	p := stage.New(w)
	j := judge.New(s.first.Config, p)
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
	if k.joined = m.Search.Shared; k.joined {
		k.others = s.result.Events - m.Search.Transitions
	}
	return nil
}
