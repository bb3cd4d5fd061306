//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// damaged returns the content with some damage, and describes the damage.
func damaged(t *trial, content []byte) (after []byte, what string) {
	n := len(content)
	at, end := t.rng.IntN(n+1), t.rng.IntN(n+1)
	if at > end {
		at, end = end, at
	}
	b := slices.Clone(content)
	switch t.rng.IntN(11) {
	case 0:
		return b[:at], fmt.Sprintf("cut after %d bytes", at)
	case 1:
		return b[at:], fmt.Sprintf("without its first %d bytes", at)
	case 2:
		return append(b[:at], content[end:]...), fmt.Sprintf("without the bytes from %d to %d", at, end)
	case 3:
		at = min(at, n-1)
		b[at] ^= 1 << t.rng.IntN(8)
		return b, fmt.Sprintf("with another bit in byte %d", at)
	case 4:
		for i := at; i < end; i++ {
			b[i] = 0
		}
		return b, fmt.Sprintf("with zeros from %d to %d", at, end)
	case 5:
		return slices.Concat(b, content), "twice"
	case 6:
		return slices.Concat(content[end:], content[at:end], content[:at]), fmt.Sprintf("with its parts exchanged at %d and %d", at, end)
	case 7:
		return slices.Concat(content[:end], content[at:]), fmt.Sprintf("with the bytes from %d to %d twice", at, end)
	case 8:
		noise := make([]byte, 1+t.rng.IntN(64))
		for i := range noise {
			noise[i] = byte(t.rng.Uint32())
		}
		return slices.Insert(b, at, noise...), fmt.Sprintf("with %d random bytes at %d", len(noise), at)
	case 9:
		return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")), "with other line ends"
	default:
		odd := pick(t, "", "\n", "\x00", "{}", "null", "[]", "\xef\xbb\xbf"+string(b), "\xff\xfe", strings.Repeat("[", 100000), strings.Repeat(`{"a":`, 100000))
		return []byte(odd), fmt.Sprintf("replaced by %.20q (%d bytes)", odd, len(odd))
	}
}

// oddJSON are values to put where another type is expected.
var oddJSON = []string{
	"null", "true", `""`, "[]", "{}", "-1", "0", "1", "2", "1e999", "-1e999", "0.5", "9223372036854775807", "-9223372036854775808", "18446744073709551616",
	"2147483648", "4294967296", `"\u0000"`, `"\u001b[31m"`, `"</script><script>alert(1)</script>"`, `"\ud800"`, `"` + strings.Repeat("x", 100000) + `"`, `[[[[]]]]`, `[null]`, `{"":null}`,
}

// place is a place in a JSON value: it has a name, and its value can be replaced or removed.
type place struct {
	name   string
	value  any
	set    func(any)
	remove func()
}

// places returns all places of a value, other than the value itself.
func places(name string, v any, set func(any)) (all []place) {
	switch v := v.(type) {
	case map[string]any:
		var keys []string
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			put := func(x any) { v[k] = x }
			all = append(all, place{name + "." + k, v[k], put, func() { delete(v, k) }})
			all = append(all, places(name+"."+k, v[k], put)...)
		}
	case []any:
		for i := range v {
			put := func(x any) { v[i] = x }
			all = append(all, place{fmt.Sprintf("%s[%d]", name, i), v[i], put, func() { set(slices.Delete(slices.Clone(v), i, i+1)) }})
			all = append(all, places(fmt.Sprintf("%s[%d]", name, i), v[i], put)...)
		}
	}
	return all
}

// deformed returns a JSON object with another value at one place, and describes the place and the
// value.
func deformed(t *trial, object []byte) (after []byte, where, what string) {
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.fail("the case cannot be set up: %v", err)
		return object, "", ""
	}
	all := places("", v, func(x any) { v = x })
	p := all[t.rng.IntN(len(all))]
	switch choice := t.rng.IntN(10); {
	case choice == 0:
		p.remove()
		what = "removed"
	case choice == 1: // the value of another place
		other := all[t.rng.IntN(len(all))]
		b, _ := json.Marshal(other.value) // it came from JSON
		p.set(json.RawMessage(b))
		what = "what is at " + other.name
	case choice == 2 && isList(p.value):
		list := p.value.([]any)
		p.set(slices.Concat(list, list))
		what = "twice"
	case choice == 3 && isList(p.value):
		list := slices.Clone(p.value.([]any))
		t.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		p.set(list)
		what = "shuffled"
	default:
		odd := pick(t, oddJSON...)
		p.set(json.RawMessage(odd))
		what = odd
	}
	after, err := json.Marshal(v)
	if err != nil {
		t.fail("the case cannot be set up: %v", err)
	}
	return after, p.name, fmt.Sprintf("%.60s", what)
}

func isList(v any) bool { _, ok := v.([]any); return ok }
