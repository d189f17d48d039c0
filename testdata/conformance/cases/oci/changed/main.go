package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/oracle/oci-go-sdk/v65/common"
	"github.com/oracle/oci-go-sdk/v65/objectstorage"
)

func key() string {
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		log.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(k)}))
}

func main() {
	provider := common.NewRawConfigurationProvider("ocid1.tenancy.oc1..a", "ocid1.user.oc1..a", "us-ashburn-1", "00:00", key(), nil)
	c, err := objectstorage.NewObjectStorageClientWithConfigurationProvider(provider)

	if err != nil {
		log.Fatal(err)
	}

	c.Host = "http://" + os.Getenv("CHANGED_SERVER")
	c.HTTPClient = &http.Client{Timeout: 200 * time.Millisecond}
	policy := common.NewRetryPolicyWithOptions(common.WithMaximumNumberAttempts(3), common.WithFixedBackoff(time.Millisecond))
	_, err = c.GetNamespace(context.Background(), objectstorage.GetNamespaceRequest{RequestMetadata: common.RequestMetadata{RetryPolicy: &policy}})

	if err != nil {
		log.Fatal(err)
	}
}
