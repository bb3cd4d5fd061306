// Package situation describes as text where an execution has come to that a person drives, and what the last event changed.
package situation
