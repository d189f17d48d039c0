package gorm

import (
	"context"
	"database/sql"

	"gorm.io/gorm/clause"
)

type DB struct{}

type Dialector interface{ Name() string }

type Option interface{ Apply(*Config) error }

type Config struct{}

type Session struct{}

func Open(dialector Dialector, opts ...Option) (db *DB, err error)

func (db *DB) Create(value interface{}) (tx *DB)

func (db *DB) CreateInBatches(value interface{}, batchSize int) (tx *DB)

func (db *DB) Save(value interface{}) (tx *DB)

func (db *DB) First(dest interface{}, conds ...interface{}) (tx *DB)

func (db *DB) Take(dest interface{}, conds ...interface{}) (tx *DB)

func (db *DB) Last(dest interface{}, conds ...interface{}) (tx *DB)

func (db *DB) Find(dest interface{}, conds ...interface{}) (tx *DB)

func (db *DB) FirstOrInit(dest interface{}, conds ...interface{}) (tx *DB)

func (db *DB) FirstOrCreate(dest interface{}, conds ...interface{}) (tx *DB)

func (db *DB) Update(column string, value interface{}) (tx *DB)

func (db *DB) Updates(values interface{}) (tx *DB)

func (db *DB) UpdateColumn(column string, value interface{}) (tx *DB)

func (db *DB) UpdateColumns(values interface{}) (tx *DB)

func (db *DB) Delete(value interface{}, conds ...interface{}) (tx *DB)

func (db *DB) Count(count *int64) (tx *DB)

func (db *DB) Row() *sql.Row

func (db *DB) Rows() (*sql.Rows, error)

func (db *DB) Scan(dest interface{}) (tx *DB)

func (db *DB) Pluck(column string, dest interface{}) (tx *DB)

func (db *DB) Exec(sql string, values ...interface{}) (tx *DB)

func (db *DB) Begin(opts ...*sql.TxOptions) *DB

func (db *DB) Commit() *DB

func (db *DB) Rollback() *DB

func (db *DB) Model(value interface{}) (tx *DB)

func (db *DB) Clauses(conds ...clause.Expression) (tx *DB)

func (db *DB) Table(name string, args ...interface{}) (tx *DB)

func (db *DB) Distinct(args ...interface{}) (tx *DB)

func (db *DB) Select(query interface{}, args ...interface{}) (tx *DB)

func (db *DB) Omit(columns ...string) (tx *DB)

func (db *DB) Where(query interface{}, args ...interface{}) (tx *DB)

func (db *DB) Not(query interface{}, args ...interface{}) (tx *DB)

func (db *DB) Or(query interface{}, args ...interface{}) (tx *DB)

func (db *DB) Joins(query string, args ...interface{}) (tx *DB)

func (db *DB) Group(name string) (tx *DB)

func (db *DB) Having(query interface{}, args ...interface{}) (tx *DB)

func (db *DB) Order(value interface{}) (tx *DB)

func (db *DB) Limit(limit int) (tx *DB)

func (db *DB) Offset(offset int) (tx *DB)

func (db *DB) Scopes(funcs ...func(*DB) *DB) (tx *DB)

func (db *DB) Preload(query string, args ...interface{}) (tx *DB)

func (db *DB) Attrs(attrs ...interface{}) (tx *DB)

func (db *DB) Assign(attrs ...interface{}) (tx *DB)

func (db *DB) Unscoped() (tx *DB)

func (db *DB) Raw(sql string, values ...interface{}) (tx *DB)

func (db *DB) Session(config *Session) *DB

func (db *DB) Debug() (tx *DB)

func (db *DB) WithContext(ctx context.Context) *DB

func (db *DB) Transaction(fc func(tx *DB) error, opts ...*sql.TxOptions) (err error)

func (db *DB) Connection(fc func(tx *DB) error) (err error)
