package values

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
)

// encoder encodes a value as a string that is equal exactly for equal values.
type encoder struct {
	vs      *Store // numbers the types; if nil, the string does not depend on earlier values
	nesting int    // how deep a value may be
	key     []byte
	mutable bool
	holding bool // by its type, parts of the present value may have codecs
	coded   bool // some part had one
	part    bool // the present value is inside a value of a type of the model
	masks   bool // leave out masked fields, and differences between programs

	exchange *Exchange // nil if everything stands for itself
}

// A field with this tag does not tell a message from others.
const tag, maskedTag = "checkmodel", "masked"

var errNesting = fmt.Errorf("it is nested more than %d levels deep, or points to itself", maxNesting)

// within adds to an error where in a value it is.
func within(err error, format string, args ...any) error {
	if err == errNesting { // the place is long and does not matter
		return err
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// maxNesting is deeper than any sensible message, and detects cycles before the stack overflows.
const maxNesting = 500

// around is more levels than the system adds around stored values, as for the rows of a table.
const around = 10

// encodeAny encodes a value together with its type.
func (e *encoder) encodeAny(v reflect.Value, depth int) error {
	if !v.IsValid() {
		e.number(-1)
		return nil
	}
	was := e.holding
	e.holding = e.encodeType(v.Type())
	err := e.encode(addressable(v), depth)
	e.holding = was
	return err
}

// encode encodes a value without its type.
func (e *encoder) encode(v reflect.Value, depth int) error {
	if depth > e.nesting {
		return errNesting
	}
	v = e.exchange.value(v)
	t := v.Type()
	if e.holding {
		if s := codecs.find(t); !s.none() {
			return e.byCodec(s, v)
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		if v.Bool() {
			e.number(1)
		} else {
			e.number(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.number(int(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.number(int(v.Uint()))
	case reflect.Float32, reflect.Float64:
		e.number(int(math.Float64bits(v.Float())))
	case reflect.Complex64, reflect.Complex128:
		e.number(int(math.Float64bits(real(v.Complex()))))
		e.number(int(math.Float64bits(imag(v.Complex()))))
	case reflect.String:
		e.text(v.String())
	case reflect.Struct:
		pkg := t.PkgPath()
		if pkg == procPath && t.Name() == "P" {
			return errHandle
		}
		was := e.part
		e.part = was || !isOwn(pkg)
		for i := range v.NumField() {
			if e.masks && t.Field(i).Tag.Get(tag) == maskedTag {
				continue
			}
			if err := e.encode(writable(v.Field(i)), depth+1); err != nil {
				return within(err, "field %s", t.Field(i).Name)
			}
		}
		e.part = was
	case reflect.Array:
		return e.elements(v, depth)
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		return e.reference(v, depth)
	default:
		remedy := "send plain data"
		if e.part {
			remedy = "register a codec for the type that it is a part of (proc.RegisterCodec)"
		}
		return fmt.Errorf("a %s has no value that could be copied; %s", t.Kind(), remedy)
	}
	return nil
}

// reference encodes a value of a kind that may be nil.
func (e *encoder) reference(v reflect.Value, depth int) error {
	if v.IsNil() {
		e.number(0)
		return nil
	}
	e.number(1)
	switch v.Kind() {
	case reflect.Slice:
		e.mutable = true
		e.number(v.Len())
		return e.elements(v, depth)
	case reflect.Map:
		e.mutable = true
		return e.entries(v, depth)
	case reflect.Interface:
		return e.encodeAny(v.Elem(), depth+1)
	}
	if name, ok := e.exchange.identity(v); ok {
		e.text(name)
		return nil
	}
	e.mutable = true
	if t := v.Type().Elem(); t.PkgPath() == "time" && t.Name() == "Location" {
		// Have time.Local look up its fields, which it does when it is first used.
		if s, ok := reflect.NewAt(t, v.UnsafePointer()).Interface().(fmt.Stringer); ok {
			_ = s.String()
		}
	}
	return e.encode(v.Elem(), depth+1)
}

func (e *encoder) elements(v reflect.Value, depth int) error {
	if isBytes(v.Type()) {
		e.key = append(e.key, v.Bytes()...)
		return nil
	}
	for i := range v.Len() {
		if err := e.encode(v.Index(i), depth+1); err != nil {
			return within(err, "element %d", i)
		}
	}
	return nil
}

// entries encodes a map in the order of its encoded keys.
func (e *encoder) entries(v reflect.Value, depth int) error {
	var entries []string
	for it := v.MapRange(); it.Next(); {
		sub := encoder{vs: e.vs, nesting: e.nesting, holding: e.holding, masks: e.masks, part: e.part, exchange: e.exchange}
		if err := sub.encode(addressable(it.Key()), depth+1); err != nil {
			return within(err, "key")
		}
		if err := sub.encode(addressable(it.Value()), depth+1); err != nil {
			return within(err, "value")
		}
		entries = append(entries, string(sub.key))
		e.coded = e.coded || sub.coded
	}
	slices.Sort(entries)
	e.number(len(entries))
	for _, s := range entries {
		e.text(s)
	}
	return nil
}

// encodeType encodes a type, and reports whether parts of it have codecs.
func (e *encoder) encodeType(t reflect.Type) (holds bool) {
	if e.vs == nil {
		e.text(t.PkgPath() + " " + t.String())
		if e.masks {
			return codecs.holds(t)
		}
		// Two functions may have a type of the same name each. Which address is less is the
		// same as long as the program is.
		e.number(int(reflect.ValueOf(t).Pointer()))
		return codecs.holds(t)
	}
	k, ok := e.vs.types[t]
	if !ok {
		k = kindOf{e.vs.typeNumber(t), codecs.holds(t)}
		e.vs.types[t] = k
	}
	e.number(k.number)
	return k.holds
}

func (e *encoder) number(n int) {
	for i := range 8 {
		e.key = append(e.key, byte(n>>(8*i)))
	}
}

func (e *encoder) text(s string) {
	e.number(len(s))
	e.key = append(e.key, s...)
}

// byCodec encodes a part of a value that has a codec or is refused.
func (e *encoder) byCodec(s service, v reflect.Value) error {
	if s.refusal != nil {
		return s.refusal
	}
	data, err := s.encoded(v)
	if err != nil {
		return err
	}
	e.text(string(data))
	e.mutable, e.coded = true, true
	return nil
}

var errUnfaithful = errors.New("what its codec decodes has another encoding than what was encoded " +
	"(or that of a part has): Encode must depend on nothing but the value, and Decode must return that value")

// copyByCodecs returns a copy of a value with parts that have codecs, and these parts. The key is the
// encoding of the value; it fails if the copy has another encoding.
func (e *encoder) copyByCodecs(v any, key []byte) (stored any, kept *parts, err error) {
	kept = &parts{known: map[part][]byte{}, storing: true}
	if stored, err = codedCopy(v, kept); err != nil {
		return nil, nil, err
	}
	kept.storing = false
	again := encoder{vs: e.vs, nesting: e.nesting}
	if err := again.encodeAny(reflect.ValueOf(stored), 0); err != nil {
		return nil, nil, err
	}
	if string(again.key) != string(key) {
		return nil, nil, errUnfaithful
	}
	return stored, kept, nil
}

// newValue returns a copy of the value, which has been encoded as key.
func (e *encoder) newValue(v any, key []byte) (*Value, error) {
	var of *parts
	switch {
	case e.coded:
		var err error
		if v, of, err = e.copyByCodecs(v, key); err != nil {
			return nil, err
		}
	case e.mutable:
		v = deepCopy(v, nil)
	}
	return &Value{v: v, mutable: e.mutable, parts: of}, nil
}

// canonical returns an encoding that is equal for equal values only and independent of earlier values.
func canonical(v any) string {
	e := encoder{nesting: maxNesting + around}
	if err := e.encodeAny(reflect.ValueOf(v), 0); err != nil {
		panic("a key that is stored cannot be: " + err.Error())
	}
	return string(e.key)
}
