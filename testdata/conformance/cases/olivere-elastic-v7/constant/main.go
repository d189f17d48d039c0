package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	elastic "github.com/olivere/elastic/v7"
)

func main() {
	c, err := elastic.NewClient(elastic.SetURL("http://"+os.Getenv("CONSTANT_SERVER")), elastic.SetSniff(false), elastic.SetHealthcheck(false), elastic.SetHttpClient(&http.Client{Timeout: 200 * time.Millisecond}), elastic.SetRetrier(elastic.NewBackoffRetrier(elastic.NewConstantBackoff(time.Millisecond))))

	if err != nil {
		log.Fatal(err)
	}

	_, err = c.Index().Index("orders").BodyString("{}").Do(context.Background())

	if err != nil {
		log.Fatal(err)
	}

}
