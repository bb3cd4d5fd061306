package world

import (
	"github.com/checkmodel/checkmodel/internal/world/program"
	"github.com/checkmodel/checkmodel/trace"
)

// What tests outside of the package use.

// KeepPoints says how many points of histories the system keeps.
func KeepPoints(s *System, n int) { s.MostPoints = n }

// Points returns how many points of histories the system has counted.
func Points(s *System) int64 { return s.Past.Size.Load() }

// CountPoints counts the points of histories of the system.
func CountPoints(s *System) int64 { return points(s.Past.First) }

// ValueNumbers returns how many numbers values have.
func ValueNumbers(s *System) int { return s.Values.Len() }

// Stored returns how many values are stored, and how many bytes they take.
func Stored(s *System) (n int, size int64) { return s.Values.Stored() }

// points returns the number of points of histories from h on, including those of the processes that are
// started there.
func points(h *program.History) (n int64) {
	if h == nil {
		return 0
	}
	n = 1 + points(h.Child.Load())
	for k := h.First.Load(); k != nil; k = k.Next.Load() {
		n += points(k)
	}
	return n
}

// Number returns the number of a value, which gets one if it has none.
func Number(s *System, v any) trace.ValueID { return s.Values.Known(v) }
