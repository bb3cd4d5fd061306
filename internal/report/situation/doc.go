// Package situation describes as text where an execution has come to that a person drives, and which changes the last event made.
package situation
