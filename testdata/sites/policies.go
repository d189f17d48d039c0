// Policies of client libraries: the site is where the number is, or where a policy
// made elsewhere is given to a client or a call.
package cases

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/gocql/gocql"
)

func clusterHere() *gocql.ClusterConfig {
	c := gocql.NewCluster("a")
	c.RetryPolicy = &gocql.SimpleRetryPolicy{
		NumRetries: 3, // want: retry-config 4
	}
	return c
}

func policy() gocql.RetryPolicy {
	return &gocql.ExponentialBackoffRetryPolicy{
		NumRetries: 8, // want: retry-config 9
	}
}

func clusterElsewhere() *gocql.ClusterConfig {
	c := gocql.NewCluster("a")
	c.RetryPolicy = policy() // want: retry-config 9
	return c
}

func clusterGiven(p gocql.RetryPolicy) *gocql.ClusterConfig {
	c := gocql.NewCluster("a")
	c.Timeout = 0
	c.RetryPolicy = p
	return c
}

func clusterPlain() *gocql.ClusterConfig {
	c := gocql.NewCluster("a")
	c.Hosts = append(c.Hosts, "b")
	return c
}

func retryer(max int) aws.Retryer {
	return retry.AddWithMaxAttempts(retry.NewStandard(), max) // want: retry-config 7
}

func perCall(ctx context.Context, c *s3.Client) error {
	r := retryer(7)
	_, err := c.GetObject(ctx, &s3.GetObjectInput{}, func(o *s3.Options) {
		o.Retryer = r // want: retry-config 7
	})
	return err
}

func offForOne(ctx context.Context, c *s3.Client) error {
	_, err := c.GetObject(ctx, &s3.GetObjectInput{}, func(o *s3.Options) {
		o.Retryer = aws.NopRetryer{} // want: retry-config 1
	})
	return err
}

func ineffective(cfg aws.Config) *s3.Client {
	return s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.RetryMaxAttempts = 0 // want: retry-config 3
		o.BaseEndpoint = aws.String("http://localhost")
	})
}
