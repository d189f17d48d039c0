package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ampcheck/ampcheck/report"
)

// planted makes a tree with a secret in every place where one may stand: in
// manifests, compose files, the code, and files beside the tree that its files
// point at. It returns the tree and the secrets.
func planted(t *testing.T) (dir string, secrets []string) {
	t.Helper()
	secret := func() string {
		s := fmt.Sprintf("hunter%03dzz", len(secrets))
		secrets = append(secrets, s)
		return s
	}
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	outer := t.TempDir()
	dir = filepath.Join(outer, "tree")
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("../outside.env", "API_TOKEN="+secret()+"\nDB_URL=postgres://u:"+secret()+"@db:5432/x\n")
	write("deploy/app.yaml", `apiVersion: apps/v1
kind: Deployment
metadata: {name: app}
spec:
  template:
    metadata: {labels: {app: app}, annotations: {token: `+secret()+`}}
    spec:
      containers:
      - name: app
        image: shop/app:1
        command: ["/app", "--password=`+secret()+`", "--db", "postgres://app:`+secret()+`@db:5432/shop"]
        args: ["--token", "`+secret()+`", "--peer=http://x:`+secret()+`@peer:80"]
        env:
        - {name: DATABASE_URL, value: "postgres://app:`+secret()+`@db:5432/shop?sslpassword=`+secret()+`"}
        - {name: MYSQL_DSN, value: "app:`+secret()+`@tcp(mysql:3306)/shop"}
        - {name: PG_DSN, value: "host=db port=5432 user=app password=`+secret()+` dbname=shop"}
        - {name: REDIS_ADDR, value: "redis://:`+secret()+`@cache:6379/0"}
        - {name: AMQP_URL, value: "amqp://app:`+secret()+`@queue:5672/"}
        - {name: MONGO_URI, value: "mongodb://app:`+secret()+`@mongo-a:27017,mongo-b:27017/shop?authSource=`+secret()+`"}
        - {name: JDBC_URL, value: "jdbc:postgresql://db:5432/shop?user=app&password=`+secret()+`"}
        - {name: API_TOKEN, value: "`+secret()+`"}
        - {name: SECRET_KEY, value: "`+secret()+`"}
        - {name: WEBHOOK_URL, value: "https://hooks.example.com/services/`+secret()+`"}
        - name: FROM_SECRET
          valueFrom: {secretKeyRef: {name: app, key: url}}
        envFrom:
        - secretRef: {name: app}
        - configMapRef: {name: app}
---
apiVersion: v1
kind: Secret
metadata: {name: app}
data: {url: `+b64("postgres://app:"+secret()+"@db:5432/shop")+`, password: `+b64(secret())+`}
stringData: {peer: "http://app:`+secret()+`@peer:80", plain: "`+secret()+`"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: app}
data: {PEER_URL: "http://app:`+secret()+`@peer:80", LICENSE_KEY: "`+secret()+`"}
---
apiVersion: v1
kind: Service
metadata: {name: peer}
spec: {selector: {app: app}, ports: [{name: http, port: 80}]}
`)
	write("compose.yaml", `services:
  web:
    image: shop/web
    env_file: ../outside.env
    environment:
      DB: "postgres://web:`+secret()+`@db:5432/shop"
      TOKEN: `+secret()+`
  db: {image: postgres, environment: ["POSTGRES_PASSWORD=`+secret()+`"]}
`)
	write("broken.yaml", "password: \""+secret()+"\nkey: [")
	write(".env", "TOKEN="+secret()+"\n")
	write("go.mod", "module example.com/planted\n\ngo 1.26\n")
	write("cmd/app/main.go", `package main

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
)

const password = "`+secret()+`"

func main() {
	http.HandleFunc("GET /", serve)
	_ = http.ListenAndServe(":8080", nil)
}

func serve(w http.ResponseWriter, r *http.Request) {
	db, err := sql.Open("postgres", fmt.Sprintf("postgres://app:%s@%s/shop?x=`+secret()+`", password, os.Getenv("DB_HOST")))
	if err != nil {
		return
	}
	for range 3 {
		if _, err = db.ExecContext(r.Context(), "select '`+secret()+`'"); err == nil {
			break
		}
	}
	_, _ = http.Get("http://user:`+secret()+`@peer/path?token=`+secret()+`")
	_, _ = http.Post("https://api.example.com/"+password, "", nil)
}
`)
	return dir, secrets
}

// TestSecrets plants secrets and looks for them in everything that is printed.
func TestSecrets(t *testing.T) {
	dir, secrets := planted(t)
	if len(secrets) < 30 {
		t.Fatalf("only %d secrets are planted", len(secrets))
	}
	commands := [][]string{{"check"}, {"report", "--wide"}, {"report", "--wide", "--operations"}, {"sites"}}
	for _, command := range commands {
		for _, format := range []string{"table", "markdown", "json"} {
			if command[0] == "sites" && format == "markdown" {
				continue
			}
			args := append(append([]string{}, command...), "--format", format, dir)
			out := everything(t, args)
			for _, s := range secrets {
				if i := strings.Index(out, s); i >= 0 {
					t.Errorf("%v prints the secret %s: …%s…", args[:len(args)-1], s, out[max(0, i-80):min(len(out), i+60)])
				}
			}
			if command[0] != "sites" && !strings.Contains(out, "lies outside the analysed directory") {
				t.Errorf("%v does not say that a file is not read", args[:len(args)-1])
			}
			if command[0] == "report" && !strings.Contains(out, "db") {
				t.Errorf("%v does not show the database at all", args[:len(args)-1])
			}
		}
	}
}

// No format holds a secret either.
func TestSecretsInFormats(t *testing.T) {
	dir, secrets := planted(t)
	args, out := []string{"report", "--wide"}, t.TempDir()
	for _, f := range report.Formats() {
		args = append(args, "--format="+f.Name+"="+filepath.Join(out, f.Name))
	}
	everything(t, append(args, dir))
	for _, f := range report.Formats() {
		text, err := os.ReadFile(filepath.Join(out, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range secrets {
			if strings.Contains(string(text), s) {
				t.Errorf("%s holds the secret %s", f.Name, s)
			}
		}
	}
}

// everything is what a command prints, on both streams.
func everything(t *testing.T, args []string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	execute(t.Context(), args, os.Environ(), strings.NewReader(""), &stdout, &stderr)
	return stdout.String() + stderr.String()
}
