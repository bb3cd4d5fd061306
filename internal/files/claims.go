package files

import "strings"

// Claims are files that a run saves to. No other run replaces them meanwhile; see [Claim]. The zero value has none.
type Claims struct{ held map[string]func() }

// Add claims the file of that path, unless it has been claimed already. The error may be [ErrClaimed].
func (c *Claims) Add(path string) error {
	if c.held[path] != nil {
		return nil
	}
	release, err := Claim(path)
	if err != nil {
		return err
	}
	if c.held == nil {
		c.held = map[string]func(){}
	}
	c.held[path] = release
	return nil
}

// Has reports whether the file of that path is claimed.
func (c *Claims) Has(path string) bool { return c.held[path] != nil }

// Drop releases the file of that path, if it is claimed.
func (c *Claims) Drop(path string) {
	if release := c.held[path]; release != nil {
		release()
		delete(c.held, path)
	}
}

// Release releases all files.
func (c *Claims) Release() {
	for _, release := range c.held {
		release()
	}
	c.held = nil
}

// NameOf returns the name of a model in a form that is valid for a file.
func NameOf(model string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, c) || c < ' ' {
			return '_'
		}
		return c
	}, model)
}
