// Package pgxpool holds the signatures of github.com/jackc/pgx/v5/pgxpool that tests use.
package pgxpool

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

type Config struct {
	ConnConfig *pgx.ConnConfig
	MaxConns   int32
}

type (
	Pool struct{}
	Conn struct{}
	Tx   struct{}
)

func New(ctx context.Context, connString string) (*Pool, error)
func NewWithConfig(ctx context.Context, config *Config) (*Pool, error)
func ParseConfig(connString string) (*Config, error)

func (p *Pool) Close()
func (p *Pool) Acquire(ctx context.Context) (c *Conn, err error)
func (p *Pool) AcquireFunc(ctx context.Context, f func(*Conn) error) error
func (p *Pool) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
func (p *Pool) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
func (p *Pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
func (p *Pool) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
func (p *Pool) Begin(ctx context.Context) (pgx.Tx, error)
func (p *Pool) BeginTx(ctx context.Context, txOptions pgx.TxOptions) (pgx.Tx, error)
func (p *Pool) CopyFrom(ctx context.Context, tableName pgx.Identifier, columnNames []string, rowSrc pgx.CopyFromSource) (int64, error)
func (p *Pool) Ping(ctx context.Context) error

func (c *Conn) Release()
func (c *Conn) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
func (c *Conn) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
func (c *Conn) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
func (c *Conn) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
func (c *Conn) CopyFrom(ctx context.Context, tableName pgx.Identifier, columnNames []string, rowSrc pgx.CopyFromSource) (int64, error)
func (c *Conn) Begin(ctx context.Context) (pgx.Tx, error)
func (c *Conn) BeginTx(ctx context.Context, txOptions pgx.TxOptions) (pgx.Tx, error)
func (c *Conn) Ping(ctx context.Context) error

func (tx *Tx) Begin(ctx context.Context) (pgx.Tx, error)
func (tx *Tx) Commit(ctx context.Context) error
func (tx *Tx) Rollback(ctx context.Context) error
func (tx *Tx) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
func (tx *Tx) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
func (tx *Tx) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
func (tx *Tx) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
func (tx *Tx) CopyFrom(ctx context.Context, tableName pgx.Identifier, columnNames []string, rowSrc pgx.CopyFromSource) (int64, error)
