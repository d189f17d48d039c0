package main

import (
	"context"
	"log"
	"os"
	"time"

	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func main() {
	c, err := kubernetes.NewForConfig(&rest.Config{Host: "http://" + os.Getenv("CHANGED_SERVER"), Timeout: 200 * time.Millisecond})

	if err != nil {
		log.Fatal(err)
	}

	err = c.CoreV1().RESTClient().Get().AbsPath("/api").MaxRetries(2).Do(context.Background()).Error()

	if err != nil {
		log.Fatal(err)
	}

}
