package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	pagerduty "github.com/PagerDuty/go-pagerduty"
)

func main() {
	c := pagerduty.NewClient("token", pagerduty.WithAPIEndpoint("http://"+os.Getenv("DEFAULT_SERVER")))
	c.HTTPClient = &http.Client{Timeout: 200 * time.Millisecond}
	_, err := c.GetServiceWithContext(context.Background(), "id", nil)

	if err != nil {
		log.Fatal(err)
	}

}
