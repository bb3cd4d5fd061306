package main

import (
	"strings"
	"testing"
)

// bank is what the tests plant mutants in, before anything is renamed.
const bank = `package bank

import "slices"

type account struct {
	sum   int // in cents
	notes []string
}

func (a *account) withdraw(n int) bool {
	// The order of these matters.
	if n <= 0 || n > a.sum {
		return false
	}
	a.sum -= n
	a.notes = append(a.notes, "out")
	return true
}

func total(accounts []*account) (sum int) {
	for _, a := range accounts {
		sum += a.sum
	}
	slices.Sort(accounts[0].notes)
	return sum
}
`

// TestPlant: a mutant comes to the code that it means, wherever that is now, and
// in the names that there are now.
func TestPlant(t *testing.T) {
	for _, c := range []struct {
		name, in, old, new string
		file               *strings.Replacer // what has happened to the bank
		was, becomes       string            // in the file, but for space
	}{
		{
			name: "an operand", in: "account.withdraw",
			old: "n <= 0", new: "n < 0",
			was: "n <= 0", becomes: "n < 0",
		}, {
			name: "operands of a chain", in: "account.withdraw",
			old: "n <= 0 || n > a.sum", new: "n <= 0",
			was: "n <= 0 || n > a.sum", becomes: "n <= 0",
		}, {
			name: "a statement less", in: "account.withdraw",
			old: "a.sum -= n", new: "",
			was: "a.sum -= n", becomes: "",
		}, {
			name: "statements in another order", in: "account.withdraw",
			old: `a.sum -= n; a.notes = append(a.notes, "out")`, new: `a.notes = append(a.notes, "out"); a.sum -= n`,
			was: "a.sum -= n\n\ta.notes = append(a.notes, \"out\")", becomes: `a.notes = append(a.notes, "out"); a.sum -= n`,
		}, {
			name: "a block that stays", in: "total",
			old: "for _, a := range accounts { etc }", new: "for _, a := range accounts[1:] { etc }",
			was: "for _, a := range accounts {\n\t\tsum += a.sum\n\t}", becomes: "for _, a := range accounts[1:] { sum += a.sum }",
		}, {
			name: "a weaker operator", in: "account.withdraw",
			old: "n > a.sum", new: "n > 1 || n > a.sum && n < 9",
			file: strings.NewReplacer("n <= 0 || n > a.sum", "n <= 0 && n > a.sum"),
			was:  "n > a.sum", becomes: "(n > 1 || n > a.sum && n < 9)",
		}, {
			name: "other comments, another form", in: "account.withdraw",
			old: "if n <= 0 || n > a.sum { return false }", new: "",
			file: strings.NewReplacer("return false", "return /* too much */ false // not", "n <= 0 || n", "(n <= 0) ||\n n"),
			was:  "if (n <= 0) ||\n n > a.sum {\n\t\treturn /* too much */ false // not\n\t}", becomes: "",
		}, {
			name: "another name of a field", in: "account.withdraw",
			old: "a.sum -= n", new: "a.sum -= 2 * n",
			file: strings.NewReplacer("a.sum", "a.balance"),
			was:  "a.balance -= n", becomes: "a.balance -= 2 * n",
		}, {
			name: "another name in the function, and the old one elsewhere", in: "account.withdraw",
			old: "a.sum -= n", new: "",
			file: strings.NewReplacer("a.sum -= n", "a.sum -= m", "func total", "func (a *account) pay(n int) {\n a.sum -= n\n}\n\nfunc total"),
			was:  "a.sum -= m", becomes: "",
		}, {
			name: "a field of a part", in: "account.withdraw",
			old: "a.sum -= n", new: "a.sum += n",
			file: strings.NewReplacer("a.sum", "a.state.sum"),
			was:  "a.state.sum -= n", becomes: "a.state.sum += n",
		}, {
			name: "another name of the function and its type", in: "account.withdraw",
			old: `a.notes = append(a.notes, "out")`, new: "a.notes = nil",
			file: strings.NewReplacer("package bank", "package office", "account", "client", "withdraw", "take"),
			was:  `a.notes = append(a.notes, "out")`, becomes: "a.notes = nil",
		}, {
			name: "a part of the function that has become one of its own", in: "account.withdraw",
			old: "a.sum -= n", new: "",
			file: strings.NewReplacer("a.sum -= n", "", "func total", "func (a *account) pay(n int) {\n a.sum -= n\n}\n\nfunc total"),
			was:  "a.sum -= n", becomes: "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := bank
			if c.file != nil {
				text = c.file.Replace(text)
			}
			if strings.Count(text, c.was) != 1 {
				t.Fatalf("the test is wrong: %q is not once in\n%s", c.was, text)
			}
			_, got, err := sourcesOf(t, text).plant(mutant{in: c.in, old: c.old, new: c.new})
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Replace(text, c.was, c.becomes, 1); string(got) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestNoPlace: a mutant comes nowhere if it is not clear where it belongs.
func TestNoPlace(t *testing.T) {
	none := func(in string) string {
		return in + " has no code like old, even with other names, and no other function has it; write old and new as it is now"
	}
	for _, c := range []struct {
		name, in, old, new, file, want string
	}{
		{
			"two places", "account.withdraw", "false", "true", strings.Replace(bank, "return true", "return false", 1),
			"it can be any of these; name the function, or add what is around it to old and new:" +
				"\n\tbank/bank.go:13, in account.withdraw\n\tbank/bank.go:17, in account.withdraw",
		}, {
			"two functions that may have been meant", "account.deposit", "a.sum -= n", "", strings.ReplaceAll(bank, "func total", "func (a *account) pay(n int) {\n a.sum -= n\n}\n\nfunc total"),
			"it can be any of these; name the function, or add what is around it to old and new:" +
				"\n\tbank/bank.go:15, in account.withdraw\n\tbank/bank.go:21, in account.pay",
		}, {
			"other code in the function", "account.withdraw", "a.sum -= n", "", strings.ReplaceAll(bank, "a.sum -= n", "a.sum += -n"),
			none("account.withdraw"),
		}, {
			"another literal", "account.withdraw", "n <= 0", "n < 0", strings.ReplaceAll(bank, "n <= 0", "n <= 1"),
			none("account.withdraw"),
		}, {
			"two names become one", "account.withdraw", "a.sum -= n", "", strings.ReplaceAll(bank, "a.sum -= n", "a.sum -= a.sum"),
			none("account.withdraw"),
		}, {
			"code with another name, in another function than the one that is there", "account.withdraw", "a.sum -= n", "",
			strings.NewReplacer("a.sum -= n", "", "func total", "func (a *account) pay(m int) {\n a.sum -= m\n}\n\nfunc total").Replace(bank),
			none("account.withdraw"),
		}, {
			"code like it, in which most names differ", "account.deposit", "b.worth -= x", "", bank,
			none("account.deposit"),
		}, {
			"a name that Go gives", "account.withdraw", "return nil", "return false", bank,
			none("account.withdraw"),
		}, {
			"a function of the standard library", "total", "slices.Reverse(accounts[0].notes)", "", bank,
			none("total"),
		}, {
			"what is no fragment", "total", "sum += a.sum", "if {", bank,
			`old and new are not both expressions, both statements or both clauses: "sum += a.sum", "if {"`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := sourcesOf(t, c.file).plant(mutant{in: c.in, old: c.old, new: c.new})
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got %q\nwant %q", got, c.want)
			}
		})
	}
}

func sourcesOf(t *testing.T, text string) *sources {
	t.Helper()
	s := newSources()
	if err := s.add("bank/bank.go", []byte(text)); err != nil {
		t.Fatal(err)
	}
	return s
}
