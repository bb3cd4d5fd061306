package clusterfile

import (
	"regexp"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/real"
)

// TestExample: the example is a cluster, also when each line is not commented out.
func TestExample(t *testing.T) {
	c, err := parse([]byte(Example), ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Nodes) != 3 || c.Nodes[2].Name != "n2" || c.Nodes[2].Command[2] != "2" || len(c.Clients) != 2 || len(c.Rules) != 3 || c.Faults.Crashes != 1 {
		t.Errorf("it is %+v", c)
	}
	var all []string
	for _, line := range strings.Split(Example, "\n") {
		if after, is := strings.CutPrefix(line, "# "); is && (strings.HasPrefix(after, "[") || strings.Contains(strings.SplitN(after, "#", 2)[0], " = ")) {
			line = after
		}
		if !strings.HasPrefix(line, "directory") {
			all = append(all, line)
		}
	}
	c, err = parse([]byte(strings.Join(all, "\n")), ".")
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "cluster" || c.Points != real.DefaultPoints || c.Events != real.DefaultEvents || c.Delay != real.DefaultDelay || c.DiskSize != real.DefaultDiskSize || c.Patience != real.DefaultPatience || c.Validation.Every != real.DefaultEvery {
		t.Errorf("the defaults in it are %+v", c)
	}
}

// TestMistakes: a mistake is told with its line, or with the key.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"name = \"x\"\nfautls = \"\"":                            "line 2, column 1: there is no key fautls",
		"[[node]]\nname = \"n\"\ncomand = []":                    "line 3, column 1: there is no key node.comand",
		"[validation]\nevery = 3":                                "validation: it has no command",
		"events = \"many\"":                                      "line 1, column 10",
		"name = ":                                                "line 1",
		"faults = \"crashs=1\"":                                  "line 1, column 10: crashs=1",
		"delay = \"20\"":                                         "line 1, column 9: time: missing unit",
		"lengths = [\"soon\"]":                                   "line 1, column 12",
		"disk_size = \"large\"":                                  "line 1, column 13",
		"[[node]]\nname = \"n\"\ncount = 2":                      "node 1: the name \"n\" of 2 must contain {i}",
		"[[client]]\nname = \"c\"\ndirectory = \"missing\"":      "client 1: ",
		"[[rule]]\nname = \"r\"":                                 "rule 1: it must have exactly one",
		"[[rule]]\nname = \"r\"\nnever = \"(\"":                  "line 3, column 9",
		"[[rule]]\nname = \"r\"\nonce = \"x\"":                   "rule 1: once: it has no group",
		"[[rule]]\nnever = \"x\"":                                "rule 1: it has no name",
		"[[rule]]\nname=\"r\"\nnever = \"x\"\nregisters = true ": "rule 1: it must have exactly one",
	} {
		if _, err := parse([]byte(text), "."); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q", text, err, want)
		}
	}
}

// TestDecoder: a command describes messages, and its failure is told.
func TestDecoder(t *testing.T) {
	m := real.Message{From: "a", To: "b", Data: []byte{1, 2}}
	c, err := parse([]byte(`decode = ["sh", "-c", 'echo $FROM to $TO: $(wc -c) bytes']`), ".")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if text, err := c.Decode(m); err != nil || text != "a to b: 2 bytes\n" {
			t.Errorf("it is %q, %v", text, err)
		}
	}
	if _, err := decoder([]string{"false"})(m); err == nil || err.Error() != "exit status 1" {
		t.Errorf("the error is %v", err)
	}
	if c, err := parse(nil, "."); err != nil || c.Decode != nil {
		t.Errorf("without a command: %v", err)
	}
}

// TestRules: each rule is violated by the line that it should be.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		r     rule
		lines []real.Line
		says  string // of the last line
	}{
		{rule{Name: "never", Never: regexp.MustCompile("bad.*thing")}, []real.Line{{Node: "a", Text: "good"}, {Node: "a", Text: "a bad thing"}}, `a prints "a bad thing"`},
		{rule{Name: "once", Once: regexp.MustCompile(`leader (\d+)`)}, []real.Line{{Node: "a", Text: "leader 1"}, {Node: "b", Text: "leader 2"}, {Node: "a", Text: "leader 1"}, {Node: "b", Text: "leader 1"}}, `b prints "leader 1", and a has printed`},
		{rule{Name: "registers", Registers: true}, []real.Line{
			{Node: "a", Text: `{"type":"invoke","f":"write","value":1,"key":"k"}`}, {Node: "b", Text: `{"type":"invoke","f":"read","key":"k"}`},
			{Node: "b", Text: `{"type":"ok","f":"read","value":null,"key":"k"}`}, {Node: "a", Text: `{"type":"ok","f":"write","key":"k"}`},
			{Node: "b", Text: `{"type":"invoke","f":"read","key":"other"}`}, {Node: "b", Text: `{"type":"ok","f":"read","value":null,"key":"other"}`},
			{Node: "c", Text: `{"type":"invoke","f":"cas","value":2,"expected":3,"key":"k"}`}, {Node: "c", Text: `{"type":"fail","f":"cas","key":"k"}`},
			{Node: "b", Text: `{"type":"invoke","f":"read","key":"k"}`}, {Node: "b", Text: `{"type":"ok","f":"read","value":null,"key":"k"}`},
		}, "key \"k\": "},
	} {
		r, err := c.r.rule()
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // runs do not depend on each other
			judge := r.New()
			for i, l := range c.lines {
				err := judge(l)
				if last := i == len(c.lines)-1; (err != nil) != last || last && !strings.Contains(err.Error(), c.says) {
					t.Errorf("%s: the error of line %d is %v", r.Name, i+1, err)
				}
			}
		}
	}
}
