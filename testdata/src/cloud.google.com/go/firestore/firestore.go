// Package firestore holds the signatures of cloud.google.com/go/firestore that tests
// use.
package firestore

import "context"

type (
	Client            struct{}
	CollectionRef     struct{ Query }
	DocumentRef       struct{}
	DocumentSnapshot  struct{}
	DocumentIterator  struct{}
	Query             struct{}
	Transaction       struct{}
	WriteBatch        struct{}
	WriteResult       struct{}
	Update            struct{}
	Queryer           interface{}
	TransactionOption interface{ config() }
	Precondition      interface{ precondition() }
	SetOption         interface{ set() }
	maxAttempts       int
)

func (maxAttempts) config()

func NewClient(ctx context.Context, projectID string) (*Client, error)

func MaxAttempts(n int) maxAttempts

func (c *Client) Collection(path string) *CollectionRef
func (c *Client) GetAll(ctx context.Context, docRefs []*DocumentRef) ([]*DocumentSnapshot, error)
func (c *Client) RunTransaction(ctx context.Context, f func(context.Context, *Transaction) error, opts ...TransactionOption) error

func (c *CollectionRef) Doc(id string) *DocumentRef

func (q Query) Documents(ctx context.Context) *DocumentIterator

func (d *DocumentRef) Get(ctx context.Context) (*DocumentSnapshot, error)
func (d *DocumentRef) Create(ctx context.Context, data interface{}) (*WriteResult, error)
func (d *DocumentRef) Set(ctx context.Context, data interface{}, opts ...SetOption) (*WriteResult, error)
func (d *DocumentRef) Update(ctx context.Context, updates []Update, preconds ...Precondition) (*WriteResult, error)
func (d *DocumentRef) Delete(ctx context.Context, preconds ...Precondition) (*WriteResult, error)

func (t *Transaction) Get(dr *DocumentRef) (*DocumentSnapshot, error)
func (t *Transaction) GetAll(drs []*DocumentRef) ([]*DocumentSnapshot, error)
func (t *Transaction) Documents(q Queryer) *DocumentIterator
func (t *Transaction) Set(dr *DocumentRef, data interface{}) error

func (b *WriteBatch) Commit(ctx context.Context) ([]*WriteResult, error)
