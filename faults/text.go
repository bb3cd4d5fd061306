package faults

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/checkmodel/checkmodel/internal/printable"
)

// String returns the budget as a text that With reads, such as "crashes=2 restarts=1 losses@client->*=1", or "none".
func (f Budget) String() string {
	var items []string
	for i := range kinds {
		k := &kinds[i]
		if text, set := k.text(k.field(&f)); set {
			items = append(items, text)
		}
	}
	for _, n := range f.Nodes {
		items = append(items, n.String())
	}
	for _, l := range f.Links {
		items = append(items, l.String())
	}
	return cmp.Or(strings.Join(items, " "), noFaults)
}

// noFaults is the text of a budget without any faults.
const noFaults = "none"

// String returns the budget as a text that Budget.With reads, such as "crashes@server=1 restarts@server=1".
func (n Node) String() string {
	return alone("@"+patternText(n.Name), func(k *Kind) *int {
		if k.ofNode == nil {
			return nil
		}
		return k.ofNode(&n)
	})
}

// String returns the link as a text that Budget.With reads, such as "losses@client->server:put=1".
func (l Link) String() string {
	of := "@" + patternText(l.From) + "->" + patternText(l.To)
	if !matchesAll(l.Message) {
		of += ":" + patternText(l.Message)
	}
	return alone(of, func(k *Kind) *int {
		if k.ofLink == nil {
			return nil
		}
		return k.ofLink(&l)
	})
}

// alone returns the text of the numbers that are said of some nodes or messages alone; nil is no such number. If all are 0, it has the
// first one.
func alone(of string, number func(*Kind) *int) string {
	var items []string
	unset := ""
	for i := range kinds {
		k := &kinds[i]
		n := number(k)
		if n == nil {
			continue
		}
		if text := k.Name + of + "=" + k.numeral(*n); *n != 0 {
			items = append(items, text)
		} else {
			unset = cmp.Or(unset, text)
		}
	}
	return cmp.Or(strings.Join(items, " "), unset)
}

// matchesAll reports whether the pattern matches every name.
func matchesAll(pattern string) bool { return pattern == "" || pattern == "*" }

// patternText returns a pattern as it is written in a text, with quotation marks if it could be mistaken for something else.
func patternText(pattern string) string {
	if matchesAll(pattern) {
		return "*"
	}
	if strings.ContainsFunc(pattern, endsPattern) || strings.Contains(pattern, "->") || strings.Contains(pattern, `"`) || printable.OneLine(pattern) != pattern {
		return strconv.Quote(pattern)
	}
	return pattern
}

// separates reports whether the character stands between the items of a text.
func separates(r rune) bool { return unicode.IsSpace(r) || r == ',' }

// endsPattern reports whether the character ends a pattern.
func endsPattern(r rune) bool { return separates(r) || strings.ContainsRune("@:=", r) }

// With returns the budget with the changes that a text asks for, such as
//
//	crashes@server=1 restarts=always disk=torn one-way losses@client->server:put=2
//
// Items are separated by white space or commas. Each has the name of a kind in [Kinds], and its value. Kinds that the text
// does not name keep their values, but are removed if they have no effect any more, such as restarts without crashes. The item
// "none" removes everything before it.
//
// After @ come patterns of names, as in [Node] and [Link]: the item is then about these nodes or messages alone. The patterns
// of the text come before all others, in the order in which they are named first. A pattern with a character that means
// something in the text is quoted, as "a:b" in Go. The error names the wrong item, and the correct forms.
func (f Budget) With(text string) (Budget, error) {
	c := amendment{Budget: f, named: map[string]bool{}}
	c.Nodes, c.Links = slices.Clone(f.Nodes), slices.Clone(f.Links)
	for rest := text; ; {
		if rest = strings.TrimLeftFunc(rest, separates); rest == "" {
			break
		}
		it, after, err := readItem(rest)
		if err == nil {
			err = c.apply(it)
		}
		if err != nil {
			wrong := strings.FieldsFunc(rest, separates)[0]
			return Budget{}, fmt.Errorf("%s: %w", wrong, err)
		}
		rest = after
	}
	c.clearUseless(c.named)
	if len(c.Nodes) == 0 {
		c.Nodes = nil
	}
	if len(c.Links) == 0 {
		c.Links = nil
	}
	return c.Budget, nil
}

// Beside returns a text by which With makes the budget from another one; "" if they are the same.
func (f Budget) Beside(other Budget) string {
	if f.String() == other.String() {
		return ""
	}
	var items []string
	for i := range kinds {
		k := &kinds[i]
		text, _ := k.text(k.field(&f))
		if was, _ := k.text(k.field(&other)); was != text {
			items = append(items, text)
		}
	}
	change := strings.Join(items, " ")
	if made, err := other.With(change); err == nil && made.String() == f.String() {
		return change
	}
	return noFaults + " " + f.String()
}

// Without returns the budget without faults of a kind, except the faults of links.
func (f Budget) Without(k *Kind) Budget {
	k.clear(&f)
	f.clearUseless(nil)
	return f
}

// clearUseless clears kinds that have no effect because another kind is missing, except the named kinds.
func (f *Budget) clearUseless(named map[string]bool) {
	for i := range kinds {
		if k := &kinds[i]; k.needs != "" && !named[k.Name] && !f.has(k.needs) {
			k.clear(f)
		}
	}
}

// MayHappen returns which faults may happen, by their names in traces (Kind.Happens), in the order of Kinds.
func (f Budget) MayHappen() (names []string) {
	for i := range kinds {
		if k := &kinds[i]; k.Happens != "" && f.has(k.Name) {
			names = append(names, k.Happens)
		}
	}
	return names
}

// has reports whether there may be faults of the kind with a name.
func (f *Budget) has(name string) bool {
	k := &kinds[slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })]
	return *k.Number(f) != 0 || k.ofNode != nil && slices.ContainsFunc(f.Nodes, func(n Node) bool { return *k.ofNode(&n) != 0 }) ||
		k.ofLink != nil && slices.ContainsFunc(f.Links, func(l Link) bool { return *k.ofLink(&l) != 0 })
}

// amendment is a budget that a text changes.
type amendment struct {
	Budget
	named        map[string]bool // the kinds that the text has named
	nodes, links int             // how many Nodes and Links it has named
}

// apply changes the budget by an item.
func (c *amendment) apply(it item) error {
	if it.name == noFaults && it.of == nil && !it.given {
		c.Budget, c.nodes, c.links = Budget{}, 0, 0
		return nil
	}
	k, err := kindOf(it.name)
	switch {
	case err != nil:
		return err
	case it.of == nil:
		c.named[k.Name] = true
		return k.set(k.field(&c.Budget), it.value, it.given)
	case k.ofNode != nil && len(it.of) == 2:
		n := Node{Name: it.of[1]}
		return k.set(k.ofNode(entryNamed(&c.Nodes, &c.nodes, n, func(m Node) bool { return m.pattern() == n.pattern() })), it.value, it.given)
	case k.ofLink != nil && slices.Contains(it.of, "->"):
		l := it.link()
		return k.set(k.ofLink(entryNamed(&c.Links, &c.links, l, func(m Link) bool { return m.patterns() == l.patterns() })), it.value, it.given)
	case k.Of == "":
		return fmt.Errorf("%s is for all nodes and messages; leave out the @ and the name after it", k.Name)
	case k.ofNode != nil:
		return fmt.Errorf("it must be %s@%s=N", k.Name, k.Of)
	}
	return fmt.Errorf("it must be %s@%s=N, with quotation marks around all, as > means something to a shell", k.Name, k.Of)
}

// entryNamed returns the entry that a text names. Named entries come before all others. The first n of the list are named already.
func entryNamed[T any](list *[]T, n *int, is T, same func(T) bool) *T {
	i := slices.IndexFunc(*list, same)
	if i >= 0 && i < *n {
		return &(*list)[i]
	}
	if i >= 0 {
		is = (*list)[i]
		*list = slices.Delete(*list, i, i+1)
	}
	*list = slices.Insert(*list, *n, is)
	*n++
	return &(*list)[*n-1]
}

// pattern returns the pattern of the names, "" if it matches all.
func (n Node) pattern() string {
	if matchesAll(n.Name) {
		return ""
	}
	return n.Name
}

// patterns returns the patterns of the link, "" for each that matches all.
func (l Link) patterns() (p [3]string) {
	for i, is := range [...]string{l.From, l.To, l.Message} {
		if !matchesAll(is) {
			p[i] = is
		}
	}
	return p
}

// item is a part of the text of a budget: a name, patterns after @, and a value after =.
type item struct {
	name  string
	of    []string // patterns, each after its separator: ->, : or @
	value string
	given bool // there is a value
}

// readItem reads the item at the beginning of a text, and returns the rest. If there is an error, the rest begins at it.
func readItem(text string) (it item, after string, err error) {
	i := strings.IndexFunc(text, endsPattern)
	if i < 0 {
		i = len(text)
	}
	it.name, after = text[:i], text[i:]
	for _, mark := range [...]string{"@", "->", ":"} {
		rest, found := strings.CutPrefix(after, mark)
		if !found || mark != "@" && it.of == nil {
			continue
		}
		var pattern string
		if pattern, after, err = readPattern(rest); err != nil {
			return it, after, err
		}
		it.of = append(it.of, mark, pattern)
	}
	if rest, found := strings.CutPrefix(after, "="); found {
		i := strings.IndexFunc(rest, separates)
		if i < 0 {
			i = len(rest)
		}
		it.value, it.given, after = rest[:i], true, rest[i:]
	}
	if next := strings.TrimLeftFunc(after, separates); after != "" && next == after {
		return it, "", errors.New("it must be NAME=VALUE, or NAME@PATTERN=VALUE; quote other names")
	}
	return it, after, nil
}

// readPattern reads a pattern at the beginning of a text, and returns the rest. A pattern that matches all is "".
func readPattern(text string) (pattern, after string, err error) {
	if strings.HasPrefix(text, `"`) {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return "", "", errors.New("a quotation mark is not closed")
		}
		after = text[len(quoted):]
		pattern, _ = strconv.Unquote(quoted)
	} else {
		end := strings.IndexFunc(text, endsPattern)
		if end < 0 {
			end = len(text)
		}
		if i := strings.Index(text[:end], "->"); i >= 0 {
			end = i
		}
		pattern, after = text[:end], text[end:]
	}
	if pattern == "" {
		return "", after, errors.New(`a pattern is missing; it is "*" for all names`)
	}
	if matchesAll(pattern) {
		return "", after, nil
	}
	_, err = path.Match(pattern, "")
	return pattern, after, err
}

// link returns the link that the patterns of the item stand for.
func (it *item) link() (l Link) {
	for i := 0; i < len(it.of); i += 2 {
		switch is := it.of[i+1]; it.of[i] {
		case "@":
			l.From = is
		case "->":
			l.To = is
		case ":":
			l.Message = is
		}
	}
	return l
}
