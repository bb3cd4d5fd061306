//go:build linux

package ptrace_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/checkmodel/checkmodel/internal/ptrace"
)

const insideNamespaces = "CHECKMODEL_TEST_NAMESPACES"

// TestMain lets this program try what needs namespaces of its own.
func TestMain(m *testing.M) {
	if os.Getenv(insideNamespaces) == "" {
		os.Exit(m.Run())
	}
	if err := mount(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// mount mounts what a program of ours needs.
func mount() error {
	if err := unix.Mount("none", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts cannot be made private: %w", err)
	}
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("proc cannot be mounted: %w", err)
	}
	if err := unix.Mount("node", ptrace.Dir, "tmpfs", 0, ""); err != nil {
		return fmt.Errorf("tmpfs cannot be mounted: %w", err)
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("mounts cannot be made read-only: %w", err)
	}
	return nil
}

// forbidden returns an error that says what this machine forbids of all that real programs need, tried by other code than package ptrace.
func forbidden() error {
	if runtime.GOARCH != "amd64" {
		return errors.New("the processor is " + runtime.GOARCH)
	}
	c := exec.Command("/proc/self/exe")
	c.Env = append(os.Environ(), insideNamespaces+"=1")
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS}
	if user, group := os.Geteuid(), os.Getegid(); user != 0 {
		c.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		c.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: user, Size: 1}}
		c.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: group, Size: 1}}
	}
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("namespaces: %w: %s", err, strings.TrimSpace(string(out)))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pid, err := syscall.ForkExec("/proc/self/exe", nil, &syscall.ProcAttr{Sys: &syscall.SysProcAttr{Ptrace: true}})
	if err != nil {
		return fmt.Errorf("ptrace: %w", err)
	}
	_ = unix.Kill(pid, unix.SIGKILL)
	_, err = unix.Wait4(pid, nil, unix.WALL, nil)
	return err
}

// TestCheckSupport: real programs are possible wherever the machine allows what they need, so their tests do not skip for another reason.
func TestCheckSupport(t *testing.T) {
	if err := forbidden(); err != nil {
		t.Skipf("this machine forbids real programs, and their tests are skipped: %v", err)
	}
	if err := ptrace.CheckSupport(); err != nil {
		t.Errorf("this machine allows all that real programs need, and yet: %v", err)
	}
}

// TestUnprivileged: the tests of this package hold for a user without rights, too.
func TestUnprivileged(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root becomes another user")
	}
	dir, err := os.MkdirTemp("", "unprivileged")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	program, err := os.ReadFile("/proc/self/exe")
	path := filepath.Join(dir, "ptrace.test")
	if err := errors.Join(err, os.Chmod(dir, 0o755), os.WriteFile(path, program, 0o755)); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-test.run=^Test(CheckSupport|Start)$", "-test.v")
	c.Dir = dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := c.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
