package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	cloudflare "github.com/cloudflare/cloudflare-go/v6"
	"github.com/cloudflare/cloudflare-go/v6/option"
	"github.com/cloudflare/cloudflare-go/v6/zones"
)

func main() {
	c := cloudflare.NewClient(option.WithAPIToken("key"), option.WithBaseURL("http://"+os.Getenv("CHANGED_SERVER")+"/"),
		option.WithHTTPClient(&http.Client{Timeout: 200 * time.Millisecond}), option.WithMaxRetries(1))
	_, err := c.Zones.List(context.Background(), zones.ZoneListParams{})
	if err != nil {
		log.Fatal(err)
	}

}
