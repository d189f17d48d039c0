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
	TransactionOption interface{ config(t *Transaction) }
	Precondition      interface{}
	SetOption         interface{}
	maxAttempts       int
)

func (m maxAttempts) config(t *Transaction)

func MaxAttempts(n int) maxAttempts

func (c *Client) Collection(path string) *CollectionRef
func (c *Client) GetAll(ctx context.Context, docRefs []*DocumentRef) (_ []*DocumentSnapshot, err error)
func (c *Client) RunTransaction(ctx context.Context, f func(context.Context, *Transaction) error, opts ...TransactionOption) (err error)

func (c *CollectionRef) Doc(id string) *DocumentRef

func (q Query) Documents(ctx context.Context) *DocumentIterator

func (d *DocumentRef) Get(ctx context.Context) (_ *DocumentSnapshot, err error)
func (d *DocumentRef) Create(ctx context.Context, data interface{}) (_ *WriteResult, err error)
func (d *DocumentRef) Set(ctx context.Context, data interface{}, opts ...SetOption) (_ *WriteResult, err error)
func (d *DocumentRef) Update(ctx context.Context, updates []Update, preconds ...Precondition) (_ *WriteResult, err error)
func (d *DocumentRef) Delete(ctx context.Context, preconds ...Precondition) (_ *WriteResult, err error)

func (t *Transaction) Get(dr *DocumentRef) (*DocumentSnapshot, error)
func (t *Transaction) GetAll(drs []*DocumentRef) ([]*DocumentSnapshot, error)
func (t *Transaction) Documents(q Queryer) *DocumentIterator
func (t *Transaction) Set(dr *DocumentRef, data interface{}, opts ...SetOption) error

func (b *WriteBatch) Commit(ctx context.Context) (_ []*WriteResult, err error)
