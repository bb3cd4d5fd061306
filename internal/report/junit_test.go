package report_test

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/checkmodel/checkmodel/checker"
	"github.com/checkmodel/checkmodel/internal/report"
	"github.com/checkmodel/checkmodel/internal/report/document"
	"github.com/checkmodel/checkmodel/models/counter"
	"github.com/checkmodel/checkmodel/proc"
)

// tested is what a reader of JUnit finds.
type tested struct {
	XMLName xml.Name `xml:"testsuites"`
	counted
	Suites []struct {
		Name string `xml:"name,attr"`
		counted
		Cases []struct {
			Name      string `xml:"name,attr"`
			ClassName string `xml:"classname,attr"`
			File      string `xml:"file,attr"`
			Line      int    `xml:"line,attr"`
			Skipped   *note  `xml:"skipped"`
			Error     *note  `xml:"error"`
			Failure   *note  `xml:"failure"`
			SystemOut string `xml:"system-out"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type counted struct {
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Errors   int    `xml:"errors,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Time     string `xml:"time,attr"`
}

type note struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func readJUnit(t *testing.T, docs ...document.Document) (all tested) {
	t.Helper()
	if err := xml.Unmarshal([]byte(written(t, report.JUnitFormat, docs...)), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestJUnit: there is a suite for each package and a case for each model, which fails where the model does not behave as it
// declares, is an error where it cannot be checked, and is skipped where a search that was stopped shows nothing. The sums are
// those of the cases.
func TestJUnit(t *testing.T) {
	goal := searched(t, []checker.Model{{Name: "goal", Main: func(*proc.P) {}, Goals: []checker.Property{{Name: "a goal"}}}}, "goal", checker.Options{})
	lost := searched(t, counter.Models(), "lost-update", checker.Options{})
	lost.Result.Model.Violates = nil
	all := readJUnit(t, documents(append(append(others(), asserted(), deadlocked(), crashed(2)), goal, lost)...)...)
	var got []string
	sum := counted{Time: all.Time}
	for _, s := range all.Suites {
		sum.Tests, sum.Failures, sum.Errors, sum.Skipped = sum.Tests+s.Tests, sum.Failures+s.Failures, sum.Errors+s.Errors, sum.Skipped+s.Skipped
		if s.Tests != len(s.Cases) {
			t.Errorf("suite %s says that it has %d cases, and has %d", s.Name, s.Tests, len(s.Cases))
		}
		for _, c := range s.Cases {
			how := "passes"
			switch {
			case c.Error != nil:
				how = fmt.Sprintf("error %s: %s", c.Error.Type, c.Error.Message)
			case c.Failure != nil:
				how = fmt.Sprintf("failure %s: %s", c.Failure.Type, c.Failure.Message)
			case c.Skipped != nil:
				how = "skipped: " + c.Skipped.Message
			}
			got = append(got, c.ClassName+" "+c.Name+" "+how+" | "+c.SystemOut)
			if c.Name == "lost-update" && (!strings.Contains(c.Failure.Text, "24 events led there") || c.Line == 0 || c.File != "models/counter.go") {
				t.Errorf("the failure of lost-update is at %s:%d, with the text\n%s", c.File, c.Line, c.Failure.Text)
			}
		}
	}
	if sum != all.counted {
		t.Errorf("the sums are %+v, want %+v", all.counted, sum)
	}
	golden(t, "junit.txt", strings.Join(got, "\n")+"\n")
}
