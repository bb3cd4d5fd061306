//go:build linux && (amd64 || arm64)

package network

import (
	"bytes"
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// prefix is the first part of the addresses of machines, and loopback of the own ones.
var prefix = [3]byte{10, 0, 0}

const loopback = 127

// Address returns the address of a machine.
func Address(machine int) [4]byte {
	return [4]byte{prefix[0], prefix[1], prefix[2], byte(machine + 1)}
}

func internetAddress(machine, port int) []byte {
	b := binary.BigEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, unix.AF_INET), uint16(port))
	ip := Address(machine)
	return append(append(b, ip[:]...), make([]byte, 8)...)
}

// Find returns the machine and the port of an internet address, as programs write it. The machine is -1 if none has the address.
func (n *Stack) Find(address []byte) (machine, port int, e unix.Errno) {
	if binary.LittleEndian.Uint16(address) != unix.AF_INET {
		return 0, 0, unix.EAFNOSUPPORT
	}
	port = int(binary.BigEndian.Uint16(address[2:]))
	switch ip := [4]byte(address[4:8]); {
	case ip == [4]byte{} || ip[0] == loopback:
		return n.machine, port, 0
	case [3]byte(ip[:3]) == prefix && ip[3] > 0 && int(ip[3]) <= n.machines:
		return int(ip[3]) - 1, port, 0
	}
	return -1, port, 0
}

// LocalAddress returns the address of a local socket with a path, or with a name without a file.
func LocalAddress(path, abstract string) []byte {
	b := binary.LittleEndian.AppendUint16(nil, unix.AF_UNIX)
	if path != "" {
		path += "\x00"
	}
	return append(append(b, path...), abstract...)
}

// LocalName returns the path in the address of a local socket, or its name without a file. Both are empty if it has none.
func LocalName(address []byte) (path, abstract string, e unix.Errno) {
	b := address
	if len(b) < 2 || binary.LittleEndian.Uint16(b) != unix.AF_UNIX {
		return "", "", unix.EINVAL
	}
	if b = b[2:]; len(b) > 0 && b[0] == 0 {
		return "", string(b), 0
	}
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(b), "", 0
}
