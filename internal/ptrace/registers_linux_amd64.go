package ptrace

import (
	_ "embed"
	"unsafe"

	"golang.org/x/sys/unix"
)

// untested says why programs are not started on this architecture; "" if they are.
const untested = ""

// auditArchitecture is the name of the architecture in the data that a filter sees.
const auditArchitecture = unix.AUDIT_ARCH_X86_64

// ownHarmless are harmless calls that newer architectures do not have.
var ownHarmless = []uint32{unix.SYS_ACCESS, unix.SYS_ARCH_PRCTL, unix.SYS_READLINK}

// ownAnswered are calls that the kernel never executes, and that newer architectures do not have.
var ownAnswered = []uint32{unix.SYS_EPOLL_WAIT, unix.SYS_POLL, unix.SYS_SELECT}

// clockImage is the image that programs get in place of the vDSO of the kernel. The file beside it has its source.
//
//go:embed vdso/clock.so
var clockImage []byte

// Registers are the registers of a thread that has stopped. Another architecture has to replace this file.
type Registers struct{ raw unix.PtraceRegs }

func (r *Registers) load(thread int) error {
	return ptrace(unix.PTRACE_GETREGS, thread, 0, uintptr(unsafe.Pointer(&r.raw)))
}

func (r *Registers) store(thread int) error {
	return ptrace(unix.PTRACE_SETREGS, thread, 0, uintptr(unsafe.Pointer(&r.raw)))
}

// Number returns the number of the system call at which the thread has stopped.
func (r *Registers) Number() int { return int(int64(r.raw.Orig_rax)) }

// Arguments returns the arguments of the system call.
func (r *Registers) Arguments() [6]uint64 {
	return [6]uint64{r.raw.Rdi, r.raw.Rsi, r.raw.Rdx, r.raw.R10, r.raw.R8, r.raw.R9}
}

// Result returns the result of a system call that has been executed.
func (r *Registers) Result() int64 { return int64(r.raw.Rax) }

// SetResult sets the result of the system call.
func (r *Registers) SetResult(v int64) { r.raw.Rax = uint64(v) }

// Place returns the address of the next instruction.
func (r *Registers) Place() uint64 { return r.raw.Rip }

// skip makes the kernel execute nothing.
func (r *Registers) skip() { r.raw.Orig_rax = ^uint64(0) }

func (r *Registers) stack() uint64 { return r.raw.Rsp }

// call prepares a system call by the instruction at the address.
func (r *Registers) call(at uint64, number int, args []uint64) {
	r.tell(at, number, args)
	r.raw.Rax, r.raw.Orig_rax = uint64(number), ^uint64(0)
}

// tell sets what is known of a thread that waits for the answer to a system call: that, and the address of the next instruction.
func (r *Registers) tell(at uint64, number int, args []uint64) {
	r.replace(number, args)
	r.raw.Rip = at
}

// replace makes the kernel execute another call than the one at which the thread has stopped.
func (r *Registers) replace(number int, args []uint64) {
	r.raw.Orig_rax = uint64(number)
	for i, to := range []*uint64{&r.raw.Rdi, &r.raw.Rsi, &r.raw.Rdx, &r.raw.R10, &r.raw.R8, &r.raw.R9} {
		if *to = 0; i < len(args) {
			*to = args[i]
		}
	}
}

// syscallTrap is the instruction of a system call, and one that stops the thread after it.
var syscallTrap = []byte{0x0f, 0x05, 0xcc}

// emulateRDTSC emulates an instruction that reads the counter of cycles, if the thread has stopped at one.
func (r *Registers) emulateRDTSC(code []byte, now uint64) bool {
	switch {
	case code[0] == 0x0f && code[1] == 0x31: // rdtsc
		r.raw.Rip += 2
	case code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9: // rdtscp
		r.raw.Rip += 3
		r.raw.Rcx = 0
	default:
		return false
	}
	r.raw.Rax, r.raw.Rdx = now&0xffffffff, now>>32
	return true
}
