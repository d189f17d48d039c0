// Package metadata holds the signatures of google.golang.org/grpc/metadata that tests use.
package metadata

import "context"

type MD map[string][]string

func New(m map[string]string) MD
func Pairs(kv ...string) MD

func (md MD) Get(k string) []string
func (md MD) Set(k string, vals ...string)
func (md MD) Append(k string, vals ...string)

func FromIncomingContext(ctx context.Context) (MD, bool)
func ValueFromIncomingContext(ctx context.Context, key string) []string
func NewOutgoingContext(ctx context.Context, md MD) context.Context
func AppendToOutgoingContext(ctx context.Context, kv ...string) context.Context
