# The functions by which a program reads the clock without a system call. The page before the image has the clock; its fields are
# those of Clock in ../clock.go. After so many reads the next one is a system call, so that a loop that only reads the clock stops at times.
#
#     cc -nostdlib -shared -Wl,-T,clock.lds -Wl,--hash-style=both -Wl,--build-id=none -Wl,-soname,linux-vdso.so.1 -s -o clock.so clock.S

.set now, 0
.set reads, 8
.set tick, 16
.set most, 24
.set realtime, 32
.set monotonic, 40

.macro function name
	.globl \name
	.type \name, @function
	.balign 16
\name:
.endm

# read sets rax to the seconds and rdx to the nanoseconds of the clock that begins with the field in rcx, or goes to 9.
.macro read
	lea __ehdr_start-4096(%rip), %r8
	mov reads(%r8), %rax
	cmp most(%r8), %rax
	jae 9f
	incq reads(%r8)
	mov now(%r8), %rax
	add tick(%r8), %rax
	mov %rax, now(%r8)
	add (%r8,%rcx), %rax
	xor %edx, %edx
	mov $1000000000, %r9d
	div %r9
.endm

.macro call number
9:	mov $\number, %eax
	syscall
	ret
.endm

.text

# rdi is the number of the clock, rsi where to write.
function __vdso_clock_gettime
	mov $realtime, %ecx
	test %edi, %edi
	jz 1f
	cmp $5, %edi # CLOCK_REALTIME_COARSE
	je 1f
	cmp $7, %edi # CLOCK_BOOTTIME
	ja 9f
	mov $0xd2, %eax # the clocks 1, 4, 6 and 7 are alike
	bt %edi, %eax
	jnc 9f
	mov $monotonic, %ecx
1:	read
	mov %rax, (%rsi)
	mov %rdx, 8(%rsi)
	xor %eax, %eax
	ret
	call 228

# rdi is where to write.
function __vdso_gettimeofday
	test %rdi, %rdi
	jz 9f
	mov $realtime, %ecx
	read
	mov %rax, (%rdi)
	mov %edx, %eax
	xor %edx, %edx
	mov $1000, %ecx
	div %ecx
	mov %rax, 8(%rdi)
	xor %eax, %eax
	ret
	call 96

# rdi is where to write, or 0.
function __vdso_time
	mov $realtime, %ecx
	read
	test %rdi, %rdi
	jz 1f
	mov %rax, (%rdi)
1:	ret
	call 201

.section .note.GNU-stack, "", @progbits
