package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	loader "golang.org/x/tools/go/packages"
)

// mostBack is the maximal share of the arrows of a package that may run back, in percent.
const mostBack = 10

// tangled has the packages with a greater share, in percent. The figures only fall.
var tangled = map[string]int{
	"sampling":                17,
	"internal/randomprograms": 15,
}

// fewArrows is the number of arrows from which on a share says something.
const fewArrows = 20

// TestArrows demands that the files of a package can be read in an order: a file uses what files after it declare. In the best
// order that is known, few arrows run back.
func TestArrows(t *testing.T) {
	t.Parallel()
	mode := loader.NeedName | loader.NeedFiles | loader.NeedSyntax | loader.NeedTypes | loader.NeedTypesInfo | loader.NeedImports
	loaded, err := loader.Load(&loader.Config{Mode: mode}, "github.com/checkmodel/checkmodel/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range loaded {
		name := strings.TrimPrefix(pkg.PkgPath, "github.com/checkmodel/checkmodel/")
		all := arrows(pkg)
		if len(all) < fewArrows || strings.HasPrefix(name, "models/") {
			continue
		}
		place, back := readingOrder(all), 0
		for a := range all {
			if place[a.from] > place[a.to] {
				back++
			}
		}
		share := 100 * back / len(all)
		switch limit, is := tangled[name]; {
		case is && share > limit, !is && share > mostBack:
			t.Errorf("%s: %d of %d arrows between files run back, %d percent; want %d at most. The best order known is:\n%s",
				name, back, len(all), share, max(limit, mostBack), strings.Join(inOrder(place), " "))
		case is && share <= mostBack:
			t.Errorf("%s: %d percent of the arrows run back, so it is not tangled any more", name, share)
		case is && share < limit-2:
			t.Errorf("%s: %d percent of the arrows run back now; say so in tangled", name, share)
		}
	}
}

// inOrder returns the files by their places.
func inOrder(place map[string]int) []string {
	files := slices.Sorted(maps.Keys(place))
	slices.SortFunc(files, func(a, b string) int { return place[a] - place[b] })
	return files
}

// An arrow says that a file uses something that another file of its package declares.
type arrow struct{ from, to string }

// arrows returns the arrows of a package.
func arrows(pkg *loader.Package) map[arrow]bool {
	file := func(pos token.Pos) string { return filepath.Base(pkg.Fset.Position(pos).Filename) }
	all := map[arrow]bool{}
	for _, f := range pkg.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			o := pkg.TypesInfo.Uses[id]
			if o == nil || o.Pkg() != pkg.Types || !o.Pos().IsValid() {
				return true
			}
			if _, label := o.(*types.Label); label {
				return true
			}
			if from, to := file(id.Pos()), file(o.Pos()); from != to {
				all[arrow{from, to}] = true
			}
			return true
		})
	}
	return all
}

// readingOrder returns the place of each file in an order in which few arrows run back. It begins with the
// order of Eades, Lin and Smyth (A fast and effective heuristic for the feedback arc set problem, 1993), and
// moves one file at a time to its best place, until no move helps.
func readingOrder(all map[arrow]bool) map[string]int {
	files := greedyOrder(all)
	for moved := true; moved; {
		moved = false
		for _, f := range slices.Clone(files) {
			at := slices.Index(files, f)
			rest := slices.Delete(slices.Clone(files), at, at+1)
			if best := bestPlace(all, rest, f, at); best != at {
				files, moved = slices.Insert(rest, best, f), true
			}
		}
	}
	place := map[string]int{}
	for i, f := range files {
		place[f] = i
	}
	return place
}

// greedyOrder takes away the files one by one: first those that use no other or are used by no other, then the one
// that uses most more files than use it.
func greedyOrder(all map[arrow]bool) (files []string) {
	left := map[string]bool{}
	for a := range all {
		left[a.from], left[a.to] = true, true
	}
	var last []string
	for len(left) > 0 {
		best, most := "", 0
		for _, f := range slices.Sorted(maps.Keys(left)) {
			uses, used := 0, 0
			for g := range left {
				if all[arrow{f, g}] {
					uses++
				}
				if all[arrow{g, f}] {
					used++
				}
			}
			more := uses - used
			if uses == 0 {
				more = -1000
			} else if used == 0 {
				more = 1000
			}
			if best == "" || more > most || more == -1000 {
				best, most = f, more
			}
			if more == -1000 {
				break
			}
		}
		delete(left, best)
		if most == -1000 {
			last = append(last, best)
		} else {
			files = append(files, best)
		}
	}
	slices.Reverse(last)
	return append(files, last...)
}

// bestPlace returns the place in an order of other files at which the fewest arrows of the file run back. It prefers
// its old place.
func bestPlace(all map[arrow]bool, rest []string, file string, old int) int {
	back := 0 // of the arrows of the file, at the first place
	for _, g := range rest {
		if all[arrow{g, file}] {
			back++
		}
	}
	counts := []int{back}
	for _, g := range rest {
		if all[arrow{g, file}] {
			back--
		}
		if all[arrow{file, g}] {
			back++
		}
		counts = append(counts, back)
	}
	best := old
	for i, n := range counts {
		if n < counts[best] {
			best = i
		}
	}
	return best
}
