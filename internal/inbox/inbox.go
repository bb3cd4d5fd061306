// Package inbox passes values between goroutines.
package inbox

import "sync"

// Inbox holds values until they are taken. The zero Inbox is empty. Any goroutine may use it.
type Inbox[T any] struct {
	mu  sync.Mutex
	all []T
}

// Put adds a value.
func (b *Inbox[T]) Put(v T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all = append(b.all, v)
}

// Take removes all values, and returns them in the order in which they were put.
func (b *Inbox[T]) Take() (all []T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all, b.all = b.all, nil
	return all
}
