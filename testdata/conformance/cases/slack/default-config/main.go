package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/slack-go/slack"
)

func main() {
	c := slack.New("token", slack.OptionAPIURL("http://"+os.Getenv("DEFAULT_CONFIG_SERVER")+"/"), slack.OptionHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}), slack.OptionRetryConfig(slack.DefaultRetryConfig()))
	_, err := c.AuthTestContext(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
