package controlled

import (
	"encoding/binary"
	"io"
	"math/rand"
	randv2 "math/rand/v2"

	"github.com/checkmodel/checkmodel/internal/goroutine"
)

// fewest is the number of values up to which each value of a random number is explored.
const fewest = 4

// source is a source of random numbers. They depend on the goroutine, and on how many it has drawn, so they are the same in each interleaving.
type source struct{}

// Uint64 implements rand.Source64 of math/rand, and rand.Source of math/rand/v2.
func (source) Uint64() uint64 { return goroutine.Current().Random() }

// Int63 implements rand.Source.
func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }

// Seed implements rand.Source. It does nothing.
func (source) Seed(int64) {}

// Drawn has the functions of package math/rand as methods. Of Intn(n) with n up to 4 each value is explored; all other numbers are the same each time.
type Drawn struct{ *rand.Rand }

// Rand returns the functions of package math/rand.
func Rand() Drawn { return Drawn{rand.New(source{})} }

// Intn is rand.Intn.
func (d Drawn) Intn(n int) int { return small(n, d.Rand.Intn) }

// DrawnV2 has the functions of package math/rand/v2 as methods. Of IntN(n) with n up to 4 each value is explored.
type DrawnV2 struct{ *randv2.Rand }

// RandV2 returns the functions of package math/rand/v2, except for N.
func RandV2() DrawnV2 { return DrawnV2{randv2.New(source{})} }

// IntN is rand.IntN of math/rand/v2.
func (d DrawnV2) IntN(n int) int { return small(n, d.Rand.IntN) }

// N is rand.N of math/rand/v2. Of N(n) with n up to 4 each value is explored.
func N[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](n T) T {
	if n <= 0 {
		panic("invalid argument to N")
	}
	if n <= fewest {
		return T(small(int(n), nil))
	}
	return T(RandV2().Uint64N(uint64(n)))
}

// small returns a number below n. If n is small, each is explored; otherwise more draws it.
func small(n int, more func(int) int) int {
	if goroutine.Current() == nil || n < 1 || n > fewest {
		return more(n)
	}
	return Choose(n)
}

// CryptoRand has Reader, Read and Text, as package crypto/rand.
var CryptoRand = cryptoRand{cryptoReader{}}

type cryptoRand struct{ Reader io.Reader }

// Read is rand.Read of crypto/rand.
func (c cryptoRand) Read(b []byte) (int, error) { return c.Reader.Read(b) }

// Text is rand.Text of crypto/rand.
func (cryptoRand) Text() string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	b := make([]byte, 26)
	for i := range b {
		b[i] = letters[source{}.Uint64()%uint64(len(letters))]
	}
	return string(b)
}

type cryptoReader struct{}

// Read implements io.Reader.
func (cryptoReader) Read(b []byte) (int, error) {
	var word [8]byte
	for n := 0; n < len(b); n += 8 {
		binary.LittleEndian.PutUint64(word[:], source{}.Uint64())
		copy(b[n:], word[:])
	}
	return len(b), nil
}
