package environment

import (
	"fmt"
	patterns "path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/checkmodel/checkmodel/internal/world/identity"
	"github.com/checkmodel/checkmodel/trace"
)

// Delivery says how messages and signals travel. See Delivery of package proc.
type Delivery string

// The kinds of delivery.
const (
	Instant Delivery = "instant"
	Channel Delivery = "channel"
	Bag     Delivery = "bag"
)

// Deliveries lists the kinds of delivery.
func Deliveries() []Delivery { return []Delivery{Instant, Channel, Bag} }

// Between returns a delivery that uses another delivery between some processes, and is the same for the rest. See
// Delivery of package proc.
func (d Delivery) Between(from, to string, other Delivery) Delivery {
	if d == "" {
		d = Instant
	}
	return d + nextLink + Delivery(quotedPattern(from)+linkArrow+quotedPattern(to)+beforeKind) + other
}

// The text form of a delivery with links has the rest first, then the links, such as "instant; a* → all: bag".
const everybody = "all"

const nextLink, linkArrow, beforeKind = "; ", " → ", ": "

// plainPattern reports whether a pattern is not quoted in the text form.
func plainPattern(p string) bool {
	return p != "" && p != everybody && !strings.ContainsAny(p, " ;:→\"\\") && strconv.Quote(p) == `"`+p+`"`
}

func quotedPattern(p string) string {
	switch {
	case p == "":
		return everybody
	case plainPattern(p):
		return p
	}
	return strconv.Quote(p)
}

// Check returns an error about an invalid delivery, as the end of a sentence that begins with its name; nil if it is valid.
func (d Delivery) Check() error {
	_, links, err := d.links()
	switch {
	case err != nil && len(links) == 0:
		return fmt.Errorf("is %q; it must be one of instant, channel, bag", d)
	case err != nil:
		return fmt.Errorf("is %q; %w", d, err)
	}
	return nil
}

// links returns the parts of a delivery: the delivery of the rest, and the links, of which the first that matches counts. The
// error names the part that is wrong, and why.
func (d Delivery) links() (rest Delivery, links []deliveryLink, err error) {
	text, more, linked := strings.Cut(string(d), nextLink)
	if rest = Delivery(text); rest == "" {
		rest = Instant
	}
	kinds := []Delivery{rest}
	for linked && err == nil {
		var l deliveryLink
		if l.from, more, err = cutPattern(more, linkArrow); err == nil {
			l.to, more, err = cutPattern(more, beforeKind)
		}
		text, more, linked = strings.Cut(more, nextLink)
		l.delivery = Delivery(text)
		links, kinds = append(links, l), append(kinds, l.delivery)
	}
	for _, kind := range kinds {
		if err == nil && !slices.Contains(Deliveries(), kind) {
			err = fmt.Errorf("its part %q must be one of instant, channel, bag", kind)
		}
	}
	return rest, links, err
}

// cutPattern cuts a pattern, and the separator after it, from a text.
func cutPattern(text, sep string) (pattern, rest string, err error) {
	if quoted, no := strconv.QuotedPrefix(text); no == nil && strings.HasPrefix(text, `"`) {
		pattern, _ = strconv.Unquote(quoted)
		rest, _ = strings.CutPrefix(text[len(quoted):], sep)
	} else {
		if pattern, rest, _ = strings.Cut(text, sep); pattern == everybody {
			pattern = ""
		}
	}
	if _, bad := patterns.Match(pattern, ""); bad != nil {
		err = fmt.Errorf("its part %q is not a valid pattern; see path.Match", pattern)
	}
	return pattern, rest, err
}

// deliveryLink is the delivery from processes whose names match from to processes whose names match to.
type deliveryLink struct {
	from, to string
	delivery Delivery
}

// Delays reports whether some messages do not arrive at once.
func (d Delivery) Delays() bool { return newRouting(d, nil).Delayed }

// Routing is a delivery that is understood. A system shares it with its twins.
type Routing struct {
	ids     *identity.Store
	of      Delivery
	rest    Delivery // where no link matches
	links   []deliveryLink
	matched []atomic.Bool // by links
	Instant bool          // some arrive at once
	Delayed bool          // some go through channels
	bags    bool          // some are in a bag

	mu    sync.Mutex
	known map[[2]trace.ActorID]Delivery
}

func newRouting(d Delivery, ids *identity.Store) *Routing {
	r := &Routing{ids: ids, of: d, known: map[[2]trace.ActorID]Delivery{}}
	r.rest, r.links, _ = d.links()
	r.matched = make([]atomic.Bool, len(r.links))
	for _, l := range append([]deliveryLink{{delivery: r.rest}}, r.links...) {
		r.Instant = r.Instant || l.delivery == Instant
		r.Delayed = r.Delayed || l.delivery != Instant
		r.bags = r.bags || l.delivery == Bag
	}
	return r
}

// Bag reports whether all is in one bag.
func (r *Routing) Bag() bool { return r.rest == Bag && len(r.links) == 0 }

// Between returns how messages and signals travel from one actor to another.
func (r *Routing) Between(from, to trace.ActorID) Delivery {
	if len(r.links) == 0 {
		return r.rest
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	way := [2]trace.ActorID{from, to}
	d, known := r.known[way]
	if !known {
		d = r.match(r.ids.Actors.ByID(from).Name, r.ids.Actors.ByID(to).Name)
		r.known[way] = d
	}
	return d
}

func (r *Routing) match(from, to string) Delivery {
	for i, l := range r.links {
		if fits(l.from, from) && fits(l.to, to) {
			r.matched[i].Store(true)
			return l.delivery
		}
	}
	return r.rest
}
