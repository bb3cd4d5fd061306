// Package deploy has files to run a server and workers in containers.
package deploy

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	nats "github.com/nats-io/nats-server/v2/server"
	"gopkg.in/yaml.v3"

	"github.com/checkmodel/checkmodel/cluster/internal/credentials"
)

// documents returns the documents of a YAML file.
func documents(t *testing.T, name string) (all []map[string]any) {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for d := yaml.NewDecoder(bytes.NewReader(content)); ; {
		var one map[string]any
		if err := d.Decode(&one); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, one)
	}
}

// at returns what is at a path of names and indexes of a document.
func at(t *testing.T, document any, path ...any) any {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := document.(map[string]any)
			document = m[p]
		case int:
			l, _ := document.([]any)
			if p >= len(l) {
				t.Fatalf("nothing is at %v", path)
			}
			document = l[p]
		}
	}
	if document == nil {
		t.Fatalf("nothing is at %v", path)
	}
	return document
}

// serves expects that the server understands its arguments, and asks for credentials.
func serves(t *testing.T, arguments any) {
	t.Helper()
	dir := t.TempDir()
	if err := credentials.Init(dir, []string{"localhost"}, 4222); err != nil {
		t.Fatal(err)
	}
	var args []string
	for _, a := range arguments.([]any) {
		args = append(args, strings.ReplaceAll(a.(string), "/credentials/", dir+"/"))
	}
	fs := flag.NewFlagSet("nats-server", flag.ContinueOnError)
	o, err := nats.ConfigureOptions(fs, args, func() {}, func() {}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if !o.JetStream || o.StoreDir != "/data" || o.TLSConfig == nil || len(o.Nkeys) != 3 || o.Host != "0.0.0.0" || o.Port != 4222 {
		t.Errorf("the options are %+v", o)
	}
}

// works expects that a command names files that init writes.
func works(t *testing.T, command any) {
	t.Helper()
	if s := command.(string); !strings.Contains(s, "cluster/checkmodel-cluster@latest && exec checkmodel-cluster work ") || filepath.Base(strings.Fields(s[strings.Index(s, "-credentials"):])[1]) != "work.json" {
		t.Errorf("the command of workers is %q", s)
	}
}

func TestCompose(t *testing.T) {
	d := documents(t, "compose.yaml")[0]
	serves(t, at(t, d, "services", "nats", "command"))
	works(t, at(t, d, "services", "worker", "command", 2))
}

func TestKubernetes(t *testing.T) {
	all := documents(t, "kubernetes.yaml")
	var kinds []string
	for _, d := range all {
		kinds = append(kinds, at(t, d, "apiVersion").(string)+" "+at(t, d, "kind").(string)+" "+at(t, d, "metadata", "name").(string))
	}
	if want := []string{"v1 Service nats", "apps/v1 StatefulSet nats", "apps/v1 Deployment worker"}; !slices.Equal(kinds, want) {
		t.Fatalf("the manifest has %q, want %q", kinds, want)
	}
	container := func(d map[string]any) map[string]any {
		for name, label := range at(t, d, "spec", "selector", "matchLabels").(map[string]any) {
			if at(t, d, "spec", "template", "metadata", "labels", name) != label {
				t.Errorf("the selector of %v finds no pods", at(t, d, "metadata", "name"))
			}
		}
		return at(t, d, "spec", "template", "spec", "containers", 0).(map[string]any)
	}
	serves(t, at(t, container(all[1]), "args"))
	works(t, at(t, container(all[2]), "args", 0))
}
