// Package redis holds the signatures of github.com/redis/go-redis/v9 that tests use.
package redis

import (
	"context"
	"time"
)

type Cmder interface{ Err() error }

type (
	baseCmd      struct{}
	Cmd          struct{ baseCmd }
	StatusCmd    struct{ baseCmd }
	StringCmd    struct{ baseCmd }
	IntCmd       struct{ baseCmd }
	BoolSliceCmd struct{ baseCmd }
)

func (cmd *baseCmd) Err() error
func (cmd *StringCmd) Result() (string, error)

type cmdable func(ctx context.Context, cmd Cmder) error

func (c cmdable) Do(ctx context.Context, args ...interface{}) *Cmd
func (c cmdable) Ping(ctx context.Context) *StatusCmd
func (c cmdable) Get(ctx context.Context, key string) *StringCmd
func (c cmdable) Set(ctx context.Context, key string, value interface{}, expiration time.Duration) *StatusCmd
func (c cmdable) Incr(ctx context.Context, key string) *IntCmd
func (c cmdable) Del(ctx context.Context, keys ...string) *IntCmd

type StringCmdable interface {
	Get(ctx context.Context, key string) *StringCmd
	Set(ctx context.Context, key string, value interface{}, expiration time.Duration) *StatusCmd
	Incr(ctx context.Context, key string) *IntCmd
}

type GenericCmdable interface {
	Del(ctx context.Context, keys ...string) *IntCmd
}

type Cmdable interface {
	Pipeline() Pipeliner
	Pipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
	TxPipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
	TxPipeline() Pipeliner
	Ping(ctx context.Context) *StatusCmd
	GenericCmdable
	StringCmdable
}

type StatefulCmdable interface {
	Cmdable
	Select(ctx context.Context, index int) *StatusCmd
}

type Pipeliner interface {
	StatefulCmdable
	Len() int
	Do(ctx context.Context, args ...interface{}) *Cmd
	Process(ctx context.Context, cmd Cmder) error
	Discard()
	Exec(ctx context.Context) ([]Cmder, error)
}

type UniversalClient interface {
	Cmdable
	Watch(ctx context.Context, fn func(*Tx) error, keys ...string) error
	Do(ctx context.Context, args ...interface{}) *Cmd
	Process(ctx context.Context, cmd Cmder) error
	Close() error
}

type Pipeline struct{ cmdable }

func (c *Pipeline) Exec(ctx context.Context) ([]Cmder, error)

type Options struct {
	Network            string
	Addr               string
	Username           string
	Password           string
	DB                 int
	MaxRetries         int
	MinRetryBackoff    time.Duration
	MaxRetryBackoff    time.Duration
	DialTimeout        time.Duration
	DialerRetries      int
	DialerRetryTimeout time.Duration
	ReadTimeout        time.Duration
	WriteTimeout       time.Duration
}

type ClusterOptions struct {
	Addrs              []string
	MaxRedirects       int
	MaxRetries         int
	MinRetryBackoff    time.Duration
	MaxRetryBackoff    time.Duration
	DialTimeout        time.Duration
	DialerRetries      int
	DialerRetryTimeout time.Duration
	ReadTimeout        time.Duration
}

type RingOptions struct {
	Addrs              map[string]string
	MaxRetries         int
	MinRetryBackoff    time.Duration
	MaxRetryBackoff    time.Duration
	DialTimeout        time.Duration
	DialerRetries      int
	DialerRetryTimeout time.Duration
	ReadTimeout        time.Duration
}

type FailoverOptions struct {
	MasterName         string
	SentinelAddrs      []string
	MaxRetries         int
	MinRetryBackoff    time.Duration
	MaxRetryBackoff    time.Duration
	DialTimeout        time.Duration
	DialerRetries      int
	DialerRetryTimeout time.Duration
	ReadTimeout        time.Duration
}

type UniversalOptions struct {
	Addrs              []string
	MaxRetries         int
	MinRetryBackoff    time.Duration
	MaxRetryBackoff    time.Duration
	DialTimeout        time.Duration
	DialerRetries      int
	DialerRetryTimeout time.Duration
	ReadTimeout        time.Duration
}

type (
	baseClient struct{}
	Client     struct {
		*baseClient
		cmdable
	}
	ClusterClient struct{ cmdable }
	Ring          struct{ cmdable }
	Tx            struct {
		baseClient
		cmdable
	}
)

func NewClient(opt *Options) *Client
func NewClusterClient(opt *ClusterOptions) *ClusterClient
func NewRing(opt *RingOptions) *Ring
func NewFailoverClient(failoverOpt *FailoverOptions) *Client
func NewFailoverClusterClient(failoverOpt *FailoverOptions) *ClusterClient
func NewUniversalClient(opts *UniversalOptions) UniversalClient
func ParseURL(redisURL string) (*Options, error)
func ParseClusterURL(redisURL string) (*ClusterOptions, error)

func (c *baseClient) Close() error
func (c *Client) Process(ctx context.Context, cmd Cmder) error
func (c *Client) Pipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
func (c *Client) TxPipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
func (c *Client) Pipeline() Pipeliner
func (c *Client) TxPipeline() Pipeliner
func (c *Client) Watch(ctx context.Context, fn func(*Tx) error, keys ...string) error

func (c *ClusterClient) Process(ctx context.Context, cmd Cmder) error
func (c *ClusterClient) Pipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
func (c *ClusterClient) TxPipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
func (c *ClusterClient) Pipeline() Pipeliner
func (c *ClusterClient) TxPipeline() Pipeliner
func (c *ClusterClient) Watch(ctx context.Context, fn func(*Tx) error, keys ...string) error

func (c *Ring) Process(ctx context.Context, cmd Cmder) error
func (c *Ring) Pipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
func (c *Ring) TxPipelined(ctx context.Context, fn func(Pipeliner) error) ([]Cmder, error)
func (c *Ring) Pipeline() Pipeliner
func (c *Ring) TxPipeline() Pipeliner
func (c *Ring) Watch(ctx context.Context, fn func(*Tx) error, keys ...string) error

type Scripter interface {
	Eval(ctx context.Context, script string, keys []string, args ...interface{}) *Cmd
}

type Script struct{}

func NewScript(src string) *Script

func (s *Script) Load(ctx context.Context, c Scripter) *StringCmd
func (s *Script) Exists(ctx context.Context, c Scripter) *BoolSliceCmd
func (s *Script) Eval(ctx context.Context, c Scripter, keys []string, args ...interface{}) *Cmd
func (s *Script) EvalRO(ctx context.Context, c Scripter, keys []string, args ...interface{}) *Cmd
func (s *Script) EvalSha(ctx context.Context, c Scripter, keys []string, args ...interface{}) *Cmd
func (s *Script) EvalShaRO(ctx context.Context, c Scripter, keys []string, args ...interface{}) *Cmd
func (s *Script) Run(ctx context.Context, c Scripter, keys []string, args ...interface{}) *Cmd
func (s *Script) RunRO(ctx context.Context, c Scripter, keys []string, args ...interface{}) *Cmd
