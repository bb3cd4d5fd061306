package advice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/internal/report/prose"
	"github.com/checkmodel/checkmodel/trace"
)

// exploredOf says how many interleavings were explored, of the last bound where there were several.
func exploredOf(items []document.Item, last trace.Count) string {
	var all trace.Count
	for _, it := range items {
		all = all.Plus(document.Explored(it.Result))
	}
	text := "1 interleaving explored"
	if last != trace.One {
		text = last.String() + " interleavings explored"
	}
	if all != last {
		text += fmt.Sprintf(" with the last bound (%v with all)", all)
	}
	return text
}

// number is a number that the report gives of each model.
type number struct {
	Head  string
	Words string // for a sentence, after the sum; "" for the number of interleavings
	Of    func(*checker.Result) trace.Count
}

// NumbersOf returns the numbers that the report gives of these items. What has not cut or abandoned any interleaving is left out.
func NumbersOf(items []document.Item) []number {
	all := []number{
		{"Interleavings", "", document.Interleavings},
		{"States", "states", func(r *checker.Result) trace.Count {
			if r.Merged == nil {
				return trace.Count{}
			}
			return trace.CountOf(uint64(r.Merged.States))
		}},
		{"Sleep-set blocked", "sleep-set blocked", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.SleepSetBlocked)) }},
		{"Left", "irrelevant: an assumption did not hold", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.Left)) }},
		{"Cut by bound", "cut by the bound", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.BoundCut)) }},
		{"Cut by Within", "cut by Within", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.Beyond)) }},
		{"Cut by depth", "cut by the depth limit", func(r *checker.Result) trace.Count { return trace.CountOf(uint64(r.DepthCut)) }},
	}
	return slices.DeleteFunc(all, func(n number) bool { return n.Words != "" && n.sum(items) == trace.Count{} })
}

// sum returns the number for all items together.
func (n *number) sum(items []document.Item) (sum trace.Count) {
	for _, it := range items {
		sum = sum.Plus(n.Of(it.Result))
	}
	return sum
}

// Endless reports whether there are infinite interleavings.
func Endless(r *checker.Result) bool { return r.Merged != nil && r.Merged.Endless > 0 }

// Named is the maximal number of models that a conclusion names.
const Named = 8

// Conclusion returns the results of the items in one sentence.
func Conclusion(items []document.Item) string {
	statements, models := Groups(items, statement)
	parts := prose.Each(statements, func(s string) string { return s + ": " + Who(models[s]) })
	return strings.Join(append(parts, Counts(items)...), "; ")
}

// Groups returns the different texts about the items, in order, and the names of the items of each.
func Groups(items []document.Item, about func(*document.Item) string) (texts []string, names map[string][]string) {
	names = map[string][]string{}
	for i := range items {
		text := about(&items[i])
		if names[text] == nil {
			texts = append(texts, text)
		}
		names[text] = append(names[text], prose.Clean(items[i].Name))
	}
	return texts, names
}

// Who enumerates models, or counts them if they are many.
func Who(models []string) string {
	if len(models) > Named {
		return prose.Plural(len(models), "model")
	}
	return strings.Join(models, ", ")
}

// Counts says how much was explored and how much was not, without replays that failed.
func Counts(items []document.Item) []string {
	if !slices.ContainsFunc(items, func(it document.Item) bool { return !Unfit(it.Result) }) {
		return nil
	}
	var parts []string
	for _, n := range NumbersOf(items) {
		if n.Words == "" {
			parts = append(parts, exploredOf(items, n.sum(items)))
		} else {
			parts = append(parts, fmt.Sprintf("%v %s", n.sum(items), n.Words))
		}
	}
	without := 0
	for _, it := range items {
		if Endless(it.Result) {
			without++
		}
	}
	switch {
	case without > 0 && len(items) == 1:
		parts = append(parts[1:], "infinite interleavings") // the number of others says little
	case without > 0:
		parts = append(parts, prose.Plural(without, "model")+" with infinite interleavings")
	}
	return []string{strings.Join(parts, ", ")}
}

// Sentence returns the result of a model in one sentence: the verdict, how much was explored, and
// how much was not.
func Sentence(it document.Item) string { return Conclusion([]document.Item{it}) }
