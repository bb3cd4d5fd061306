#include "textflag.h"

// func follow(first *uintptr, n int)
//
// BP points to the frame of the caller: the saved frame pointer of its caller, and above it the return address. It is 0 in the
// first function of a goroutine. Nothing here can move the stack.
TEXT ·follow(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ first+0(FP), DI
	MOVQ n+8(FP), SI
	MOVQ BP, AX
	XORQ CX, CX

next:
	TESTQ AX, AX
	JZ    done
	MOVQ  8(AX), DX
	MOVQ  DX, (DI)(CX*8)
	MOVQ  (AX), AX
	INCQ  CX
	CMPQ  CX, SI
	JB    next

done:
	RET
