package trace

import "math/bits"

// Fingerprint is a hash of 128 bits. Two different contents have the same fingerprint with a probability
// of 2^-128. The fingerprint of a set, in which the order makes no difference, is the sum of the
// fingerprints of its elements.
type Fingerprint [2]uint64

// With returns the fingerprint of the sequence that continues with x. The two halves are independent
// hashes; each maps different x to different values.
func (f Fingerprint) With(x uint64) Fingerprint {
	a := ((f[0] ^ x) + 0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	a = (a ^ a>>32) * 0x9fb21c651e98df25
	b := (f[1] + bits.RotateLeft64(x, 29) + 0x27d4eb2f165667c5) * 0xc2b2ae3d27d4eb4f
	b = (b ^ b>>29) * 0x165667b19e3779f9
	return Fingerprint{a ^ a>>32, b ^ b>>32}
}

// FingerprintOf returns the fingerprint of a sequence.
func FingerprintOf(all []uint64) (f Fingerprint) {
	for _, x := range all {
		f = f.With(x)
	}
	return f
}

// With32 is With for two small numbers.
func (f Fingerprint) With32(x, y int32) Fingerprint {
	return f.With(uint64(uint32(x))<<32 | uint64(uint32(y)))
}

// Plus returns the fingerprint of the union of two sets. An element that is in both counts twice.
func (f Fingerprint) Plus(g Fingerprint) Fingerprint { return Fingerprint{f[0] + g[0], f[1] + g[1]} }

// Minus undoes Plus.
func (f Fingerprint) Minus(g Fingerprint) Fingerprint { return Fingerprint{f[0] - g[0], f[1] - g[1]} }

// Mix returns a hash of a pair of hashes.
func Mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 ^ b + 0x2545f4914f6cdd1d
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
