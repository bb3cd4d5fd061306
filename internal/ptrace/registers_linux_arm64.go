package ptrace

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// untested says why programs are not started on this architecture; "" if they are.
const untested = "real programs have been tested on amd64 only, and this is arm64"

// auditArchitecture is the name of the architecture in the data that a filter sees.
const auditArchitecture = unix.AUDIT_ARCH_AARCH64

// ownHarmless are harmless calls that only this architecture has.
var ownHarmless []uint32

// ownAnswered are calls that only this architecture has and that the kernel never executes.
var ownAnswered []uint32

// clockImage is empty: programs have no vDSO, and read the clock by system calls.
var clockImage []byte

// Registers are the registers of a thread that has stopped.
type Registers struct {
	raw    unix.PtraceRegs
	number int32 // of the system call that the kernel will execute, if it has changed
	change bool
}

// The sets of registers.
const (
	general    = 1     // NT_PRSTATUS
	systemCall = 0x404 // NT_ARM_SYSTEM_CALL
)

func (r *Registers) load(thread int) error {
	r.change = false
	return transfer(unix.PTRACE_GETREGSET, thread, general, unsafe.Pointer(&r.raw), unsafe.Sizeof(r.raw))
}

func (r *Registers) store(thread int) error {
	if r.change {
		if err := transfer(unix.PTRACE_SETREGSET, thread, systemCall, unsafe.Pointer(&r.number), unsafe.Sizeof(r.number)); err != nil {
			return err
		}
	}
	return transfer(unix.PTRACE_SETREGSET, thread, general, unsafe.Pointer(&r.raw), unsafe.Sizeof(r.raw))
}

// transfer reads or writes a set of registers.
func transfer(request, thread int, set uintptr, at unsafe.Pointer, size uintptr) error {
	v := unix.Iovec{Base: (*byte)(at), Len: uint64(size)}
	return ptrace(request, thread, set, uintptr(unsafe.Pointer(&v)))
}

// Number returns the number of the system call at which the thread has stopped.
func (r *Registers) Number() int { return int(int32(r.raw.Regs[8])) }

// Arguments returns the arguments of the system call.
func (r *Registers) Arguments() [6]uint64 { return [6]uint64(r.raw.Regs[:6]) }

// Result returns the result of a system call that has been executed.
func (r *Registers) Result() int64 { return int64(r.raw.Regs[0]) }

// SetResult sets the result of the system call.
func (r *Registers) SetResult(v int64) { r.raw.Regs[0] = uint64(v) }

// Place returns the address of the next instruction.
func (r *Registers) Place() uint64 { return r.raw.Pc }

// skip makes the kernel execute nothing.
func (r *Registers) skip() { r.number, r.change = -1, true }

func (r *Registers) stack() uint64 { return r.raw.Sp }

// call prepares a system call by the instruction at the address.
func (r *Registers) call(at uint64, number int, args []uint64) {
	r.tell(at, number, args)
	r.skip()
}

// tell sets what is known of a thread that waits for the answer to a system call: that, and the address of the next instruction.
func (r *Registers) tell(at uint64, number int, args []uint64) {
	r.replace(number, args)
	r.raw.Pc = at
}

// replace makes the kernel execute another call than the one at which the thread has stopped.
func (r *Registers) replace(number int, args []uint64) {
	clear(r.raw.Regs[:6])
	copy(r.raw.Regs[:6], args)
	r.raw.Regs[8], r.number, r.change = uint64(number), int32(number), true
}

// syscallTrap is the instruction of a system call, and one that stops the thread after it.
var syscallTrap = []byte{0x01, 0x00, 0x00, 0xd4, 0x00, 0x00, 0x20, 0xd4}

// trapCycles does nothing: no thread stops when it reads a counter of cycles.
func (s *Process) trapCycles(*injector) error { return nil }

// emulateRDTSC reports false: no thread stops there.
func (r *Registers) emulateRDTSC([]byte, uint64) bool { return false }
