package symmetry

import (
	"cmp"
	"slices"

	"github.com/checkmodel/checkmodel/trace"
)

// Form puts the members of groups in an order that does not depend on which is which, so that states and sleep sets look the same after the
// exchange if an exchange turns them into each other. It is the refinement of colours by which graphs are compared; see McKay, "Practical
// Graph Isomorphism". A state is a set of parts, such as processes and messages. What mentions one member tells it from the others at
// once. What mentions several tells members apart by the others. Where members are still the same, any of them is the next one: that would
// be wrong for graphs, and here it only merges fewer states.
//
// Most parts of a state were in earlier ones. So the fingerprints of each part are kept, by the places of the members that it mentions.
type Form struct {
	of    *Symmetry
	image func(Source, *Exchange) trace.Fingerprint
	known map[PartID]*part
	kept  int // fingerprints

	first  []int  // by member: the first of its group
	order  []int  // the members
	begins []bool // by position: a class of members that are the same so far begins
	class  []int  // by member: the number of its class in the group
	alone  []bool // by member: the class has no other
	last   []int  // by the first of a group: the number of the last class
	print  []trace.Fingerprint
	levels [2]level

	places      []byte // scratch
	saved       []int
	savedBegins []bool
}

// Level says what a part belongs to.
type Level int

// The levels. The sleep set decides about the order where the state does not, so the state looks the same with all sleep sets.
const (
	State Level = iota
	Sleep
)

// level has the parts of a level.
type level struct {
	rest   trace.Fingerprint   // of the parts that mention no member
	own    []trace.Fingerprint // by member: of the parts that mention no other
	links  []link              // the parts that mention several
	linked []bool              // by member: such a part mentions it
}

type link struct {
	*part
	source Source
}

// PartID tells parts apart: equal parts have the same fingerprint.
type PartID struct {
	Kind  uint8
	Print trace.Fingerprint
}

// Source says where a part is found at present.
type Source struct {
	Kind uint8
	At   int
}

// part is what is known about a part.
type part struct {
	members []int                        // that it mentions
	alone   trace.Fingerprint            // if they are fewer than two: with the member in the first place
	prints  map[string]trace.Fingerprint // otherwise, by the places of the members
}

// mostPrints is how many fingerprints are kept.
const mostPrints = 1_000_000

// Form returns a form. image returns the fingerprint of a part after an exchange, in which several members may take the same place.
func (y *Symmetry) Form(image func(Source, *Exchange) trace.Fingerprint) *Form {
	return &Form{of: y, image: image, known: map[PartID]*part{}}
}

// Begin removes all parts. The members must be Known.
func (f *Form) Begin() {
	if f.order == nil {
		for _, members := range f.of.members {
			first := len(f.first)
			for range members {
				f.order, f.first = append(f.order, len(f.first)), append(f.first, first)
			}
		}
		n := len(f.order)
		f.begins, f.class, f.alone, f.last, f.print = make([]bool, n), make([]int, n), make([]bool, n), make([]int, n), make([]trace.Fingerprint, n)
		for i := range f.levels {
			f.levels[i].own, f.levels[i].linked = make([]trace.Fingerprint, n), make([]bool, n)
		}
	}
	for i := range f.order {
		f.order[i], f.begins[i] = i, f.first[i] == i
	}
	f.number()
	for i := range f.levels {
		l := &f.levels[i]
		l.rest, l.links = trace.Fingerprint{}, l.links[:0]
		clear(l.own)
		clear(l.linked)
	}
}

// Add adds a part.
func (f *Form) Add(to Level, id PartID, source Source) {
	p := f.known[id]
	if p == nil {
		p = f.find(source)
		if f.kept > mostPrints {
			clear(f.known)
			f.kept = 0
		}
		f.known[id] = p
		f.kept++
	}
	l := &f.levels[to]
	switch len(p.members) {
	case 0:
		l.rest = l.rest.Plus(p.alone)
	case 1:
		m := p.members[0]
		l.own[m] = l.own[m].Plus(p.alone)
	default:
		l.links = append(l.links, link{p, source})
		for _, m := range p.members {
			l.linked[m] = true
		}
	}
}

// find finds out about a part. It mentions a member if it is another one with one mention less, and one more of a neighbour.
func (f *Form) find(source Source) *part {
	p := new(part)
	same := f.image(source, f.of.Exchange(f.of.None()))
	for m := range f.order {
		next := m + 1
		if next == len(f.first) || f.first[next] != f.first[m] {
			next = m - 1
		}
		if f.after(source, []int{m}, []byte{byte(next - f.first[m])}) != same {
			p.members = append(p.members, m)
		}
	}
	switch len(p.members) {
	case 0:
		p.alone = same
	case 1:
		p.alone = f.after(source, p.members, []byte{0})
	default:
		p.prints = map[string]trace.Fingerprint{}
	}
	return p
}

// after returns the fingerprint of a part when members take places, and all others keep theirs.
func (f *Form) after(source Source, members []int, places []byte) trace.Fingerprint {
	all := f.of.None()
	for i, m := range members {
		all[m] = places[i]
	}
	return f.image(source, f.of.Exchange(all))
}

// printOf returns the fingerprint of a part when each member takes the place of its class, and one of them, or with -1 none, a place of its own.
func (f *Form) printOf(p link, marked int) trace.Fingerprint {
	f.places = f.places[:0]
	for _, m := range p.members {
		place := f.class[m]
		if m == marked {
			place = f.last[f.first[m]] + 1
		}
		f.places = append(f.places, byte(place))
	}
	print, known := p.prints[string(f.places)]
	if !known {
		print = f.after(p.source, p.members, f.places)
		p.prints[string(f.places)] = print
		f.kept++
	}
	return print
}

// End returns the places of the members, and the fingerprints of the state and of the sleep set after the exchange.
func (f *Form) End() (places Places, state, sleep trace.Fingerprint) {
	for to := range f.levels {
		for f.refine(to); f.choose(to); {
			f.refine(to)
		}
	}
	for i := range f.begins {
		f.begins[i] = true
	}
	f.number()
	for m := range f.class {
		places = append(places, byte(f.class[m]))
	}
	return places, f.sum(&f.levels[State]), f.sum(&f.levels[Sleep])
}

// ofMember makes the fingerprint of what is about a member alone unlike any of a part.
const ofMember = 0x8a5cd789635d2dff

// sum returns the fingerprint of a level after the exchange.
func (f *Form) sum(l *level) trace.Fingerprint {
	sum := l.rest
	for m, own := range l.own {
		sum = sum.Plus(own.With(ofMember + uint64(f.class[m])))
	}
	for _, p := range l.links {
		sum = sum.Plus(f.printOf(p, -1))
	}
	return sum
}

// refine splits classes by the levels up to one, until the parts that mention several members tell no more of them apart.
func (f *Form) refine(to int) {
	for f.look(to); f.split(); {
		f.look(to)
	}
}

// look finds the fingerprints that tell members of a class apart.
func (f *Form) look(to int) {
	clear(f.print)
	for i := range f.levels[:to+1] {
		l := &f.levels[i]
		for m := range f.print {
			f.print[m] = f.print[m].Plus(l.own[m])
		}
		for _, p := range l.links {
			for _, m := range p.members {
				if !f.alone[m] {
					f.print[m] = f.print[m].Plus(f.printOf(p, m))
				}
			}
		}
	}
}

// split splits the classes in which members have different fingerprints, and reports whether there were any.
func (f *Form) split() (any bool) {
	f.each(func(from, to int) bool {
		in := f.order[from:to]
		slices.SortFunc(in, func(m, n int) int { return compare(f.print[m], f.print[n]) })
		for i := 1; i < len(in); i++ {
			if f.print[in[i]] != f.print[in[i-1]] {
				f.begins[from+i], any = true, true
			}
		}
		return true
	})
	f.number()
	return any
}

func compare(f, g trace.Fingerprint) int {
	return cmp.Or(cmp.Compare(f[0], g[0]), cmp.Compare(f[1], g[1]))
}

// choose makes a member of a class of several that a part of the level mentions besides others the first one, and reports whether there is any.
// The sleep set decides which.
func (f *Form) choose(to int) (any bool) {
	f.each(func(from, end int) bool {
		in := f.order[from:end]
		if any = slices.ContainsFunc(in, func(m int) bool { return f.levels[to].linked[m] }); any {
			first := slices.Index(in, f.least(from))
			in[0], in[first] = in[first], in[0]
			f.begins[from+1] = true
		}
		return !any
	})
	f.number()
	return any
}

// least returns the first member of the class at a position if classes are split by the sleep set as well.
func (f *Form) least(from int) int {
	f.saved, f.savedBegins = append(f.saved[:0], f.order...), append(f.savedBegins[:0], f.begins...)
	f.refine(int(Sleep))
	m := f.order[from]
	copy(f.order, f.saved)
	copy(f.begins, f.savedBegins)
	return m
}

// each calls g with the positions of each class of several members, until it returns false.
func (f *Form) each(g func(from, to int) bool) {
	for from := 0; from < len(f.order); {
		to := from + 1
		for to < len(f.order) && !f.begins[to] {
			to++
		}
		if to-from > 1 && !g(from, to) {
			return
		}
		from = to
	}
}

// number gives numbers to the classes of each group.
func (f *Form) number() {
	for i, m := range f.order {
		last := &f.last[f.first[m]]
		if f.first[m] == i {
			*last = 0
		} else if f.begins[i] {
			*last++
		}
		f.class[m] = *last
		f.alone[m] = f.begins[i] && (i+1 == len(f.order) || f.begins[i+1])
	}
}
