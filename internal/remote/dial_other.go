//go:build !unix

package remote

import (
	"io"
	"net"
)

// dial connects to a socket.
func dial(socket string) (io.ReadWriteCloser, error) { return net.Dial("unix", socket) }
