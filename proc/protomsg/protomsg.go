// Package protomsg lets messages of Protocol Buffers travel between processes. It is
// imported for that effect, by the package of a model:
//
//	import _ "github.com/checkmodel/checkmodel/proc/protomsg"
//
// Processes can then send generated messages, keep them in tables as keys and values, choose from them,
// expose them and end with them, alone and as parts of other values. A message travels by its own
// encoding, so what is received is what would arrive over a network: a fresh message for
// each receiver, with its unknown fields, and with extensions if the program knows their types. Two
// messages of one type are the same if their encodings are, whatever has been done with them before. Numbers are compared bit by
// bit, so NaN is the same as itself, and 0.0 is not -0.0. A nil message arrives as nil, and is not
// the same as an empty one. Traces show a message as its name with the fields in the text
// format: Duration{seconds:1}.
//
// A message that cannot be encoded cannot be sent, as one with a string that is not UTF-8. Required fields may
// be missing. Messages of package dynamicpb are refused, because their Go type does not say
// which message they are. The bytes of an Any are compared as they are, so make them with
// [proto.MarshalOptions] that are Deterministic.
//
// Package proc itself does not depend on Protocol Buffers, so that models without them need no other
// module. Without this import it refuses messages, and the error says so.
package protomsg

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"github.com/checkmodel/checkmodel/proc"
)

func init() {
	proc.RegisterCodec(proc.Codec[proto.Message]{Encode: encode, Decode: decode, Show: show})
}

// encode returns the deterministic encoding of what arrives. That need not be the encoding of
// the message at hand: a field that is among the unknown ones, though its number is known, arrives as
// the field that it is.
func encode(m proto.Message) ([]byte, error) {
	t := reflect.TypeOf(m)
	if made := fresh(t); made == nil || made.ProtoReflect().Descriptor() != m.ProtoReflect().Descriptor() {
		return nil, fmt.Errorf("the type %v does not say which message it is; send a generated one", t)
	}
	data, err := marshal(m)
	if err != nil {
		return nil, err
	}
	arrives, err := decode(data, t)
	if err != nil {
		return nil, err
	}
	return marshal(arrives)
}

// fresh returns an empty message of that type, or nil if it is none of a pointer.
func fresh(t reflect.Type) proto.Message {
	if t.Kind() != reflect.Pointer {
		return nil
	}
	m, _ := reflect.New(t.Elem()).Interface().(proto.Message)
	return m
}

func marshal(m proto.Message) ([]byte, error) {
	data, err := proto.MarshalOptions{Deterministic: true, AllowPartial: true}.Marshal(m)
	return data, stable(err)
}

func decode(data []byte, t reflect.Type) (proto.Message, error) {
	m := fresh(t)
	return m, stable(proto.UnmarshalOptions{AllowPartial: true}.Unmarshal(data, m))
}

// stable returns the error without what differs from one build of a program to another: the
// module writes some of its spaces in one of two ways, to keep others from relying on them.
func stable(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.ReplaceAll(err.Error(), "\u00a0", " "))
}

func show(m proto.Message) string {
	return fmt.Sprintf("%s{%s}", m.ProtoReflect().Descriptor().Name(), singleSpaced(prototext.MarshalOptions{}.Format(m)))
}

// singleSpaced returns the text without spaces that follow others, but in strings. The text format
// has them in some builds of a program, and not in others.
func singleSpaced(text string) string {
	var b strings.Builder
	var quoted, escaped, spaced bool
	for _, c := range []byte(text) {
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = quoted
		case c == '"':
			quoted = !quoted
		case c == ' ' && spaced && !quoted:
			continue
		}
		spaced = c == ' '
		b.WriteByte(c)
	}
	return b.String()
}
