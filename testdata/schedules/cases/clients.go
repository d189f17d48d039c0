package cases

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/PuerkitoBio/rehttp"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

// RetryableHTTP retries by the defaults of go-retryablehttp.
func RetryableHTTP(ctx context.Context) error {
	c := retryablehttp.NewClient()
	c.HTTPClient.Transport = Transport
	c.Logger = nil
	resp, err := c.Get("http://retryablehttp/")
	if err == nil {
		resp.Body.Close()
	}
	return err
}

// RetryableHTTPLinear has another rule for its pauses.
func RetryableHTTPLinear(ctx context.Context) error {
	c := retryablehttp.NewClient()
	c.HTTPClient.Transport = Transport
	c.Logger = nil
	c.RetryMax = 6
	c.RetryWaitMin = 800 * time.Millisecond
	c.RetryWaitMax = 1200 * time.Millisecond
	c.Backoff = retryablehttp.LinearJitterBackoff
	resp, err := c.Get("http://retryablehttp-linear/")
	if err == nil {
		resp.Body.Close()
	}
	return err
}

// Resty retries by the pauses that resty has by default.
func Resty(ctx context.Context) error {
	c := resty.New().SetTransport(Transport).SetRetryCount(6).AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil || r.StatusCode() >= 500 })
	resp, err := c.R().SetContext(ctx).Get("http://resty/")
	if err != nil {
		return err
	}
	return errors.New(resp.Status())
}

// RestyWaits sets them.
func RestyWaits(ctx context.Context) error {
	c := resty.New().SetTransport(Transport).SetRetryCount(5).SetRetryWaitTime(time.Second).SetRetryMaxWaitTime(10 * time.Second)
	c.AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil || r.StatusCode() >= 500 })
	resp, err := c.R().SetContext(ctx).Get("http://resty-waits/")
	if err != nil {
		return err
	}
	return errors.New(resp.Status())
}

// Rehttp draws its pauses at random.
func Rehttp(ctx context.Context) error {
	tr := rehttp.NewTransport(Transport, rehttp.RetryAll(rehttp.RetryMaxRetries(5), rehttp.RetryStatusInterval(500, 600)),
		rehttp.ExpJitterDelay(time.Second, 20*time.Second))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://rehttp/", nil)
	if err != nil {
		return err
	}
	c := &http.Client{Transport: tr}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	return errors.New(resp.Status)
}

// DynamoDB retries by the defaults of the AWS SDK and of this client.
func DynamoDB(ctx context.Context) error {
	c := dynamodb.New(dynamodb.Options{
		BaseEndpoint: aws.String("http://dynamodb-defaults"),
		Region:       "us-east-1",
		Credentials:  credentials.NewStaticCredentialsProvider("key", "secret", ""),
		HTTPClient:   &http.Client{Transport: Transport},
	})
	_, err := c.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String("table")})
	return err
}

// DynamoDBAttempts makes more attempts.
func DynamoDBAttempts(ctx context.Context) error {
	c := dynamodb.New(dynamodb.Options{
		BaseEndpoint:     aws.String("http://dynamodb-attempts"),
		Region:           "us-east-1",
		Credentials:      credentials.NewStaticCredentialsProvider("key", "secret", ""),
		HTTPClient:       &http.Client{Transport: Transport},
		RetryMaxAttempts: 9,
	})
	_, err := c.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: aws.String("table")})
	return err
}
