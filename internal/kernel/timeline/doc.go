// Package timeline has the time of a machine and the faults that are planned for it. The [Clock] is moved on by events alone, and
// [Points] counts the places at which a fault can happen.
package timeline
