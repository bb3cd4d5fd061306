// Package server runs a NATS server with JetStream inside this process.
package server

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
)

// The names of files in a directory that has credentials.
const (
	Config      = "server.conf"
	Certificate = "server.pem"
	Key         = "server-key.pem"
)

// Start starts a server on a directory, which it creates. It listens at the address, host:port; "" is that of the configuration,
// or localhost:4222. Secure says that the directory has a configuration, which asks for credentials; otherwise only loopback
// addresses are allowed. The caller must call Shutdown.
func Start(dir, listen string) (s *nats.Server, secure bool, err error) {
	o := &nats.Options{Host: "127.0.0.1", Port: nats.DEFAULT_PORT}
	config := filepath.Join(dir, Config)
	if _, err := os.Stat(config); err == nil {
		if o, err = nats.ProcessConfigFile(config); err != nil {
			return nil, false, fmt.Errorf("the configuration of the server cannot be used: %w", err)
		}
		pair, err := tls.LoadX509KeyPair(filepath.Join(dir, Certificate), filepath.Join(dir, Key))
		if err != nil {
			return nil, false, fmt.Errorf("the certificate of the server cannot be used: %w", err)
		}
		o.TLSConfig, o.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}, true
		secure = true
	}
	if listen != "" {
		host, port, err := net.SplitHostPort(listen)
		if err == nil {
			o.Host = host
			o.Port, err = strconv.Atoi(port)
		}
		if err != nil {
			return nil, false, fmt.Errorf("-listen is %q; it must be an address and a port, such as 0.0.0.0:4222: %w", listen, err)
		}
	}
	if o.Port == 0 {
		o.Port = nats.RANDOM_PORT
	}
	if !secure && !loopback(o.Host) {
		return nil, false, fmt.Errorf("-listen is %s, and %s has no credentials: every program that reaches the server could execute code on all workers; "+
			"'checkmodel-cluster init %s' makes credentials", listen, dir, dir)
	}
	o.JetStream, o.StoreDir, o.NoSigs, o.ServerName = true, filepath.Join(dir, "store"), true, "checkmodel"
	if s, err = nats.NewServer(o); err != nil {
		return nil, false, fmt.Errorf("the server cannot be started: %w", err)
	}
	s.SetLoggerV2(nil, false, false, false)
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		s.Shutdown()
		return nil, false, errors.New("the server does not listen at " + net.JoinHostPort(o.Host, strconv.Itoa(o.Port)) + "; another program may do so: give another address with -listen")
	}
	return s, secure, nil
}

// loopback reports whether only programs on this machine reach the address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
