package credentials

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nkeys"

	"github.com/checkmodel/checkmodel/cluster/internal/broker"
	"github.com/checkmodel/checkmodel/cluster/internal/server"
)

// Init writes into a directory what a server at that port of the hosts needs, and one file of credentials for each role,
// ROLE.json, which names the first of the hosts. It changes no directory that has credentials.
func Init(dir string, hosts []string, port int) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, server.Config)); err == nil {
		return fmt.Errorf("%s has credentials; they are not replaced, as workers may have them: name another directory", dir)
	}
	ca, certificate, key, err := certificates(hosts)
	if err != nil {
		return err
	}
	signing, trusted, err := newKey()
	if err != nil {
		return err
	}
	files := map[string][]byte{server.Certificate: certificate, server.Key: key}
	var users strings.Builder
	for _, role := range []Role{Submit, Work, Watch} {
		c := Credentials{Role: role, Server: "tls://" + net.JoinHostPort(hosts[0], strconv.Itoa(port)), CA: string(ca), Trusted: []string{trusted}}
		var public string
		if c.Seed, public, err = newKey(); err != nil {
			return err
		}
		if role == Submit {
			c.Signing = signing
		}
		if files[string(role)+".json"], err = json.MarshalIndent(c, "", "  "); err != nil {
			return err
		}
		publish, subscribe := permissions(role)
		fmt.Fprintf(&users, "    { nkey: %s, permissions: { publish: %s, subscribe: %s, allow_responses: true } } # %s\n", public, list(publish), list(subscribe), role)
	}
	for name, content := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	config := fmt.Sprintf("# The users of the server; written by 'checkmodel-cluster init'.\nlisten: \"0.0.0.0:%d\"\nauthorization {\n  users: [\n%s  ]\n}\n", port, &users)
	return errors.Join(err, os.WriteFile(filepath.Join(dir, server.Config), []byte(config), 0o600)) // last, as it says that all is there
}

func list(subjects []string) string { return `["` + strings.Join(subjects, `", "`) + `"]` }

// newKey returns the seed and the public key of a new pair.
func newKey() (seed, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	s, err := pair.Seed()
	if err == nil {
		public, err = pair.PublicKey()
	}
	return string(s), public, err
}

// permissions returns the subjects of a role. A submitter may do everything that this command does; a worker must not submit or
// stop jobs, nor delete what is stored for all; who watches only reads.
func permissions(r Role) (publish, subscribe []string) {
	answers := inbox(r) + ".>"
	kv, objects := "KV_"+broker.Bucket, "OBJ_"+broker.Bucket
	reading := []string{"$JS.API.INFO", "$JS.FC.>", "checkmodel.workers"}
	for _, stream := range []string{kv, objects, broker.Units, broker.Results} {
		reading = append(reading, "$JS.API.STREAM.INFO."+stream)
	}
	for _, stream := range []string{kv, objects} {
		for _, request := range []string{"DIRECT.GET.%s", "DIRECT.GET.%s.>", "STREAM.MSG.GET.%s", "CONSUMER.CREATE.%s", "CONSUMER.CREATE.%s.>", "CONSUMER.DELETE.%s.>"} {
			reading = append(reading, "$JS.API."+fmt.Sprintf(request, stream))
		}
	}
	switch r {
	case Submit:
		return []string{"$JS.API.>", "$JS.ACK.>", "$JS.FC.>", "$KV." + broker.Bucket + ".>", "$O." + broker.Bucket + ".>", "checkmodel.>"}, []string{answers, "checkmodel.>"}
	case Work:
		publish = append(reading, "$JS.ACK.>", "$KV."+broker.Bucket+".state.*", "$O."+broker.Bucket+".>", "checkmodel.>", "$JS.API.STREAM.PURGE."+objects)
		for _, stream := range []string{kv, objects, broker.Units, broker.Results} {
			publish = append(publish, "$JS.API.STREAM.CREATE."+stream)
		}
		for _, stream := range []string{broker.Units, broker.Results} {
			publish = append(publish, "$JS.API.STREAM.PURGE."+stream, "$JS.API.CONSUMER.*."+stream+".>", "$JS.API.CONSUMER.MSG.NEXT."+stream+".>", "$JS.API.DIRECT.GET."+stream+".>")
		}
		return publish, []string{answers, "checkmodel.>"}
	}
	return reading, []string{answers, "checkmodel.news.*"}
}

// certificates returns a new authority's certificate, and the certificate of a server at the hosts with its key, as PEM.
func certificates(hosts []string) (ca, certificate, key []byte, err error) {
	template := func(name string, serial int64) *x509.Certificate {
		return &x509.Certificate{
			SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(10, 0, 0),
			BasicConstraintsValid: true,
		}
	}
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, nil, err
	}
	authority := template("checkmodel-cluster init", 1)
	authority.IsCA, authority.KeyUsage = true, x509.KeyUsageCertSign
	caDER, err := x509.CreateCertificate(rand.Reader, authority, authority, caKey.Public(), caKey)
	if err != nil {
		return nil, nil, nil, err
	}
	serverKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, nil, err
	}
	of := template(hosts[0], 2)
	of.KeyUsage, of.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			of.IPAddresses = append(of.IPAddresses, ip)
		} else {
			of.DNSNames = append(of.DNSNames, h)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, of, authority, serverKey.Public(), caKey)
	if err != nil {
		return nil, nil, nil, err
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(serverKey)
	block := func(kind string, content []byte) []byte {
		return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
	}
	return block("CERTIFICATE", caDER), block("CERTIFICATE", der), block("PRIVATE KEY", keyDER), err
}
