package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/gocache"
	"github.com/checkmodel/checkmodel/internal/printable"
)

// onTerminal is a command on a terminal of its own.
type onTerminal struct {
	t     *testing.T
	cmd   *exec.Cmd
	user  *os.File // the user's side
	shown string   // everything that the terminal has shown
	seen  int      // how much of it has been waited for
}

// startOnTerminal starts checkmodel in the root of this module, on a terminal of that many columns, with further variables.
func startOnTerminal(t *testing.T, columns uint16, variables []string, args ...string) *onTerminal {
	t.Helper()
	command, err := exec.LookPath("checkmodel")
	if err != nil {
		t.Fatal(err)
	}
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminal can be opened: %v", err)
	}
	t.Cleanup(func() { user.Close() })
	fd := int(user.Fd())
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	}
	if err != nil {
		t.Fatal(err)
	}
	side, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer side.Close()
	cmd := exec.Command(command, args...)
	cmd.Dir, cmd.Env = "../..", slices.Concat(os.Environ(), variables, []string{"TERM=xterm", "NO_COLOR="})
	cmd.Stdin, cmd.Stdout, cmd.Stderr = side, side, side
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &onTerminal{t: t, cmd: cmd, user: user}
}

// until waits until the terminal shows the text after what has been waited for before, and returns what it shows up to there.
func (c *onTerminal) until(text string) string {
	c.t.Helper()
	buffer := make([]byte, 4096)
	for !strings.Contains(c.shown[c.seen:], text) {
		n, err := c.user.Read(buffer)
		if c.shown += string(buffer[:n]); err != nil {
			c.cmd.Wait()
			c.t.Fatalf("the terminal shows\n%s\nand not %q: %v", c.shown, text, err)
		}
	}
	from := c.seen
	c.seen += strings.Index(c.shown[from:], text) + len(text)
	return c.shown[from:c.seen]
}

// enter writes what the user types.
func (c *onTerminal) enter(keys string) {
	c.t.Helper()
	if _, err := c.user.WriteString(keys); err != nil {
		c.t.Fatal(err)
	}
}

// ends waits for the end of the command and checks its exit status.
func (c *onTerminal) ends(status int) {
	c.t.Helper()
	rest := make([]byte, 4096)
	for {
		n, err := c.user.Read(rest)
		if c.shown += string(rest[:n]); err != nil { // nobody has the other side open any more
			break
		}
	}
	if c.cmd.Wait(); c.cmd.ProcessState.ExitCode() != status {
		c.t.Errorf("the command ends with %v, want status %d; the terminal shows\n%s", c.cmd.ProcessState, status, c.shown)
	}
}

// escapes match what gives text a color.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestExploreOnTerminal: on a terminal the command echoes nothing itself, keeps within the width, takes mistakes as
// what they are, and ends with the input, or by an interrupt.
func TestExploreOnTerminal(t *testing.T) {
	const columns = 80
	once := []string{gocache.Dir + "=" + t.TempDir()} // builds the program
	c := startOnTerminal(t, columns, once, "explore", "-model", "^register-early-answer$", "./models/examples/register")
	c.until("0> ")
	c.enter("run 8\n")
	if shown := c.until("8> "); strings.Count(shown, "run 8") != 1 {
		t.Errorf("what was entered is shown\n%s", shown)
	}
	c.enter("nonsense\n")
	c.until(`there is no command "nonsense"`)
	c.until("8> ")
	c.enter("\n")
	c.until("several steps are possible: 2; enter the number of one, or help")
	c.until("8> ")
	c.enter("step head*2 writer*2 reader tail*2 reader*4 tail*2 reader*2\n")
	if shown := c.until("23> "); !strings.Contains(shown, "\x1b[1;31m✗ linearizable is violated") {
		t.Errorf("the violation is shown\n%q", shown)
	}
	c.enter("state\n")
	c.until("23> ")
	c.enter("\x04")
	c.ends(0)
	for line := range strings.Lines(c.shown) {
		if line = escapes.ReplaceAllString(strings.TrimRight(line, "\r\n"), ""); printable.Width(line) > columns {
			t.Errorf("a line is wider than the terminal: %q", line)
		}
	}
	c = startOnTerminal(t, columns, once, "explore", "-model", "^register$", "./models/examples/register")
	c.until("0> ")
	c.enter("\x03")
	c.ends(130)
}
