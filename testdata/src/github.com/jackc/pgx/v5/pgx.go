// Package pgx holds the signatures of github.com/jackc/pgx/v5 that tests use.
package pgx

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"
)

type (
	ConnConfig struct {
		pgconn.Config
		DefaultQueryExecMode QueryExecMode
	}
	QueryExecMode      int32
	ParseConfigOptions struct{ pgconn.ParseConfigOptions }
	TxOptions          struct{ IsoLevel TxIsoLevel }
	TxIsoLevel         string
	Identifier         []string
	CopyFromSource     interface{ Next() bool }
	Batch              struct{}
	QueuedQuery        struct{}
)

const QueryExecModeSimpleProtocol QueryExecMode = 4

type Rows interface {
	Close()
	Err() error
	Next() bool
	Scan(dest ...any) error
}

type Row interface {
	Scan(dest ...any) error
}

type BatchResults interface {
	Exec() (pgconn.CommandTag, error)
	Query() (Rows, error)
	QueryRow() Row
	Close() error
}

type Conn struct{}

type Tx interface {
	Begin(ctx context.Context) (Tx, error)
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
	CopyFrom(ctx context.Context, tableName Identifier, columnNames []string, rowSrc CopyFromSource) (int64, error)
	SendBatch(ctx context.Context, b *Batch) BatchResults
	Prepare(ctx context.Context, name, sql string) (*pgconn.StatementDescription, error)
	Exec(ctx context.Context, sql string, arguments ...any) (commandTag pgconn.CommandTag, err error)
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) Row
	Conn() *Conn
}

var ErrNoRows error

func Connect(ctx context.Context, connString string) (*Conn, error)
func ConnectWithOptions(ctx context.Context, connString string, options ParseConfigOptions) (*Conn, error)
func ConnectConfig(ctx context.Context, connConfig *ConnConfig) (*Conn, error)
func ParseConfig(connString string) (*ConnConfig, error)
func ParseConfigWithOptions(connString string, options ParseConfigOptions) (*ConnConfig, error)

func (c *Conn) Close(ctx context.Context) error
func (c *Conn) Ping(ctx context.Context) error
func (c *Conn) Begin(ctx context.Context) (Tx, error)
func (c *Conn) BeginTx(ctx context.Context, txOptions TxOptions) (Tx, error)
func (c *Conn) Prepare(ctx context.Context, name, sql string) (sd *pgconn.StatementDescription, err error)
func (c *Conn) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
func (c *Conn) Query(ctx context.Context, sql string, args ...any) (Rows, error)
func (c *Conn) QueryRow(ctx context.Context, sql string, args ...any) Row
func (c *Conn) SendBatch(ctx context.Context, b *Batch) BatchResults
func (c *Conn) CopyFrom(ctx context.Context, tableName Identifier, columnNames []string, rowSrc CopyFromSource) (int64, error)

func (b *Batch) Queue(query string, arguments ...any) *QueuedQuery

func BeginFunc(ctx context.Context, db interface {
	Begin(ctx context.Context) (Tx, error)
}, fn func(Tx) error) (err error)

func BeginTxFunc(ctx context.Context, db interface {
	BeginTx(ctx context.Context, txOptions TxOptions) (Tx, error)
}, txOptions TxOptions, fn func(Tx) error) (err error)
