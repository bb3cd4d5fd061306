// Client writes and reads a register in a cluster of etcd or of nats-server, and prints its operations. At the end it fails if a
// message is lost that nats-server has acknowledged. Usage:
//
//	client etcd|nats ID OPERATIONS ADDRESS...
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// register is a register that a node serves. A value that was not written is null.
type register interface {
	write(value string) error
	read() (value string, err error)
}

const patience = time.Second

func main() {
	id, err := strconv.Atoi(os.Args[2])
	check(err)
	operations, err := strconv.Atoi(os.Args[3])
	check(err)
	var nodes []register
	own := natsClient{id: id, copies: len(os.Args) - 4}
	for _, address := range os.Args[4:] {
		if os.Args[1] == "etcd" {
			nodes = append(nodes, etcd(address))
		} else {
			nodes = append(nodes, &nats{address: address, client: &own})
		}
	}
	process, at := strconv.Itoa(id), id%len(nodes)
	for ready := false; !ready; { // an answer of any node
		time.Sleep(200 * time.Millisecond)
		at = (at + 1) % len(nodes)
		_, err := nodes[at].read()
		ready = err == nil
	}
	for i := range operations {
		time.Sleep(time.Duration(rand.Intn(100)) * time.Millisecond)
		op, value := "read", "null"
		if rand.Intn(2) == 0 {
			op, value = "write", strconv.Itoa(100*id+i+1)
		}
		show := func(kind string) {
			fmt.Printf(`{"process":%q,"type":%q,"f":%q,"value":%s}`+"\n", process, kind, op, value)
		}
		show("invoke")
		if op == "write" {
			err = nodes[at].write(value)
		} else {
			value, err = nodes[at].read()
		}
		if err == nil {
			show("ok")
			continue
		}
		value = "null"
		show("info") // it may be executed later, so the process has not ended it
		process = fmt.Sprintf("%d.%d", id, i+1)
		at = rand.Intn(len(nodes))
	}
	own.verify(nodes)
}

func check(err error) {
	if err != nil {
		log.Panic(err)
	}
}

// etcd is the address of a node of etcd, which is called by gRPC: messages of Protocol Buffers over HTTP/2.
type etcd string

var grpc = http.Client{Timeout: patience, Transport: &http.Transport{Protocols: new(http.Protocols)}}

func init() { grpc.Transport.(*http.Transport).Protocols.SetUnencryptedHTTP2(true) }

// call calls a method with the fields 1, 2, … of a message.
func (e etcd) call(method string, fields ...string) (answer []byte, err error) {
	var m []byte
	for i, f := range fields {
		m = append(binary.AppendUvarint(append(m, byte(i+1)<<3|2), uint64(len(f))), f...)
	}
	body := append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(m))), m...)
	q, err := http.NewRequest(http.MethodPost, "http://"+string(e)+":2379/etcdserverpb.KV/"+method, bytes.NewReader(body))
	check(err)
	q.Header = http.Header{"Content-Type": {"application/grpc"}, "Te": {"trailers"}}
	r, err := grpc.Do(q)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	answer, err = io.ReadAll(r.Body)
	if status := r.Trailer.Get("Grpc-Status"); err == nil && (status != "0" || len(answer) < 5) {
		return nil, fmt.Errorf("status %q", status)
	} else if err != nil {
		return nil, err
	}
	return answer[5:], nil
}

// field returns the first field of a message that has a number and a length, or nil.
func field(message []byte, number uint64) []byte {
	for len(message) > 0 {
		tag, n := binary.Uvarint(message)
		value, k := binary.Uvarint(message[n:])
		if message = message[n+k:]; tag&7 == 2 {
			if tag>>3 == number {
				return message[:value]
			}
			message = message[value:]
		}
	}
	return nil
}

func (e etcd) write(value string) error {
	_, err := e.call("Put", "r", value)
	return err
}

func (e etcd) read() (string, error) {
	answer, err := e.call("Range", "r")
	const pairs, valueOf = 2, 5
	if pair := field(answer, pairs); pair != nil {
		return string(field(pair, valueOf)), err
	}
	return "null", err
}

// nats is a node of nats-server. The register is the last message of a stream with a copy on each node.
type nats struct {
	address string
	client  *natsClient
	conn    net.Conn
	in      *bufio.Reader
}

// natsClient is a client of all nodes.
type natsClient struct {
	id, requests int
	copies       int // of the stream
	stored       []stored
}

// stored is a message that the cluster says to have.
type stored struct {
	number int
	value  string
}

// request sends a message, and returns the answer.
func (n *nats) request(subject, text string) (answer []byte, err error) {
	defer func() {
		if err != nil && n.conn != nil {
			n.conn.Close()
			n.conn = nil
		}
	}()
	if n.conn == nil {
		if n.conn, err = net.DialTimeout("tcp", n.address+":4222", patience); err != nil {
			n.conn = nil
			return nil, err
		}
		n.in = bufio.NewReader(n.conn)
		fmt.Fprintf(n.conn, "CONNECT {\"verbose\":false,\"headers\":true,\"no_responders\":true}\r\nSUB inbox.%d.* 1\r\n", n.client.id)
	}
	n.client.requests++
	inbox := fmt.Sprintf("inbox.%d.%d", n.client.id, n.client.requests)
	check(n.conn.SetDeadline(time.Now().Add(patience)))
	if _, err := fmt.Fprintf(n.conn, "PUB %s %s %d\r\n%s\r\n", subject, inbox, len(text), text); err != nil {
		return nil, err
	}
	for {
		line, err := n.in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		switch f := strings.Fields(line); f[0] {
		case "PING":
			fmt.Fprint(n.conn, "PONG\r\n")
		case "MSG", "HMSG":
			size, err := strconv.Atoi(f[len(f)-1])
			check(err)
			b := make([]byte, size+2)
			if _, err = io.ReadFull(n.in, b); err != nil || f[0] == "MSG" && f[1] == inbox {
				return b[:size], err
			} else if f[1] == inbox {
				return nil, errors.New(string(b))
			}
		case "-ERR":
			return nil, errors.New(line)
		}
	}
}

// call calls the API of JetStream.
func (n *nats) call(subject, text string, into any) error {
	answer, err := n.request(subject, text)
	var failed struct {
		Error struct {
			Code        int `json:"err_code"`
			Description string
		}
	}
	if err == nil {
		err = errors.Join(json.Unmarshal(answer, &failed), json.Unmarshal(answer, into))
	}
	if err == nil && failed.Error.Code != 0 {
		err = &refused{failed.Error.Code, failed.Error.Description}
	}
	return err
}

// refused is an error of JetStream.
type refused struct {
	code int
	text string
}

func (r *refused) Error() string { return r.text }

func (n *nats) write(value string) error {
	var r struct{ Seq int }
	err := n.call("r", value, &r)
	if err == nil {
		n.client.stored = append(n.client.stored, stored{r.Seq, value})
	}
	return err
}

const noMessage, noStream = 10037, 10059 // codes of errors

func (n *nats) get(which string) (string, error) {
	var found struct{ Message struct{ Data []byte } }
	err := n.call("$JS.API.STREAM.MSG.GET.R", which, &found)
	var r *refused
	switch errors.As(err, &r); {
	case r != nil && r.code == noMessage:
		return "null", nil
	case err == nil && len(found.Message.Data) == 0:
		return "null", errors.New("a message without data")
	}
	return string(found.Message.Data), err
}

func (n *nats) read() (string, error) {
	value, err := n.get(`{"last_by_subj":"r"}`)
	var r *refused
	if errors.As(err, &r) && r.code == noStream {
		err = errors.Join(err, n.call("$JS.API.STREAM.CREATE.R", fmt.Sprintf(`{"name":"R","subjects":["r"],"num_replicas":%d,"storage":"file"}`, n.client.copies), &struct{}{}))
	}
	return value, err
}

// verify reads the stored messages again, and fails if one is not there also after some time.
func (c *natsClient) verify(nodes []register) {
	for _, s := range c.stored {
		value := "not known"
		for try := 0; try < 60 && value != s.value; try++ {
			time.Sleep(time.Duration(min(try, 1)) * time.Second)
			if v, err := nodes[try%len(nodes)].(*nats).get(fmt.Sprintf(`{"seq":%d}`, s.number)); err == nil {
				value = v
			}
		}
		if value != s.value && value != "not known" {
			log.Panicf("message %d was %s, and is %s", s.number, s.value, value)
		}
	}
}
