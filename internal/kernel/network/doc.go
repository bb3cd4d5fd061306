// Package network has the sockets of a machine, as plain data that know no thread. A [Stack] turns calls on sockets into packets for
// other machines, and packets from them into bytes to read. Local sockets need no packets.
package network
