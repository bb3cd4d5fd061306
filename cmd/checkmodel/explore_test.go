package main

import (
	"bufio"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestExploreServed: with -http, the command prints an address whose page drives the model, until quit.
func TestExploreServed(t *testing.T) {
	command, err := exec.LookPath("checkmodel")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command, "explore", "-http", "localhost:0", "-model", "^register$", "./models/examples/register")
	cmd.Dir, cmd.Stderr = "../..", os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill() // only after a failure it still runs
	line, err := bufio.NewReader(out).ReadString('\n')
	address := regexp.MustCompile(`http://\S+/[A-Z2-7]{26}/`).FindString(line)
	if address == "" {
		t.Fatalf("the first line is %q, %v", line, err)
	}
	post := func(command string) (body []byte, err error) {
		answer, err := http.PostForm(address, url.Values{"command": {command}})
		if err == nil {
			defer answer.Body.Close()
			body, err = io.ReadAll(answer.Body)
		}
		return body, err
	}
	if body, err := post("run 6"); err != nil || !strings.Contains(string(body), "After event 6, what can happen next") {
		t.Errorf("the page after six events is %.1000s, %v", body, err)
	}
	_, _ = post("quit") // the answer may come too late
	if err := cmd.Wait(); err != nil {
		t.Errorf("after quit the command ends with %v", err)
	}
}
