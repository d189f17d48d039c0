package main

import (
	"context"
	"log"
	"os"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

func main() {
	c, err := kubernetes.NewForConfig(&rest.Config{Host: "http://" + os.Getenv("DEFAULT_SERVER"), Timeout: 200 * time.Millisecond})

	if err != nil {
		log.Fatal(err)
	}

	_, err = c.CoreV1().Pods("ns").Get(context.Background(), "pod", metav1.GetOptions{})

	if err != nil {
		log.Fatal(err)
	}

}
