// Package protomsg lets processes exchange messages of Protocol Buffers. The package of a model
// imports it for this effect:
//
//	import _ "github.com/checkmodel/checkmodel/proc/protomsg"
//
// Processes can then send generated messages, store them in tables as keys and values, choose from
// them, expose them and exit with them as the reason, alone and as parts of other values. A message
// is copied by its own encoding, as over a network: each receiver gets a new message, with its
// unknown fields, and with extensions if the program knows their types. Two messages of one type are
// equal if their encodings are. Numbers are compared bit by bit, so NaN equals itself, and 0.0 does
// not equal -0.0. A nil message arrives as nil, and does not equal an empty one. Traces show a
// message as its name with the fields in the text format: Duration{seconds:1}.
//
// A message that cannot be encoded, such as one with a string that is not UTF-8, cannot be sent.
// Required fields may be missing. Messages of package dynamicpb are refused, because their Go type
// does not identify the message. The bytes of an Any are compared as they are, so marshal them with
// [proto.MarshalOptions] that are Deterministic.
//
// Package proc itself does not depend on Protocol Buffers, so that other models need no module for
// them. Without this import it refuses messages, and the error says so.
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

// encode returns the deterministic encoding of the message that arrives. It may differ from the encoding of
// m: a known field among the unknown ones arrives as a known field.
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

// fresh returns an empty message of that type, or nil if it is not a pointer to a message.
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

// stable returns the error with a text that is the same in every build. The protobuf module writes
// no-break spaces in some builds, so that programs do not rely on its texts.
func stable(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.ReplaceAll(err.Error(), "\u00a0", " "))
}

func show(m proto.Message) string {
	return fmt.Sprintf("%s{%s}", m.ProtoReflect().Descriptor().Name(), singleSpaced(prototext.MarshalOptions{}.Format(m)))
}

// singleSpaced replaces repeated spaces by one, except in strings. The text format has repeated
// spaces in some builds of a program only.
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
