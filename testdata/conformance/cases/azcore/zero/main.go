package main

import (
	"context"
	"log"
	"os"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
)

func main() {
	c, err := azblob.NewClientWithNoCredential("http://"+os.Getenv("ZERO_SERVER")+"/", &azblob.ClientOptions{ClientOptions: azcore.ClientOptions{
		Retry: policy.RetryOptions{TryTimeout: 200 * time.Millisecond, RetryDelay: time.Millisecond, MaxRetries: 0},
	}})

	if err != nil {
		log.Fatal(err)
	}

	_, err = c.DeleteBlob(context.Background(), "container", "blob", nil)

	if err != nil {
		log.Fatal(err)
	}

}
