package main

import (
	"log"
	"net/http"
	"os"
	"time"

	"github.com/sendgrid/rest"
	sendgrid "github.com/sendgrid/sendgrid-go"
)

func main() {
	client := &rest.Client{HTTPClient: &http.Client{Timeout: 200 * time.Millisecond}}
	sendgrid.DefaultClient = client
	request := sendgrid.GetRequest("key", "/v3/mail/send", "")
	request.BaseURL = "http://" + os.Getenv("CHANGED_SERVER")
	_, err := sendgrid.MakeRequestRetry(request)

	if err != nil {
		log.Fatal(err)
	}

}
