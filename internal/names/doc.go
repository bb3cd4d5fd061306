// Package names forms the names of actors, by which schedules and reports refer to them, takes them apart, and says them in words.
package names
