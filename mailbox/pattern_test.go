package mailbox_test

import (
	html "html/template"
	"testing"
	text "text/template"

	"github.com/google/go-cmp/cmp"

	"github.com/checkmodel/checkmodel/mailbox"
)

type (
	ack    struct{ From string }
	list   struct{ Items []int }
	number int
	pair   struct{ a, b *int }
	acks   []ack
	byName = map[string]ack
)

type boxed[T any] struct{ In T }

func (a ack) Error() string { return "ack" }

// TestPatterns matches each pattern with each of these messages.
func TestPatterns(t *testing.T) {
	type local struct{}
	one, two := 1, 1
	messages := []any{
		nil, 1, 2, "1", number(1), ack{}, ack{"p"}, &ack{"p"}, list{}, list{[]int{1, 2}}, list{[]int{}}, []int{1, 2},
		pair{&one, &two}, acks{{"p"}}, byName{"x": {"p"}},
	}
	for _, c := range []struct {
		pattern mailbox.Pattern
		text    string
		matches []int // positions in messages
	}{
		{mailbox.Any(), "any message", []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
		{mailbox.Type[int](), "int", []int{1, 2}},
		{mailbox.Type[number](), "number", []int{4}},
		{mailbox.Type[ack](), "ack", []int{5, 6}},
		{mailbox.Type[*ack](), "*mailbox_test.ack", []int{7}},
		{mailbox.Type[boxed[ack]](), "boxed[ack]", nil},
		{mailbox.Type[boxed[map[string]*list]](), "boxed[map[string]*list]", nil},
		{mailbox.Type[boxed[boxed[local]]](), "boxed[boxed[local]]", nil},
		{mailbox.Type[error](), "error", []int{5, 6, 7}},
		{mailbox.Type[any](), "interface {}", []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
		{mailbox.Where(func(n int) bool { return n > 1 }), "int where …", []int{2}},
		{mailbox.Where(func(e error) bool { return e.Error() == "ack" }), "error where …", []int{5, 6, 7}},
		{mailbox.Equal(1), "1", []int{1}},
		{mailbox.Equal(ack{"p"}), "ack", []int{6}},
		{mailbox.Equal(list{[]int{1, 2}}), "{Items:[1 2]}", []int{9}},
		{mailbox.Equal(list{}), "{Items:[]}", []int{8}},
		{mailbox.Equal(acks{{"p"}}), "[ack]", []int{13}},
		{mailbox.Equal(byName{"x": {"p"}}), "map[x:ack]", []int{14}},
		{mailbox.Equal(nil), "<nil>", []int{0}},
		{mailbox.Describe(mailbox.Equal(2), "the answer %d", 2), "the answer 2", []int{2}},
		{mailbox.Describe(mailbox.Type[int](), "100 %%"), "100 %", []int{1, 2}},
	} {
		var got []int
		for i, m := range messages {
			if c.pattern.Matches(m) {
				got = append(got, i)
			}
		}
		if diff := cmp.Diff(c.matches, got); diff != "" {
			t.Errorf("%s: the messages that it matches (-want +got)\n%s", c.pattern, diff)
		}
		if got := c.pattern.String(); got != c.text {
			t.Errorf("the pattern is described as %q, want %q", got, c.text)
		}
	}
	if !mailbox.Equal(pair{&one, nil}).Matches(pair{&two, nil}) {
		t.Errorf("messages with pointers to equal numbers are not equal")
	}
	if mailbox.Equal(pair{&one, nil}).Matches(pair{nil, &one}) {
		t.Errorf("messages with pointers in other places are equal")
	}
}

func TestRefusal(t *testing.T) {
	type (
		Pattern struct{}
		local   struct{}
	)
	other := func() any { type local struct{}; return local{} }()
	of := func(patterns ...mailbox.Pattern) []mailbox.Pattern { return patterns }
	small := mailbox.Where(func(n int) bool { return n < 3 })
	for _, c := range []struct {
		patterns []mailbox.Pattern
		message  any
		want     string
	}{
		{of(mailbox.Type[int]()), "x", "of type string, not int"},
		{of(mailbox.Type[error]()), 1, "of type int, not error"},
		{of(mailbox.Type[boxed[ack]]()), boxed[list]{}, "of type boxed[list], not boxed[ack]"},
		{of(small), "x", "of type string, not int"},
		{of(small), nil, "of type nil, not int"},
		{of(small), 3, "the condition does not hold"},
		{of(mailbox.Where(func(error) bool { return false })), ack{}, "the condition does not hold"},
		{of(mailbox.Describe(mailbox.Describe(small, "small"), "a small number")), 3, "the condition does not hold"},
		{of(mailbox.Describe(small, "a small number")), "x", "of type string, not int"},
		{of(mailbox.Equal(3)), 4, "another value"},
		{of(mailbox.Equal(int64(3))), 3, "of type int, not int64"},
		{of(mailbox.Equal(nil)), 3, "of type int, not nil"},
		{of(stubborn{}), 1, "it does not match"},
		{of(mailbox.Describe(stubborn{}, "nothing")), 1, "it does not match"},
		{of(mailbox.Type[bool](), small, mailbox.Equal(1), mailbox.Type[*ack]()), "x", "of type string, not bool or int or *mailbox_test.ack"},
		{of(mailbox.Type[bool](), small), 3, "the condition does not hold"},
		{of(mailbox.Type[mailbox.Mailbox](), mailbox.Type[Pattern]()), mailbox.Message{}, "of type Message, not Mailbox or Pattern"},
		{of(mailbox.Type[mailbox.Pattern]()), Pattern{}, "of type mailbox_test.Pattern, not mailbox.Pattern"},
		{of(mailbox.Type[text.Template]()), html.Template{}, "of type html/template.Template, not text/template.Template"},
		{of(mailbox.Type[local]()), other, "of another type that is also called local"},
	} {
		if got := mailbox.Refusal(c.message, c.patterns...); got != c.want {
			t.Errorf("%v do not take %v: %s; want %s", c.patterns, c.message, got, c.want)
		}
	}
}

// stubborn is a custom pattern of a model.
type stubborn struct{}

func (stubborn) Matches(any) bool { return false }
func (stubborn) String() string   { return "nothing" }

// TestNilMessage: nil has no type, so only patterns that match any message match it.
func TestNilMessage(t *testing.T) {
	always := func(any) bool { return true }
	for _, c := range []struct {
		pattern mailbox.Pattern
		takes   bool
	}{
		{mailbox.Any(), true}, {mailbox.Type[any](), true}, {mailbox.Where(always), true}, {mailbox.Equal(nil), true},
		{mailbox.Type[error](), false}, {mailbox.Type[*int](), false}, {mailbox.Where(func(error) bool { return true }), false},
	} {
		if got := c.pattern.Matches(nil); got != c.takes {
			t.Errorf("%v takes nil: %v, want %v", c.pattern, got, c.takes)
		}
	}
	if got, want := mailbox.Refusal(nil, mailbox.Where(func(any) bool { return false })), "the condition does not hold"; got != want {
		t.Errorf("nil is refused as %q, want %q", got, want)
	}
}
