package driver

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/checkmodel/checkmodel/internal/checkpoint"
	"github.com/checkmodel/checkmodel/internal/judge"
	"github.com/checkmodel/checkmodel/internal/stage"
	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/result"
	"github.com/checkmodel/checkmodel/states"
	"github.com/checkmodel/checkmodel/trace"
)

// Memo is the open part of a search that remembers states. The explored pairs, and the values of which fingerprints are made, take
// most of a file. They are its Rest, which is written and read as a stream.
type Memo struct {
	Search *states.Snapshot
	Values int            // how many values have numbers
	Last   trace.Schedule // of the previous interleaving
	Alone  int            // how many transitions one worker executes before others join it

	Rest *checkpoint.Rest `json:"-"` // the values, then the pairs

	numbers *identity.Numbers // that the system has given to actors, values and others
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

// Save implements [Driver]. The pairs are valid until the search goes on.
func (k *Stateful) Save() Open {
	s, of := k.of, k.shared
	k.join()
	m := &Memo{Search: of.Save(), numbers: s.First.System.Numbers(), Last: slices.Clone(*s.Last), Alone: k.Alone}
	m.Values = len(m.numbers.Keys)
	at := of.Version()
	m.Rest = checkpoint.NewRest(func(w io.Writer) error {
		if of.Version() != at {
			return errors.New("the search has gone on since its checkpoint was made; write it before Saving.Save returns")
		}
		for _, key := range m.numbers.Keys {
			if _, err := w.Write(append(binary.AppendUvarint(nil, uint64(len(key))), key...)); err != nil {
				return err
			}
		}
		return of.WritePairs(w)
	})
	return Open{Memo: m}
}

// Resume implements [Driver].
func (k *Stateful) Resume(c *Open, _ int) error {
	s, strategy, m := k.of, k.shared, c.Memo
	if m == nil {
		return damaged("this is not the checkpoint of a stateful search")
	}
	if m.numbers == nil || m.Rest == nil {
		return damaged("it has no numbers of values")
	}
	err := m.Rest.Read(func(r *checkpoint.Reader) error {
		numbers := *m.numbers
		numbers.Keys = nil
		for range m.Values {
			key, err := r.Text()
			if err != nil {
				return err
			}
			numbers.Keys = append(numbers.Keys, key)
		}
		if err := s.First.System.Renumber(&numbers); err != nil {
			return err
		}
		return strategy.ReadPairs(r, m.Search)
	})
	if err == checkpoint.ErrRead {
		return &result.StaleCheckpoint{Problem: err.Error()}
	}
	if err != nil {
		return damaged("%v", err)
	}
	w := s.First.World.Copy(stage.Twin)
	defer w.Close()
	p := stage.New(w)
	j := judge.New(s.First.Config, p)
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
		return &result.StaleCheckpoint{Problem: err.Error() + ". The model is another one, or not deterministic, or the checkpoint was changed"}
	}
	*s.Last = slices.Clone(m.Last)
	if k.joined = m.Search.Shared; k.joined {
		k.others = s.Events() - m.Search.Transitions
	}
	return nil
}

func damaged(format string, args ...any) error {
	return &result.StaleCheckpoint{Problem: "the checkpoint is damaged: " + fmt.Sprintf(format, args...) + ". Start the search again"}
}
