// Package pgconn holds the types of github.com/jackc/pgx/v5/pgconn that tests use.
package pgconn

type (
	Config struct {
		Host     string
		Port     uint16
		Database string
		User     string
		Password string
	}
	ParseConfigOptions   struct{}
	CommandTag           struct{}
	StatementDescription struct {
		Name string
		SQL  string
	}
	PgError struct {
		Severity string
		Code     string
		Message  string
	}
)

func (ct CommandTag) RowsAffected() int64

func (pe *PgError) Error() string

func SafeToRetry(err error) bool
func Timeout(err error) bool
