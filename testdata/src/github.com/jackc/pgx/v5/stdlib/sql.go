// Package stdlib holds the signatures of github.com/jackc/pgx/v5/stdlib that tests use.
package stdlib

import (
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type OptionOpenDB func(*connector)

type connector struct{}

func OpenDB(config pgx.ConnConfig, opts ...OptionOpenDB) *sql.DB
func OpenDBFromPool(pool *pgxpool.Pool, opts ...OptionOpenDB) *sql.DB
