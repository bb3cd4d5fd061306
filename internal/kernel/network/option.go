//go:build linux && (amd64 || arm64)

package network

import "golang.org/x/sys/unix"

// option returns the value of an option of a socket, which is 0 for most, or false if it is not known.
func option(level, name int, family, kind, protocol uint32, listens bool) (v uint32, known bool) {
	if level != unix.SOL_SOCKET {
		return 0, true
	}
	switch name {
	case unix.SO_TYPE:
		v = kind
	case unix.SO_DOMAIN:
		v = family
	case unix.SO_PROTOCOL:
		v = protocol
	case unix.SO_SNDBUF, unix.SO_RCVBUF:
		v = bufferSize
	case unix.SO_PEERCRED, unix.SO_PEERSEC:
		return 0, false
	case unix.SO_ACCEPTCONN:
		if listens {
			v = 1
		}
	}
	return v, true
}

// Option returns the value of an option, or false if it is not known. Reading the error takes it.
func (s *Socket) Option(level, name int) (v uint32, known bool) {
	if level == unix.SOL_SOCKET && name == unix.SO_ERROR {
		return uint32(s.takeError()), true
	}
	return option(level, name, unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_TCP, s.state == listening)
}

// Option returns the value of an option.
func (s *Datagrams) Option(level, name int) (v uint32, known bool) {
	return option(level, name, unix.AF_INET, unix.SOCK_DGRAM, unix.IPPROTO_UDP, false)
}

// Option returns the value of an option, or false if it is not known.
func (p *Pair) Option(level, name int) (v uint32, known bool) {
	return option(level, name, unix.AF_UNIX, unix.SOCK_STREAM, 0, p.listening)
}
