// Package credentials makes and reads the files that let machines take part in searches: who may do what on the server, and
// whose programs a worker executes.
package credentials

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
)

// A Role is the permission of a file.
type Role string

const (
	Submit Role = "submit" // jobs, which execute code on all workers
	Work   Role = "work"   // for jobs
	Watch  Role = "watch"  // jobs, and read their reports
)

// Credentials is the content of a file.
type Credentials struct {
	Role    Role     `json:"role"`
	Server  string   `json:"server"`
	CA      string   `json:"ca"`             // the certificate that vouches for the server, as PEM
	Seed    string   `json:"seed"`           // of the key that the server knows
	Signing string   `json:"sign,omitempty"` // the seed of the key that signs jobs
	Trusted []string `json:"trusted"`        // the public keys whose jobs are executed and whose reports are read
}

// Load reads a file.
func Load(file string) (*Credentials, error) {
	content, err := os.ReadFile(file)
	c := new(Credentials)
	if err == nil {
		err = json.Unmarshal(content, c)
	}
	if err == nil && c.Server == "" {
		err = errors.New("it names no server")
	}
	if err != nil {
		return nil, fmt.Errorf("-credentials %s: %w; 'checkmodel-cluster init' writes such files", file, err)
	}
	return c, nil
}

// May returns an error if the credentials are not for the role.
func (c *Credentials) May(roles ...Role) error {
	if !slices.Contains(roles, c.Role) {
		return fmt.Errorf("these credentials are for the role %s, but the role %s is needed: give another file of the directory", c.Role, roles[0])
	}
	return nil
}

// Options returns the options of a connection.
func (c *Credentials) Options() ([]nats.Option, error) {
	key, err := nkeys.FromSeed([]byte(c.Seed))
	if err != nil {
		return nil, fmt.Errorf("the seed in the credentials is wrong: %w", err)
	}
	public, err := key.PublicKey()
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM([]byte(c.CA)) {
		return nil, errors.New("the certificate in the credentials is wrong")
	}
	return []nats.Option{nats.Nkey(public, key.Sign), nats.CustomInboxPrefix(inbox(c.Role)), nats.Secure(&tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS13})}, nil
}

// inbox begins the subjects of answers to a role, which others cannot read.
func inbox(r Role) string { return "_INBOX." + string(r) }

// Sign signs a job.
func (c *Credentials) Sign(job []byte) (key string, signature []byte, err error) {
	pair, err := nkeys.FromSeed([]byte(c.Signing))
	if err != nil {
		return "", nil, fmt.Errorf("the credentials cannot sign jobs: %w", err)
	}
	if key, err = pair.PublicKey(); err == nil {
		signature, err = pair.Sign(job)
	}
	return key, signature, err
}

// Accept returns the job, or why it must not be executed on this machine: trusted are the keys that may sign jobs, unless all are
// trusted.
func Accept(s broker.Signed, trusted []string, all bool) (*broker.Job, error) {
	j, err := Read(s, trusted, all)
	if err != nil {
		return nil, err
	}
	if here := runtime.GOOS + "/" + runtime.GOARCH; j.Platform != here {
		return nil, fmt.Errorf("its program is for %s, and this is %s", j.Platform, here)
	}
	return j, nil
}

// Read is Accept for any machine.
func Read(s broker.Signed, trusted []string, all bool) (*broker.Job, error) {
	if !all {
		if !slices.Contains(trusted, s.Key) {
			return nil, fmt.Errorf("it is signed by %q, which is not among the trusted keys of the credentials", s.Key)
		}
		pair, err := nkeys.FromPublicKey(s.Key)
		if err == nil {
			err = pair.Verify(s.Job, s.Signature)
		}
		if err != nil {
			return nil, fmt.Errorf("its signature is wrong: %w", err)
		}
	}
	j := new(broker.Job)
	if err := json.Unmarshal(s.Job, j); err != nil {
		return nil, fmt.Errorf("its description cannot be read: %w", err)
	}
	if j.Protocol != broker.Protocol {
		return nil, fmt.Errorf("it has version %d of the messages, and this is checkmodel-cluster with version %d; install the same release everywhere", j.Protocol, broker.Protocol)
	}
	if j.Heartbeat <= 0 || j.SaveEvery <= 0 {
		return nil, errors.New("its intervals must be above 0")
	}
	return j, nil
}
