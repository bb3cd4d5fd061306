package protomsg_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/gofeaturespb"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/world"
	"github.com/checkmodel/checkmodel/internal/world/guard"
	"github.com/checkmodel/checkmodel/proc"
	_ "github.com/checkmodel/checkmodel/proc/protomsg"
	"github.com/checkmodel/checkmodel/trace"
	"github.com/checkmodel/checkmodel/trace/kind"
)

// Types that contain messages.
type (
	envelope struct {
		From    string
		Body    proto.Message
		Any     any
		At      *timestamppb.Timestamp
		hidden  []*durationpb.Duration
		byName  map[string]*structpb.Value
		byValue durationpb.Duration
	}
	stamped struct {
		*timestamppb.Timestamp
		By string
	}
	numbered struct {
		timestamppb.Timestamp
		N int
	}
)

// execute executes one interleaving of a program, in which processes move in the order of their
// creation. It returns the events, also as text. A model that cannot be checked is an error.
func execute(main func(*proc.P)) (events []trace.Event, shown []string, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = problem.(*guard.ModelError)
		}
	}()
	sys := world.NewSystem(proc.Body(main), nil)
	defer sys.Close()
	for enabled := sys.Enabled(nil); len(enabled) > 0; enabled = sys.Enabled(enabled[:0]) {
		ev := sys.Step(trace.Step{Actor: enabled[0].Actor})
		events = append(events, ev)
		shown = append(shown, sys.Entry(&ev).Operation)
		if ev.Kind == kind.Exit {
			if r := sys.ExitReason(&ev); r.Property != "" && !r.Deliberate {
				err = fmt.Errorf("%s: %s", r.Property, r.Text)
			}
		}
	}
	return events, shown, err
}

func mustExecute(t *testing.T, main func(*proc.P)) (events []trace.Event, shown []string) {
	t.Helper()
	events, shown, err := execute(main)
	if err != nil {
		t.Fatal(err)
	}
	return events, shown
}

func unknown(m proto.Message, fields ...protowire.Number) proto.Message {
	var raw []byte
	for _, n := range fields {
		raw = protowire.AppendVarint(protowire.AppendTag(raw, n, protowire.VarintType), 7)
	}
	m.ProtoReflect().SetUnknown(raw)
	return m
}

func extended() proto.Message {
	m := &descriptorpb.FeatureSet{EnumType: descriptorpb.FeatureSet_OPEN.Enum()}
	proto.SetExtension(m, gofeaturespb.E_Go, &gofeaturespb.GoFeatures{LegacyUnmarshalJsonEnum: proto.Bool(true)})
	return m
}

func large() proto.Message {
	fields := map[string]any{}
	for i := range 50 {
		fields[fmt.Sprint("field ", i)] = []any{i, map[string]any{"a": 1, "b": "x", "c": nil}}
	}
	m, err := structpb.NewStruct(fields)
	if err != nil {
		panic(err)
	}
	return m
}

// messages returns new messages, all different.
func messages() []proto.Message {
	value := func(v float64) proto.Message { return wrapperspb.Double(v) }
	nan := math.Float64frombits(math.Float64bits(math.NaN()) ^ 1)
	inside := new(anypb.Any) // New may find the fields in another order each time
	if err := anypb.MarshalFrom(inside, large(), proto.MarshalOptions{Deterministic: true}); err != nil {
		panic(err)
	}
	return []proto.Message{
		&timestamppb.Timestamp{}, (*timestamppb.Timestamp)(nil), &durationpb.Duration{}, &emptypb.Empty{},
		&timestamppb.Timestamp{Seconds: 1}, &timestamppb.Timestamp{Seconds: 2, Nanos: 3}, &durationpb.Duration{Seconds: 1},
		value(0), value(math.Copysign(0, -1)), value(math.NaN()), value(nan), value(math.Inf(1)),
		wrapperspb.Bytes([]byte{0, 255}), wrapperspb.String(`a  "b"  \`), inside, large(),
		unknown(&timestamppb.Timestamp{Seconds: 1}, 1000), unknown(&timestamppb.Timestamp{Seconds: 1}, 1001, 1000), unknown(&emptypb.Empty{}, 5),
		extended(), &descriptorpb.FeatureSet{EnumType: descriptorpb.FeatureSet_OPEN.Enum()},
		&descriptorpb.FieldDescriptorProto{Name: proto.String("")}, &descriptorpb.FieldDescriptorProto{},
		&descriptorpb.UninterpretedOption_NamePart{}, // its fields are required
		structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewNullValue(), {}}}),
	}
}

// touched are ways to make the runtime add internal state to a message.
var touched = map[string]func(proto.Message){
	"untouched": func(proto.Message) {},
	"shown":     func(m proto.Message) { _ = fmt.Sprint(m) },
	"measured":  func(m proto.Message) { proto.Size(m) },
	"marshaled": func(m proto.Message) { _, _ = proto.Marshal(m) },
	"reflected": func(m proto.Message) { m.ProtoReflect().Descriptor() },
	"compared":  func(m proto.Message) { proto.Equal(m, m) },
}

// ways returns the message alone and as a part of other values.
func ways(m proto.Message) []any {
	return []any{
		m, &m, []any{1, m, m}, envelope{Body: m}, &envelope{Any: map[string]any{"x": m}}, map[any]int{m: 1}, [1]proto.Message{m},
		struct{ M proto.Message }{m},
	}
}

// TestTouched: messages arrive with internal state or without; equal ones have one number, different
// ones do not.
func TestTouched(t *testing.T) {
	hows := slices.Sorted(maps.Keys(touched))
	var sent []trace.ValueID
	events, _ := mustExecute(t, func(p *proc.P) {
		for i, like := range messages() {
			for _, how := range hows {
				m := messages()[i]
				touched[how](m)
				for _, v := range ways(m) {
					p.Send(p.Self(), v)
				}
				touched[how](m)
				if got := proc.Receive[proto.Message](p); !proto.Equal(got, like) || (got.ProtoReflect().IsValid() != like.ProtoReflect().IsValid()) {
					t.Errorf("%v, %s, arrives as %v", like, how, got)
				}
				for range len(ways(m)) - 1 {
					p.Receive()
				}
			}
		}
	})
	for _, ev := range events {
		if ev.Kind == kind.Send {
			sent = append(sent, ev.Value)
		}
	}
	for way := range ways(nil) {
		values := map[trace.ValueID]int{}
		for n := way; n < len(sent); n += len(ways(nil)) {
			message := n / len(ways(nil)) / len(hows)
			if other, ok := values[sent[n]]; ok && other != message {
				t.Errorf("the messages %d and %d are the same value in way %d", other, message, way)
			}
			values[sent[n]] = message
		}
		if len(values) != len(messages()) {
			t.Errorf("%d messages are %d values in way %d", len(messages()), len(values), way)
		}
	}
}

// TestInside: messages travel by their encoding in unexported fields too, and where a struct holds the
// message instead of a pointer.
func TestInside(t *testing.T) {
	mustExecute(t, func(p *proc.P) {
		e := &envelope{
			From: "a", At: timestamppb.New(time.Unix(1, 2)), hidden: []*durationpb.Duration{nil, {Seconds: 3}},
			byName: map[string]*structpb.Value{"x": structpb.NewStringValue("y")}, byValue: durationpb.Duration{Seconds: 4},
		}
		touch := func(e *envelope) {
			for _, m := range []proto.Message{e.At, e.hidden[1], e.byName["x"], &e.byValue} {
				_ = fmt.Sprint(m)
			}
		}
		table := proc.NewTable[int, *envelope](p, "t")
		table.Insert(p, 1, e)
		touch(e)
		if !table.CompareAndSwap(p, 1, e, e) {
			t.Error("the row is another one once its messages have been shown")
		}
		for range 2 {
			got, _ := table.Lookup(p, 1)
			want := "&envelope{From: \"a\", Body: nil, Any: nil, At: Timestamp{seconds:1 nanos:2}, hidden: [nil, Duration{seconds:3}], " +
				"byName: map[\"x\": Value{string_value:\"y\"}], byValue: Duration{seconds:4}}"
			if shown := proc.Format(got); shown != want {
				t.Errorf("it is shown as %s, want %s", shown, want)
			}
			touch(got)
			got.At.Seconds, got.hidden[1].Seconds, got.byValue.Seconds = 99, 99, 99
			got.byName["x"].Kind.(*structpb.Value_StringValue).StringValue = "changed"
		}
	})
}

// TestEmbedded: the other fields of a struct that embeds a message arrive, and are shown.
func TestEmbedded(t *testing.T) {
	mustExecute(t, func(p *proc.P) {
		for _, c := range []struct {
			value any
			want  string
		}{
			{stamped{timestamppb.New(time.Unix(1, 0)), "a"}, `stamped{Timestamp: Timestamp{seconds:1}, By: "a"}`},
			{stamped{timestamppb.New(time.Unix(1, 0)), "b"}, `stamped{Timestamp: Timestamp{seconds:1}, By: "b"}`},
			{&stamped{nil, "a"}, `&stamped{Timestamp: nil, By: "a"}`},
			{&stamped{timestamppb.New(time.Unix(1, 0)), "a"}, `&stamped{Timestamp: Timestamp{seconds:1}, By: "a"}`},
			{&numbered{N: 5}, `&numbered{Timestamp: Timestamp{}, N: 5}`},
			{struct {
				proto.Message
				N int
			}{&emptypb.Empty{}, 1}, "{Message: Empty{}, N: 1}"},
		} {
			p.Send(p.Self(), c.value)
			got := p.Receive()
			if shown := proc.Format(got); shown != c.want || proc.Format(c.value) != c.want {
				t.Errorf("%s arrives as %s, want %s", proc.Format(c.value), shown, c.want)
			}
		}
	})
}

// TestFresh: each receiver gets a message of its own.
func TestFresh(t *testing.T) {
	mustExecute(t, func(p *proc.P) {
		m, err := structpb.NewStruct(map[string]any{"list": []any{1, 2}})
		if err != nil {
			t.Error(err)
			return
		}
		change := func(m *structpb.Struct) {
			m.Fields["list"].GetListValue().Values[0] = structpb.NewStringValue("changed")
			m.Fields["more"] = structpb.NewNullValue()
		}
		want := proto.Clone(m)
		p.Send(p.Self(), m)
		p.Send(p.Self(), m)
		change(m)
		for range 2 {
			got := proc.Receive[*structpb.Struct](p)
			if !proto.Equal(got, want) {
				t.Errorf("%v arrives, want %v", got, want)
			}
			change(got)
		}
	})
}

// TestPatterns: patterns match messages by type, interface and content, even if the pattern was made
// of a message with internal state.
func TestPatterns(t *testing.T) {
	nan := wrapperspb.Double(math.NaN())
	for _, like := range []any{
		timestamppb.New(time.Unix(1, 2)), (*timestamppb.Timestamp)(nil), large(), nan, extended(), envelope{Body: timestamppb.New(time.Unix(1, 2))},
		[]proto.Message{nan, nil}, &envelope{hidden: []*durationpb.Duration{{Seconds: 1}}},
	} {
		mustExecute(t, func(p *proc.P) {
			p.Send(p.Self(), &timestamppb.Timestamp{})
			p.Send(p.Self(), envelope{Body: &timestamppb.Timestamp{}})
			p.Send(p.Self(), like)
			_ = fmt.Sprint(like)
			got, ok := p.ReceiveTimeout(proc.Equal(like))
			if !ok || proc.Format(got) != proc.Format(like) {
				t.Errorf("Equal takes %s, want %s", proc.Format(got), proc.Format(like))
			}
			proc.Receive[proto.Message](p)
			if _, ok := p.ReceiveTimeout(proc.Type[*timestamppb.Timestamp]()); ok {
				t.Error("the same message is taken twice")
			}
		})
	}
	if text := proc.Equal(timestamppb.New(time.Unix(1, 2))).String(); text != "Timestamp{seconds:1 nanos:2}" {
		t.Errorf("the pattern is shown as %s", text)
	}
}

// TestKeys: as keys, messages are compared by content. Their order does not depend on which was inserted
// first.
func TestKeys(t *testing.T) {
	for _, options := range [][]proc.TableOption{nil, {proc.Hashed()}} {
		var want string
		for shift := range 5 {
			mustExecute(t, func(p *proc.P) {
				got := ""
				table := proc.NewTable[proto.Message, int](p, "t", options...)
				for i := range messages() {
					table.Insert(p, messages()[(5*shift+i)%len(messages())], 1)
					m := messages()[(5*shift+i)%len(messages())]
					_ = fmt.Sprint(m)
					if !table.Member(p, m) {
						t.Errorf("%v is not found", m)
					}
				}
				for k, ok := table.First(p); ok; k, ok = table.Next(p, k) {
					_ = fmt.Sprint(k)
					got += fmt.Sprintf("%T %s\n", k, proc.Format(k))
				}
				if want == "" {
					want = got
				}
				if got != want || strings.Count(got, "\n") != len(messages()) {
					t.Errorf("the keys are in the order\n%swant\n%s", got, want)
				}
			})
		}
	}
}

// TestShown: the text of a message is the same in each build of a program.
func TestShown(t *testing.T) {
	for _, c := range []struct {
		message proto.Message
		want    string
	}{
		{&emptypb.Empty{}, "Empty{}"},
		{(*emptypb.Empty)(nil), "nil"},
		{&timestamppb.Timestamp{Seconds: 1, Nanos: 2}, "Timestamp{seconds:1 nanos:2}"},
		{structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewNumberValue(1), structpb.NewBoolValue(true)}}),
			"Value{list_value:{values:{number_value:1} values:{bool_value:true}}}"},
		{&descriptorpb.FieldDescriptorProto{Name: proto.String(`a  "  \"  b`), JsonName: proto.String("  ")},
			`FieldDescriptorProto{name:"a  \"  \\\"  b" json_name:"  "}`},
		{unknown(&timestamppb.Timestamp{Seconds: 1}, 1000), "Timestamp{seconds:1 1000:7}"},
		{extended(), "FeatureSet{enum_type:OPEN [pb.go]:{legacy_unmarshal_json_enum:true}}"},
	} {
		if got := proc.Format(c.message); got != c.want {
			t.Errorf("it is shown as %s, want %s", got, c.want)
		}
	}
	_, shown := mustExecute(t, func(p *proc.P) {
		p.Send(p.Self(), &timestamppb.Timestamp{Seconds: 1, Nanos: 2})
		p.TrapExits(true)
		proc.Pick(p, &emptypb.Empty{}, nil)
		proc.Expose(p, &emptypb.Empty{})
		p.Spawn("child", func(p *proc.P) { p.Exit(&timestamppb.Timestamp{Seconds: 3, Nanos: 4}) }, proc.Linked)
		proc.Receive[proc.Exited](p)
	})
	for _, want := range []string{"send Timestamp{seconds:1 nanos:2} to main", "Empty{}", "Reason: Timestamp{seconds:3 nanos:4}"} {
		if all := strings.Join(shown, "\n"); !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
}

// TestUnknownFields: a known field among the unknown ones arrives as a known field, as it would over a
// network.
func TestUnknownFields(t *testing.T) {
	mustExecute(t, func(p *proc.P) {
		table := proc.NewTable[int, *timestamppb.Timestamp](p, "t")
		table.Insert(p, 1, unknown(&timestamppb.Timestamp{Nanos: 3}, 1).(*timestamppb.Timestamp))
		if got, _ := table.Lookup(p, 1); got.Seconds != 7 || got.Nanos != 3 || len(got.ProtoReflect().GetUnknown()) > 0 {
			t.Errorf("it arrives as %v", got)
		}
		want := &timestamppb.Timestamp{Seconds: 7, Nanos: 3}
		if !table.CompareAndSwap(p, 1, want, want) {
			t.Error("it is not the same as what it arrives as")
		}
	})
}

// TestRefused: messages are refused if they have no encoding, or if their Go type does not identify them.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		message proto.Message
		want    string
	}{
		{wrapperspb.String("\xff"), "string field contains invalid UTF-8"},
		{dynamicpb.NewMessage((&emptypb.Empty{}).ProtoReflect().Descriptor()), "the type *dynamicpb.Message does not say which message it is"},
	} {
		_, _, err := execute(func(p *proc.P) { p.Send(p.Self(), envelope{Body: c.message}) })
		if err == nil || !strings.Contains(err.Error(), "field Body: the codec of protoreflect.ProtoMessage: Encode: "+c.want) {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
}

// TestSearch: several workers find the same, and receivers that change their messages do not affect each
// other.
func TestSearch(t *testing.T) {
	main := func(p *proc.P) {
		me := p.Self()
		table := proc.NewTable[*wrapperspb.StringValue, *envelope](p, "t")
		server := p.Spawn("server", func(p *proc.P) {
			for {
				m := proc.Receive[*structpb.Value](p)
				_ = fmt.Sprint(m)
				m.GetListValue().Values = append(m.GetListValue().Values, structpb.NewNumberValue(9))
				table.Insert(p, wrapperspb.String(fmt.Sprint(len(m.GetListValue().Values))), &envelope{Body: m})
				p.Send(me, &emptypb.Empty{})
			}
		}, proc.Daemon)
		for n := range 3 {
			p.Spawn("client", func(p *proc.P) {
				m := structpb.NewListValue(&structpb.ListValue{Values: make([]*structpb.Value, n)})
				_ = fmt.Sprint(m)
				p.Send(server, m)
				if e, ok := table.Lookup(p, wrapperspb.String("2")); ok {
					values := e.Body.(*structpb.Value).GetListValue().Values
					p.Assert(len(values) == 2, "two", "there are %d", len(values))
					e.Body.(*structpb.Value).GetListValue().Values = nil
				}
				p.Send(me, &emptypb.Empty{})
			})
		}
		for range 6 {
			proc.Receive[*emptypb.Empty](p)
		}
	}
	var want int
	for _, workers := range []int{1, 4} {
		r, err := checker.Check(t.Context(), checker.Model{Name: "m", Main: main}, checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != checker.Verified || want != 0 && r.Interleavings != want {
			t.Errorf("%v after %d interleavings, want verified after %d", r.Verdict, r.Interleavings, want)
			for _, v := range r.Violations {
				t.Error(v.Property, v.Explanation)
			}
		}
		want = r.Interleavings
	}
}
