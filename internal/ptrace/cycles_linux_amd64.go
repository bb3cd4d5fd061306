package ptrace

import (
	"bytes"
	"debug/elf"
	"debug/gosym"
	"errors"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// The instructions that read the counter of cycles, and one that stops a thread.
var rdtsc, rdtscp, undefined = []byte{0x0f, 0x31}, []byte{0x0f, 0x01, 0xf9}, []byte{0x0f, 0x0b}

var readersOf sync.Map // identity of a file to func() map[uint64][]byte

// trapCycles makes each instruction that reads the counter of cycles stop its thread. The kernel does that for any program, but changes
// a control register for it at each switch to us and back, which on a virtual machine may take as long as all the rest. So if all such
// instructions are known, they are replaced instead.
func (s *Process) trapCycles(in *injector) error {
	var f unix.Stat_t
	if err := unix.Stat(s.Proc("exe"), &f); err != nil {
		return err
	}
	id := [...]int64{int64(f.Dev), int64(f.Ino), f.Size, f.Mtim.Nano(), f.Ctim.Nano()}
	find, _ := readersOf.LoadOrStore(id, sync.OnceValue(func() map[uint64][]byte { return readers(s.Proc("exe")) }))
	mode := unix.PR_TSC_SIGSEGV
	if s.readers = find.(func() map[uint64][]byte)(); s.readers != nil {
		mode = unix.PR_TSC_ENABLE
	}
	_, err := in.call(unix.SYS_PRCTL, unix.PR_SET_TSC, mode)
	for at := range s.readers {
		err = errors.Join(err, s.force(at, undefined))
	}
	return err
}

// readers returns the instructions of a program that read the counter of cycles, by their addresses, or nil if there may be others. Bytes
// that look like one may be a part of another instruction, so they are known only in a static program of Go: its compiler makes no such
// instruction, and in assembly its runtime has one function with them.
func readers(path string) map[uint64][]byte {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	table := f.Section(".gopclntab")
	if f.Type != elf.ET_EXEC || f.Section(".interp") != nil || table == nil {
		return nil
	}
	lines, err := table.Data()
	functions, no := gosym.NewTable(nil, gosym.NewLineTable(lines, f.Section(".text").Addr))
	if err != nil || no != nil {
		return nil
	}
	all := map[uint64][]byte{}
	for _, p := range f.Progs {
		if p.Flags&elf.PF_X == 0 {
			continue
		}
		code := make([]byte, p.Filesz)
		if _, err := p.ReadAt(code, 0); err != nil || p.Type != elf.PT_LOAD || p.Flags&elf.PF_W != 0 {
			return nil
		}
		for i := range code {
			for _, instruction := range [][]byte{rdtsc, rdtscp} {
				if code[i] != rdtsc[0] || !bytes.HasPrefix(code[i:], instruction) {
					continue
				}
				file, _, function := functions.PCToLine(p.Vaddr + uint64(i))
				if function != nil && function.Name == "runtime.cputicks" {
					all[p.Vaddr+uint64(i)] = instruction
				} else if !strings.HasSuffix(file, ".go") {
					return nil
				}
			}
		}
	}
	return all
}
