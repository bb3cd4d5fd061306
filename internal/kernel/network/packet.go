//go:build linux && (amd64 || arm64)

package network

import (
	"fmt"
	"strings"
)

// ConnID identifies a connection in every run: the machine that has opened it, and how many it had opened before.
type ConnID struct{ Machine, Nth int }

// PacketKind is a kind of packet.
type PacketKind uint8

// The kinds of packets.
const (
	openPacket   PacketKind = iota + 1 // asks for a connection
	acceptPacket                       // answers openPacket
	dataPacket
	endPacket   // nothing more will come
	resetPacket // the connection is gone, or was refused
	datagramPacket
)

// Packet is a packet from a machine to another one, or to itself. Packets of one direction of a connection stay in
// order, and so do datagrams of one socket to one machine, which have a number like a connection.
type Packet struct {
	Kind     PacketKind
	Conn     ConnID
	Back     bool // to the machine that has opened the connection
	From, To int  // machines
	Port     int  // that a connection asks for, or a datagram is for
	FromPort int
	Data     []byte
	At       int64 // when it arrives at the earliest, in nanoseconds
	Late     bool  // by a fault
}

// String describes the packet without its way.
func (p *Packet) String() string {
	switch p.Kind {
	case openPacket:
		return fmt.Sprintf("connect to port %d", p.Port)
	case acceptPacket:
		return "connected"
	case endPacket:
		return "end"
	case resetPacket:
		return "reset"
	}
	return printable(p.Data)
}

// Source returns the address of the socket that has sent a datagram.
func (p *Packet) Source() []byte { return internetAddress(p.From, p.FromPort) }

// longest is the number of bytes of a message that are shown.
const longest = 100

// printable returns the printable bytes of a message, and its length if that is not all.
func printable(b []byte) string {
	hidden := len(b) > longest
	text := strings.TrimSpace(strings.Map(func(c rune) rune {
		switch {
		case c == '\n':
			return ' '
		case c < ' ' || c >= 0x7f:
			hidden = true
			return '.'
		}
		return c
	}, string(b[:min(len(b), longest)])))
	if hidden {
		text += fmt.Sprintf(" (%d bytes)", len(b))
	}
	return text
}
