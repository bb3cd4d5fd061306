package remote

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"
)

// TestDial: both ends of a connection read what the other one writes, and closing one end ends reading at both.
func TestDial(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "") // short, as names of sockets must be
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "s")
	if _, err := dial(socket); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a socket, the error is %v", err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ours, err := dial(socket)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	for _, way := range [][2]io.ReadWriter{{ours, theirs}, {theirs, ours}} {
		if _, err := io.WriteString(way[0], "word"); err != nil {
			t.Fatal(err)
		}
		read := make([]byte, 4)
		if _, err := io.ReadFull(way[1], read); err != nil || string(read) != "word" {
			t.Errorf("read %q, %v", read, err)
		}
	}
	ended := make(chan error)
	go func() {
		_, err := ours.Read(make([]byte, 1))
		ended <- err
	}()
	if err := ours.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("a read ends without an error")
	}
	if _, err := theirs.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("the other end reads %v", err)
	}
}
